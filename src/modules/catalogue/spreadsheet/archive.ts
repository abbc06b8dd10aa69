// Archives services in one change. Pure; runs in a worker thread.
import { writeYaml } from '#lib/yaml/edit.ts';
import { isFaults, type SourceFault } from '#lib/yaml/source.ts';
import type { OwnerFile } from '#modules/texts/actions.ts';
import type { StoredCatalogue } from '../source/faults.ts';
import { parseFiles } from '../source/files.ts';
import type { CatalogueSource } from '../source/source.ts';

export type ArchiveWork = { readonly files: readonly OwnerFile[]; readonly stored: StoredCatalogue; readonly names: readonly string[] };
export type ArchivePlan = { readonly files: readonly OwnerFile[]; readonly source: CatalogueSource };

export function planArchive({ files, stored, names }: ArchiveWork): ArchivePlan | readonly SourceFault[] {
  const archived = files
    .filter(({ file }) => names.includes(file))
    .map(({ file, text }) => ({ file, text: writeYaml(text, { state: 'archived' }) }));
  const source = parseFiles([...files.filter(({ file }) => !names.includes(file)), ...archived], { ...stored, priced: [] });
  return isFaults(source) ? source : { files: archived, source };
}
