// Worker thread that writes a draft of the home page, the questions, the menus or the company into its file
// and parses it with the others.
import '#platform/threads/thread-languages.ts';
import { writeYaml } from '#lib/yaml/edit.ts';
import type { Tree } from '#lib/yaml/merge.ts';
import { isFaults, type SourceFault } from '#lib/yaml/source.ts';
import { parseContent, type ShopContent } from '../source/content.ts';

export type ContentWork = { readonly files: ReadonlyMap<string, string>; readonly file: string; readonly draft: Tree };
/** `text`: the file with the draft. */
export type ContentRead = { readonly text: string; readonly content: ShopContent } | readonly SourceFault[];

export function work({ files, file, draft }: ContentWork): ContentRead {
  const text = writeYaml(files.get(file) ?? '', draft);
  const content = parseContent(new Map([...files, [file, text]]));
  return isFaults(content) ? content : { text, content };
}
