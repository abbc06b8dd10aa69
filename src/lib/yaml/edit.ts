// Writes values into an owner's YAML file: changes only what differs, and preserves comments, order and
// style. Pure.
import { type Document, isMap, isScalar, isSeq, type Node, parseDocument, visit, type YAMLMap, YAMLSeq } from 'yaml';
import { isSame, isTree, matchItems, type Tree } from './merge.ts';

/** `wanted`: new values by top-level key; undefined removes a key. The text must be valid YAML. */
export function writeYaml(text: string, target: Tree): string {
  const document = parseDocument(text);
  const current = document.toJS() as unknown;
  if (!isMap(document.contents) || !isTree(current)) return text;
  writeMap(document, document.contents, current, { ...current, ...target });
  visit(document, { Seq: (_, seq) => void (seq.flow === true && keepTight(seq)) });
  return document.toString({ lineWidth: 0 });
}

function writeMap(document: Document, map: YAMLMap, current: Tree, target: Tree): void {
  for (const key of new Set([...Object.keys(current), ...Object.keys(target)])) {
    const [before, after] = [current[key], target[key]];
    if (isSame(before, after)) continue;
    if (after === undefined) map.delete(key);
    else map.set(key, toNode(document, map.get(key, true) as Node | undefined, before, after));
  }
}

/** The node with a new value; a new node if the type changed. */
function toNode(document: Document, node: Node | undefined, before: unknown, after: unknown): Node {
  if (isSame(before, after) && node) return node;
  if (isMap(node) && isTree(before) && isTree(after)) {
    writeMap(document, node, before, after);
    return node;
  }
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after)) {
    node.items = writeItems(document, node.items as Node[], before, after);
    return node;
  }
  if (isScalar(node) && typeof before === typeof after && before !== null && after !== null) {
    node.value = after;
    return node;
  }
  return document.createNode(after) as Node;
}

/** Items keep their node, with its comments, at any position. */
function writeItems(document: Document, nodes: readonly Node[], before: readonly unknown[], after: readonly unknown[]): Node[] {
  const matched = matchItems(before, after);
  return after.map((item, index) => {
    const at = matched[index] ?? -1;
    return toNode(document, nodes[at], before[at], item);
  });
}

/** Lists as "[x, y]" but maps as "{ en: … }": the library has one setting for both. */
function keepTight(seq: YAMLSeq): void {
  seq.toString = (context, ...rest) => YAMLSeq.prototype.toString.call(seq, context && { ...context, flowCollectionPadding: '' }, ...rest);
}
