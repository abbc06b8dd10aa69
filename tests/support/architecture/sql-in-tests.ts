// SQL of tests belongs in tests/support, in a function named after what it returns, so that a changed table is changed there once.
import { type Code, lineAt, type Module, walk } from './code.ts';

/** Tests about SQL itself, and of the database without a shop. */
const aboutSql = [
  // Migrations, SQL functions and partitions are SQL.
  'tests/migrations.test.ts',
  'tests/released-statements.test.ts',
  'tests/placing-functions.test.ts',
  'tests/partitions.test.ts',
  // Connections, transactions and what is logged of a failed statement.
  'tests/database.test.ts',
  'tests/log.test.ts',
  'src/infra/database/',
  // The embedded database, with a table of the test's own.
  'src/infra/embedded-postgres/',
  'src/infra/backup/restore.test.ts',
  'tests/faults/postgres',
];

/** The beginning of a statement; `select` and `with` are also words of plain sentences. */
const statement = new RegExp(
  `^\\s*(${[
    'select\\s+([\\s\\S]*\\s)?from\\s',
    'select\\s+\\w+(\\.\\w+)?\\(',
    'insert\\s+into\\s',
    'update\\s+[\\w".]+\\s+(as\\s+\\w+\\s+)?set\\s',
    'delete\\s+from\\s',
    'with\\s+[\\w\\s(),]+\\s+as\\s+(not\\s+)?(materialized\\s+)?\\(',
    'truncate\\s',
    'lock\\s+table\\s',
    '(create|alter|drop)\\s+(or\\s+replace\\s+)?(unique\\s+)?(table|index|function|trigger|sequence|database|role|extension)\\s',
    '(begin|commit|rollback|vacuum|analyze)\\s*;?\\s*$',
  ].join('|')})`,
  'i',
);

export const sqlInTestFaults = ({ modules }: Code): string[] => modules.filter(({ path }) => isChecked(path)).flatMap(sqlIn);

const isChecked = (path: string): boolean =>
  (/\.test\.tsx?$/.test(path) || path.startsWith('tests/')) &&
  !path.startsWith('tests/support/') &&
  !aboutSql.some((exception) => path.startsWith(exception));

function sqlIn({ path, source, program }: Module): string[] {
  const faults: string[] = [];
  for (const { node } of walk(program)) {
    const text =
      node.type === 'Literal' && typeof node.value === 'string'
        ? node.value
        : node.type === 'TemplateLiteral' && source.slice(node.start + 1, node.end - 1);
    if (text && statement.test(text))
      faults.push(`${path}:${lineAt(source, node.start)} contains SQL; move it to a function in tests/support/rows`);
  }
  return faults;
}
