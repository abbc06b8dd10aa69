// Small wrong versions of a source file: an operator, a boundary, a condition, a number, a text or a
// statement is changed in each. For npm run fanfare -- mutants.
import { parseSync } from 'vite';

export type Mutant = { readonly start: number; readonly end: number; readonly replacement: string };

export type SyntaxNode = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>;
type Visit = { readonly node: SyntaxNode; readonly parent: SyntaxNode | undefined; readonly text: (node: SyntaxNode) => string };
type Change = (visit: Visit) => readonly Mutant[];

const replace = ({ start, end }: { start: number; end: number }, ...replacements: readonly string[]): Mutant[] =>
  replacements.map((replacement) => ({ start, end, replacement }));
const getNode = (node: SyntaxNode, key: string): SyntaxNode => node[key] as SyntaxNode;

const binary: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
};
const logical: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' };
const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
};
/** Calls without which the value keeps its type. */
const removable = new Set(['trim', 'sort', 'toSorted', 'filter', 'reverse', 'toReversed']);
/** The operator between both sides, which has no node of its own. */
function swapOperator({ node, text }: Visit, operators: readonly string[]): Mutant[] {
  const [left, right] = [getNode(node, 'left'), getNode(node, 'right')];
  const between = text({ ...node, start: left.end, end: right.start });
  const at = left.end + between.indexOf(String(node.operator));
  return replace({ start: at, end: at + String(node.operator).length }, ...operators);
}

/** Sentences are for people, and SQL for the database. */
const isProse = (text: string): boolean => /[^\s] [^\s]/.test(text);

const isErrorText = (parent: SyntaxNode | undefined): boolean =>
  parent?.type === 'NewExpression' && /^(Type|Range)?Error$/.test(String(getNode(parent, 'callee').name));

/** Names are no values: of imports, of properties, and in errors that only a developer reads. */
const isName = ({ node, parent }: Visit): boolean =>
  parent === undefined ||
  /^(Import|Export)/.test(parent.type) ||
  (parent.type === 'Property' && parent.key === node) ||
  isErrorText(parent);

function mutateLiteral({ node, parent, text }: Visit): Mutant[] {
  const { value } = node;
  if (typeof value === 'boolean') return replace(node, String(!value));
  if (typeof value === 'number' && Number.isFinite(value)) return replace(node, `${value + 1}`, value === 0 ? '-1' : `${value - 1}`);
  if (typeof value === 'string')
    return isName({ node, parent, text }) || isProse(value) ? [] : replace(node, value === '' ? "'other'" : "''");
  return [];
}

const mutateCondition = ({ node }: Visit): Mutant[] => {
  const test = getNode(node, 'test');
  return test.type === 'Literal' ? [] : replace(test, 'true', 'false');
};

function call({ node }: Visit): Mutant[] {
  const callee = getNode(node, 'callee');
  if (callee.type !== 'MemberExpression' || callee.computed === true) return [];
  const property = getNode(callee, 'property');
  const name = String(property.name);
  if (removable.has(name)) return replace({ start: getNode(callee, 'object').end, end: node.end }, '');
  return Object.hasOwn(methods, name) ? replace(property, methods[name] ?? '') : [];
}

/** A default for what an index does not find is only for the compiler, so it is not removed. */
const mutateEither = (visit: Visit): Mutant[] => {
  const { node, text } = visit;
  if (node.operator !== '??') return swapOperator(visit, [logical[String(node.operator)] ?? '']);
  const kept = isIndex(getNode(node, 'left')) ? ['right'] : ['right', 'left'];
  return replace(node, ...kept.map((side) => `(${text(getNode(node, side))})`));
};

const changes: Readonly<Record<string, Change>> = {
  BinaryExpression: (visit) => swapOperator(visit, binary[String(visit.node.operator)] ?? []),
  LogicalExpression: mutateEither,
  UnaryExpression: ({ node, text }) => (/^[!-]$/.test(String(node.operator)) ? replace(node, `(${text(getNode(node, 'argument'))})`) : []),
  ConditionalExpression: mutateCondition,
  IfStatement: mutateCondition,
  Literal: mutateLiteral,
  TemplateLiteral: ({ node, parent, text }) =>
    isErrorText(parent) || isProse(text(node)) || parent?.type === 'TaggedTemplateExpression' ? [] : replace(node, "''"),
  ArrayExpression: ({ node }) => ((node.elements as unknown[]).length > 0 ? replace(node, '[]') : []),
  CallExpression: call,
  ExpressionStatement: ({ node }) => (getNode(node, 'expression').type === 'Literal' ? [] : replace(node, ';')),
  ThrowStatement: ({ node }) => replace(node, ';'),
  ReturnStatement: ({ node, text }) =>
    node.argument && text(node.argument as SyntaxNode) !== 'undefined' ? replace(node, 'return undefined;') : [],
  ArrowFunctionExpression: ({ node, text }) => {
    const body = getNode(node, 'body');
    return body.type === 'BlockStatement' || text(body) === 'undefined' ? [] : replace(body, 'undefined');
  },
};

const isDefaultOfIndex = (node: SyntaxNode, parent: SyntaxNode | undefined): boolean =>
  parent?.operator === '??' && parent.right === node && isIndex(getNode(parent, 'left'));
const isIndex = (node: SyntaxNode): boolean => node.type === 'MemberExpression' && node.computed === true;

/** Types are no code, and a message is data. */
const isSkipped = (node: SyntaxNode, parent: SyntaxNode | undefined, before: string): boolean =>
  (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)) ||
  before.trimEnd().endsWith('/*i18n*/') ||
  isDefaultOfIndex(node, parent);

export function listMutants(path: string, source: string): readonly Mutant[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const found: Mutant[] = [];
  const text = ({ start, end }: SyntaxNode) => source.slice(start, end);
  const walk = (node: SyntaxNode, parent: SyntaxNode | undefined): void => {
    if (isSkipped(node, parent, source.slice(Math.max(0, node.start - 12), node.start))) return;
    found.push(...(changes[node.type]?.({ node, parent, text }) ?? []));
    for (const child of Object.values(node).flat()) if (isNode(child)) walk(child, node);
  };
  walk(program as unknown as SyntaxNode, undefined);
  const distinct = new Map(found.map((each) => [`${each.start} ${each.end} ${each.replacement}`, each]));
  return [...distinct.values()].toSorted((a, b) => a.start - b.start || a.end - b.end);
}

const isNode = (value: unknown): value is SyntaxNode => typeof (value as { type?: unknown } | null)?.type === 'string';

export const applyMutant = (source: string, { start, end, replacement }: Mutant): string =>
  source.slice(0, start) + replacement + source.slice(end);
