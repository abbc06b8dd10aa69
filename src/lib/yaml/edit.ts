// Values written into an owner's YAML file: only what differs is touched, so that comments, order and the owner's own way to write stay. Pure.
import { type Document, isMap, isScalar, isSeq, type Node, parseDocument, visit, type YAMLMap, YAMLSeq } from 'yaml';
import { isSame, isTree, nameOf, namesOf, type Tree } from './merge.ts';

/** `wanted`: of the top of the file, the keys that may change; undefined takes one away. The text has to be YAML that can be read. */
export function writeYaml(text: string, wanted: Tree): string {
  const document = parseDocument(text);
  const is = document.toJS() as unknown;
  if (!isMap(document.contents) || !isTree(is)) return text;
  writeMap(document, document.contents, is, { ...is, ...wanted });
  visit(document, { Seq: (_, seq) => void (seq.flow === true && keepTight(seq)) });
  return document.toString({ lineWidth: 0 });
}

function writeMap(document: Document, map: YAMLMap, is: Tree, wanted: Tree): void {
  for (const key of new Set([...Object.keys(is), ...Object.keys(wanted)])) {
    const [before, after] = [is[key], wanted[key]];
    if (isSame(before, after)) continue;
    if (after === undefined) map.delete(key);
    else map.set(key, written(document, map.get(key, true) as Node | undefined, before, after));
  }
}

/** The node as it was, with another value in it; a new one where it was something else. */
function written(document: Document, node: Node | undefined, before: unknown, after: unknown): Node {
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

/** What is named keeps its node wherever it stands now; the rest goes by its place. */
function writeItems(document: Document, nodes: readonly Node[], before: readonly unknown[], after: readonly unknown[]): Node[] {
  const [were, are] = [namesOf(before), namesOf(after)];
  return after.map((item, index) => {
    const at = were && are ? were.indexOf(nameOf(item) ?? '') : index;
    return written(document, nodes[at], before[at], item);
  });
}

/** "[x, y]", as owners write it, beside "{ en: … }": the library has one setting for both. */
function keepTight(seq: YAMLSeq): void {
  seq.toString = (context, ...rest) => YAMLSeq.prototype.toString.call(seq, context && { ...context, flowCollectionPadding: '' }, ...rest);
}
