// A table of an account's data in a module, with its queries, its part of the data export, and its erasing with the account.
import { addAfter, addBefore, addImport, append, type Draft, NewFault } from './draft.ts';
import { inModule, type Names, namesOf, pluralOf } from './names.ts';

export function newTable(draft: Draft, given: string): readonly string[] {
  const { module, name } = inModule(given);
  const folder = `src/modules/${module.kebab}`;
  if (draft.read(`${folder}/actions.ts`) === undefined) throw new NewFault(`There is no module ${module.kebab}.`);
  const all = namesOf(pluralOf(name.kebab));
  writeTable(draft, folder, name, all);
  draft.create(`${folder}/${all.kebab}.test.ts`, testOf(all));
  return tableSteps(folder, all);
}

export const tableSteps = (folder: string, all: Names): readonly string[] => [
  `Write the columns in ${folder}/tables.ts and what belongs into the export in queries.ts, then: npm run migration -- --name add-${all.kebab} && npm run migration:hashes`,
];

/** The table, its queries, and its rows in src/event-handlers.ts. */
export function writeTable(draft: Draft, folder: string, name: Names, all: Names): void {
  const module = folder.slice('src/modules/'.length);
  addTo(draft, `${folder}/tables.ts`, `// Tables of ${module}.`, tablesImports, tableOf(name));
  addTo(draft, `${folder}/queries.ts`, `// Queries of ${module}.`, queriesImports(name), queriesOf(name, all));
  addTo(
    draft,
    `${folder}/privacy.ts`,
    `// ${namesOf(module).title} in an account's data export, and what erasing an account means for them.`,
    privacyImports(all),
    privacyOf(all),
  );
  draft.change(
    'tests/support/architecture/account-tables.ts',
    addAfter('export const accountTables', `  ${name.snake}: { exported: true, erased: true },`),
  );
  draft.change(
    'src/event-handlers.ts',
    addImport(`import { erase${all.pascal}, ${all.camel}Taken } from './modules/${module}/privacy.ts';`),
    addBefore("  },\n  'accounts.closing'", `    ${all.camel}: ${all.camel}Taken,`),
    addAfter("  'accounts.erased': [", `    erase${all.pascal},`),
  );
}

/** Adds to a file, or begins it. */
function addTo(draft: Draft, path: string, header: string, imports: readonly Import[], text: string): void {
  if (draft.read(path) === undefined) draft.create(path, `${header}\n${imports.map(lineOf).join('\n')}\n\n${text}\n`);
  else draft.change(path, ...imports.map(joinImport), append(text));
}

type Import = { readonly names: readonly string[]; readonly from: string };

const lineOf = ({ names, from }: Import): string => `import { ${names.join(', ')} } from '${from}';`;

/** Into the import of the same file, if there is one. */
export const joinImport = (wanted: Import) => (text: string) => {
  const found = new RegExp(`^import (type )?\\{([^}]*)\\} from '${wanted.from.replaceAll(/[./]/g, '\\$&')}';$`, 'm').exec(text);
  if (!found) return addImport(lineOf(wanted))(text);
  const [whole, type = '', listed = ''] = found;
  const names = listed.split(',').flatMap((name) => (name.trim() ? `${type}${name.trim()}` : []));
  return text.replace(whole, lineOf({ names: [...new Set([...names, ...wanted.names])], from: wanted.from }));
};

const tablesImports: readonly Import[] = [
  { names: ['index', 'pgTable', 'uuid'], from: 'drizzle-orm/pg-core' },
  { names: ['timestamptz'], from: '../../infra/database/columns.ts' },
];

const tableOf = ({ camel, snake, words }: Names): string => `/** One ${words} of an account. */
export const ${camel} = pgTable(
  '${snake}',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: uuid('account_id').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('${snake}_account').on(table.accountId)],
);`;

const queriesImports = ({ camel }: Names): readonly Import[] => [
  { names: ['desc', 'eq'], from: 'drizzle-orm' },
  { names: ['type DbClient'], from: '../../infra/database/database.ts' },
  { names: [camel], from: './tables.ts' },
];

const queriesOf = ({ camel }: Names, all: Names): string => `/** Newest first. */
export const list${all.pascal} = (queries: DbClient, accountId: string, limit: number) =>
  queries.select().from(${camel}).where(eq(${camel}.accountId, accountId)).orderBy(desc(${camel}.createdAt)).limit(limit);

export async function delete${all.pascal}(tx: DbClient, accountId: string): Promise<void> {
  await tx.delete(${camel}).where(eq(${camel}.accountId, accountId));
}`;

const privacyImports = (all: Names): readonly Import[] => [
  { names: ['type DbClient'], from: '../../infra/database/database.ts' },
  { names: ['type AccountOwner'], from: '../accounts/actions.ts' },
  { names: [`list${all.pascal}`, `delete${all.pascal}`], from: './queries.ts' },
];

const privacyOf = (
  all: Names,
): string => `export const ${all.camel}Taken = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  list${all.pascal}(from, accountId, limit);

export const erase${all.pascal} = (tx: DbClient, { accountId }: AccountOwner): Promise<void> => delete${all.pascal}(tx, accountId);`;

const testOf = (all: Names): string => `// Tests ${all.words}: saved for one account, in its data export, and erased with it.
import { test } from '../../../tests/support/shop.ts';

test('${all.words} of an account: in its data export, and gone once the account is erased', () => {
  // Save one through its call, then compare src/modules/accounts/brand-kits/brand-kits.test.ts.
  throw new Error('not written yet');
});
`;
