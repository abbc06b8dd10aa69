// Combines a draft of one catalogue file with all other files and checks the result. Pure.
import { parse } from 'yaml';
import { writeYaml } from '../../lib/yaml/edit.ts';
import { isFaults, type SourceFault } from '../../lib/yaml/source.ts';
import type { OwnerFile } from '../texts/actions.ts';
import { changesBetween } from './changes.ts';
import type { CatalogueDraft, TextChange } from './shapes-desk.ts';
import type { StoredServices } from './source/faults.ts';
import { parseFiles } from './source/files.ts';
import type { CatalogueSource } from './source/source.ts';

export type DraftWork = { readonly files: readonly OwnerFile[]; readonly draft: CatalogueDraft; readonly stored: StoredServices };
export type DraftRead = {
  readonly text: string;
  readonly changes: readonly TextChange[];
  readonly source: CatalogueSource;
  /** Slug of the file's service. */
  readonly slug: string | undefined;
};

export function readCatalogueDraft({ files, draft, stored }: DraftWork): DraftRead | readonly SourceFault[] {
  const before = files.find(({ file }) => file === draft.file)?.text ?? '';
  const text = textOf(before, draft);
  const source = parseFiles(
    files.map((each) => (each.file === draft.file ? { ...each, text } : each)),
    stored,
  );
  if (isFaults(source)) return source;
  const is = parse(text) as { readonly slug?: string };
  return { text, changes: changesBetween(parse(before), is), source, slug: is.slug };
}

function textOf(before: string, { text, service }: CatalogueDraft): string {
  if (text !== undefined) return text.endsWith('\n') ? text : `${text}\n`;
  return service ? writeYaml(before, service) : before;
}
