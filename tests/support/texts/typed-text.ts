// Lingui parses tags after it inserts values, so text typed by a user could add tags such as `<0>`.
// So a value with one of the names below must be an element in a <Trans>: <Typed text={…} />.
import { type Code, isNode, lineAt, type Node, walk } from '../architecture/code.ts';

const typedNames = new Set(
  'address answer city email file firstName lastName link message next path phrase query reason text value zipCode'.split(' '),
);

export function typedTextFaults({ modules }: Code): string[] {
  return modules
    .filter(({ path }) => /^src\/(ui|account|site|desk)\/.*\.tsx$/.test(path))
    .flatMap(({ path, source, program }) =>
      [...walk(program)]
        .filter((node) => node.type === 'JSXElement' && getName(node) === 'Trans')
        .flatMap((node) => [...valuesIn(node)])
        .filter(({ name }) => typedNames.has(name))
        .map(({ name, start }) => `${path}:${lineAt(source, start)} puts {${name}} into a sentence; write <Typed text={${name}} />`),
    );
}

function getName(element: Node): unknown {
  const { name } = element.openingElement as Node;
  return isNode(name) ? name.name : undefined;
}

/** Values in the text of an element, without those in attributes. */
function* valuesIn(element: Node): Generator<{ name: string; start: number }> {
  for (const child of element.children as readonly Node[]) {
    if (child.type === 'JSXElement') yield* valuesIn(child);
    if (child.type !== 'JSXExpressionContainer') continue;
    const name = lastNameOf(child.expression as Node);
    if (name !== undefined) yield { name, start: child.start };
  }
}

/** `email` of `email`, and of `profile.email`. */
function lastNameOf(value: Node): string | undefined {
  if (value.type === 'Identifier') return String(value.name);
  return value.type === 'MemberExpression' ? lastNameOf(value.property as Node) : undefined;
}
