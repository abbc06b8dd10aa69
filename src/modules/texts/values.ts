// What a file of the owner says as a value, and a value as its file: YAML as it is, Markdown beside what
// stands above it, an image as text. Pure.
import { parse } from 'yaml';
import { splitFrontMatter } from '#lib/markdown/front-matter.ts';
import { formatYaml } from '#lib/yaml/edit.ts';
import { isTree, type Tree } from '#lib/yaml/merge.ts';

export type ContentValue = Tree;

/** A text that is no YAML is kept as it is: an old version stays readable. */
export function toValue(file: string, text: string): ContentValue {
  if (!/\.(yaml|md)$/.test(file)) return { text };
  const { head, markdown } = splitFrontMatter(file.endsWith('.md') ? text : '');
  try {
    const value: unknown = parse(file.endsWith('.md') ? head : text) ?? {};
    if (isTree(value)) return file.endsWith('.md') ? { ...value, markdown } : value;
  } catch {}
  return { unparsed: text };
}

export function toText(file: string, value: ContentValue): string {
  const { markdown, text, unparsed, ...head } = value;
  if (typeof unparsed === 'string') return unparsed;
  if (file.endsWith('.yaml')) return formatYaml(value);
  if (!file.endsWith('.md')) return String(text);
  return Object.keys(head).length === 0 ? String(markdown) : `---\n${formatYaml(head)}---\n${String(markdown)}`;
}
