// The features of React that the storefront does not use, and how they are left out of the source of its renderer. Pure.
import { applyEdits, type Edit, parseSource, type SyntaxNode, visitNodes } from './syntax.ts';

/** The numbers and names below are those of this version. For another one, compare the list of tags in its source, and count what is found again. */
const CHECKED_VERSION = '19.3.1';

/** Exports of React and React DOM that would create what is left out. */
export const absentExports: readonly string[] = [
  ...['Activity', 'Profiler', 'StrictMode', 'Suspense', 'ViewTransition', 'addTransitionType', 'forwardRef', 'lazy'],
  ...['useActionState', 'useEffectEvent', 'useFormState', 'useFormStatus', 'useImperativeHandle', 'useInsertionEffect', 'useOptimistic'],
  ...['useTransition', 'unstable_useCacheRefresh', '__COMPILER_RUNTIME'],
  ...['browser', 'preconnect', 'prefetchDNS', 'preinit', 'preinitModule', 'preload', 'preloadModule', 'requestFormReset'],
];

/** Elements that React DOM moves to the head, or adopts. As others, they would stay in their place. */
export const absentElements = ['title', 'link', 'meta', 'style', 'script', 'base', 'html', 'head', 'body'] as const;

/** The kinds of nodes in React's tree that nothing creates any more. */
const absentTags = {
  strictMode: 8,
  contextConsumer: 9,
  forwardRef: 11,
  profiler: 12,
  suspense: 13,
  lazy: 16,
  incompleteClass: 17,
  dehydratedSuspense: 18,
  suspenseList: 19,
  scope: 21,
  offscreen: 22,
  legacyHidden: 23,
  cache: 24,
  tracingMarker: 25,
  hoistable: 26,
  singleton: 27,
  viewTransition: 30,
  activity: 31,
};
const tags: readonly unknown[] = Object.values(absentTags);

/** The constants with the types of elements. */
const absentTypes: readonly string[] = [
  'STRICT_MODE',
  'PROFILER',
  'CONSUMER',
  'FORWARD_REF',
  'SUSPENSE',
  'SUSPENSE_LIST',
  'LAZY',
  'ACTIVITY',
  'LEGACY_HIDDEN',
  'VIEW_TRANSITION',
  'RECOVERABLE',
].map((name) => `REACT_${name}_TYPE`);

/** Methods of two kinds of objects: hooks, and requests for the files of a page. */
const absentMethods = {
  useCallback: [
    ...['useActionState', 'useEffectEvent', 'useFormState', 'useHostTransitionStatus', 'useImperativeHandle', 'useInsertionEffect'],
    ...['useMemoCache', 'useOptimistic', 'useTransition', 'useCacheRefresh'],
  ],
  D: ['r', 'D', 'C', 'L', 'm', 'X', 'S', 'M'],
};

type Found = { readonly edits: Edit[]; readonly names: Set<unknown> };

export function withoutAbsentFeatures(source: string): string {
  if (!source.includes(`version = "${CHECKED_VERSION}"`))
    throw new Error(`React is not ${CHECKED_VERSION}: check src/infra/web/builds/react/absent-features.ts with the new source.`);
  const { text, names } = leaveOut(source);
  const missing = [...tags, ...absentTypes, ...Object.values(absentMethods).flat()].filter((each) => !names.has(each));
  if (missing.length > 0) throw new Error(`React's source does not have what is to be left out: ${missing.join(', ')}`);
  return text;
}

/** Of any source. `names`: what was found in it. */
export function leaveOut(source: string): { readonly text: string; readonly names: ReadonlySet<unknown> } {
  const found: Found = { edits: [], names: new Set() };
  visitNodes(parseSource(source), (node, functions) => {
    leaveOutComparison(node, functions, found);
    leaveOutCases(node, functions, found);
    leaveOutChoice(node, functions, found);
    leaveOutMethods(node, found);
  });
  return { text: applyEdits(source, found.edits), names: found.names };
}

/** `fiber.tag === 13` is false, and `fiber.tag !== 13` is true. */
function leaveOutComparison(node: SyntaxNode, functions: readonly SyntaxNode[], { edits, names }: Found): void {
  if (node.type !== 'BinaryExpression' || (node.operator !== '===' && node.operator !== '!==')) return;
  for (const [value, other] of [
    [node.left, node.right],
    [node.right, node.left],
  ] as const) {
    const absent = absentTag(value) ?? absentType(value);
    if (absent === undefined || (typeof absent === 'number' && !isTag(other, functions.at(-1)))) continue;
    names.add(absent);
    edits.push({ start: node.start, end: node.end, text: node.operator === '===' ? '!1' : '!0' });
  }
}

const absentTag = (node: SyntaxNode): number | undefined =>
  node.type === 'Literal' && typeof node.value === 'number' && tags.includes(node.value) ? node.value : undefined;

const absentType = (node: SyntaxNode): string | undefined =>
  node.type === 'Identifier' && absentTypes.includes(node.name) ? node.name : undefined;

/** `fiber.tag`, or a variable of the function that had this value. */
const isTag = (node: SyntaxNode, inside: SyntaxNode | undefined): boolean =>
  isTagOfNode(node) || (node.type === 'Identifier' && inside !== undefined && tagVariables(inside).has(node.name));

const isTagOfNode = (node: SyntaxNode | null): boolean =>
  node?.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'tag';

const known = new WeakMap<SyntaxNode, ReadonlySet<string>>();

function tagVariables(inside: SyntaxNode): ReadonlySet<string> {
  const before = known.get(inside);
  if (before) return before;
  const names = new Set<string>();
  visitNodes(inside, (node) => {
    if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier' && isTagOfNode(node.right)) names.add(node.left.name);
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && isTagOfNode(node.init)) names.add(node.id.name);
  });
  known.set(inside, names);
  return names;
}

/** `case 13:` in `switch (fiber.tag)`, with what only it leads to. */
function leaveOutCases(node: SyntaxNode, functions: readonly SyntaxNode[], { edits, names }: Found): void {
  if (node.type !== 'SwitchStatement') return;
  const hasTag = isTagOfNode(node.discriminant);
  // Whether the case before goes on with this one.
  let goesOn = false;
  for (const { test, consequent, start, end } of node.cases) {
    const absent = test === null ? undefined : ((hasTag ? absentTag(test) : undefined) ?? absentType(test));
    if (absent !== undefined && test) {
      names.add(absent);
      edits.push({ start, end: goesOn ? (consequent[0]?.start ?? end) : end, text: '' });
      if (!goesOn) {
        edits.push(...declareAgain(consequent, functions.at(-1)));
        continue;
      }
    }
    goesOn = !endsWithJump(consequent);
  }
}

/** The rest of the function may use a variable that is declared in a case. */
function declareAgain(statements: readonly SyntaxNode[], inside: SyntaxNode | undefined): readonly Edit[] {
  if (inside?.type !== 'FunctionDeclaration' || !inside.body) return [];
  const at = inside.body.start + 1;
  const names: string[] = [];
  for (const statement of statements)
    visitNodes(statement, (node, functions) => {
      if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && functions.length === 0) names.push(node.id.name);
    });
  return names.length > 0 ? [{ start: at, end: at, text: `var ${names.join(', ')};` }] : [];
}

function endsWithJump(statements: readonly SyntaxNode[]): boolean {
  const last = statements.at(-1);
  switch (last?.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return true;
    case 'BlockStatement':
      return endsWithJump(last.body);
    case 'IfStatement':
      return last.alternate !== null && endsWithJump([last.consequent]) && endsWithJump([last.alternate]);
    default:
      return false;
  }
}

/** `isHoistable ? 26 : 5` is 5 where React chooses the kind of a new node. */
function leaveOutChoice(node: SyntaxNode, functions: readonly SyntaxNode[], { edits, names }: Found): void {
  if (node.type !== 'ConditionalExpression' || nameOf(functions.at(-1)) !== 'createFiberFromTypeAndProps') return;
  const absent = absentTag(node.consequent);
  if (absent === undefined) return;
  names.add(absent);
  edits.push({ start: node.start, end: node.alternate.start, text: '' }, { start: node.alternate.end, end: node.end, text: '' });
}

const nameOf = (node: SyntaxNode | undefined): string | undefined =>
  node?.type === 'FunctionDeclaration' && node.id ? node.id.name : undefined;

function leaveOutMethods(node: SyntaxNode, { edits, names }: Found): void {
  if (node.type !== 'ObjectExpression') return;
  const methods = node.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? [{ name: property.key.name, property }] : [],
  );
  for (const [sign, absent] of Object.entries(absentMethods)) {
    if (!methods.some(({ name }) => name === sign)) continue;
    for (const [index, { name, property }] of methods.entries()) {
      if (!absent.includes(name)) continue;
      names.add(name);
      edits.push({ start: property.start, end: methods[index + 1]?.property.start ?? property.end, text: '' });
    }
  }
}
