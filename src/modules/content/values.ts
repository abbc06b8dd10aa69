// What a file of the owner says as a value, and a value as its file: YAML as it is, Markdown beside what
// stands above it, an image as text. Pure.
import { formatYaml } from '#lib/yaml/edit.ts';
import { isTree } from '#lib/yaml/merge.ts';
import { readSource } from '#lib/yaml/parse.ts';
import type { ContentValue } from './shapes.ts';

/** A text that is no YAML is kept as it is: an old version stays readable. */
export function toValue(file: string, text: string): ContentValue {
  const { value, errors } = readSource(file, text);
  const said = errors.length > 0 ? undefined : (value ?? {});
  return isTree(said) ? said : { unparsed: text };
}

export function toText(file: string, value: ContentValue): string {
  const { markdown, text, unparsed, ...head } = value;
  if (typeof unparsed === 'string') return unparsed;
  if (file.endsWith('.yaml')) return formatYaml(value);
  if (!file.endsWith('.md')) return String(text);
  return Object.keys(head).length === 0 ? String(markdown) : `---\n${formatYaml(head)}---\n${String(markdown)}`;
}
