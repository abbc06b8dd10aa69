// Edits a source text by the places of the nodes of its syntax tree.
import { parseAst } from 'rolldown/parseAst';
import type { ESTree } from 'vite';

export type SyntaxNode = ESTree.Node;
export type Edit = { readonly start: number; readonly end: number; readonly text: string };

export const parseSource = (source: string): SyntaxNode => parseAst(source);

/** `functions`: those around the node, the innermost last. */
type Visit = (node: SyntaxNode, functions: readonly SyntaxNode[]) => void;

export function visitNodes(node: SyntaxNode, visit: Visit, functions: readonly SyntaxNode[] = []): void {
  visit(node, functions);
  const inside = /Function/.test(node.type) ? [...functions, node] : functions;
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) visitNodes(each, visit, inside);
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** An edit inside of a text that another one replaces is lost. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let text = '';
  let at = 0;
  const isInsertion = ({ start, end }: Edit): number => Number(start === end);
  const inOrder = edits.toSorted((a, b) => a.start - b.start || isInsertion(b) - isInsertion(a) || b.end - a.end);
  for (const { start, end, text: replacement } of inOrder) {
    if (start < at) continue;
    text += source.slice(at, start) + replacement;
    at = end;
  }
  return text + source.slice(at);
}
