// A CommonJS module of React as an ES module, of which a bundle contains only what is used. Pure.
import { applyEdits, type Edit, parseSource, type SyntaxNode, visitNodes } from './syntax.ts';

/** Exports of these names are absent: an import of one fails the build. */
export function esModuleOf(source: string, absentExports: readonly string[]): string {
  const program = parseSource(source);
  if (program.type !== 'Program') throw new Error('A module is a program.');
  const edits: Edit[] = [];
  const names = new Set<string>();
  for (const statement of program.body) {
    const imports = importsOf(statement);
    if (imports !== undefined) edits.push({ start: statement.start, end: statement.end, text: imports });
    const name = assignedExport(statement);
    if (name === undefined) continue;
    const { start, end } = statement;
    if (absentExports.includes(name)) edits.push({ start, end, text: '' });
    else if (!names.has(name)) edits.push({ start, end: start, text: 'var ' });
    if (!absentExports.includes(name)) names.add(name);
  }
  visitNodes(program, (node) => {
    const name = exportIn(node);
    if (name !== undefined) edits.push({ start: node.start, end: node.end, text: variable(name) });
  });
  const list = [...names].map((name) => `${variable(name)} as ${name}`).join(', ');
  return `${applyEdits(source, edits)}\nexport { ${list} };\n`;
}

const variable = (name: string): string => `export_${name}`;

/** The imports of `var React = require('react');`. */
function importsOf(statement: SyntaxNode): string | undefined {
  if (statement.type !== 'VariableDeclaration') return undefined;
  const imports = statement.declarations.map(({ id, init }) => {
    if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return undefined;
    const { callee, arguments: from } = init;
    if (callee.type !== 'Identifier' || callee.name !== 'require' || from[0]?.type !== 'Literal') return undefined;
    return `import * as ${id.name} from ${JSON.stringify(from[0].value)};`;
  });
  if (imports.every((each) => each === undefined)) return undefined;
  if (imports.some((each) => each === undefined)) throw new Error('One statement has imports and other variables.');
  return imports.join('\n');
}

/** The name in `exports.name = …;`. */
function assignedExport(statement: SyntaxNode): string | undefined {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return undefined;
  return exportIn(statement.expression.left);
}

function exportIn(node: SyntaxNode): string | undefined {
  if (node.type !== 'MemberExpression' || node.computed || node.object.type !== 'Identifier') return undefined;
  return node.object.name === 'exports' && node.property.type === 'Identifier' ? node.property.name : undefined;
}
