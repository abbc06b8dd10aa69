// Parses the owner's catalogue files into a catalogue or a list of faults. Pure.
import { parseYaml } from '#lib/yaml/parse.ts';
import { isFaults, type SourceFault } from '#lib/yaml/source.ts';
import { type CheckedAgainst, faultsBetween, faultsOfCommon, type ServiceFile } from './faults.ts';
import { type CatalogueSource, commonShape, serviceFileShape } from './source.ts';

type ReadFile = { readonly file: string; readonly text: string };

/**
 * Parses all files together, because many faults are between files, and between files and what was sold
 * before.
 */
export function parseCatalogue(
  common: ReadFile,
  services: readonly ReadFile[],
  against: CheckedAgainst,
): CatalogueSource | readonly SourceFault[] {
  const faults: SourceFault[] = [];
  const parsedCommon = parseYaml(common.file, common.text, commonShape);
  if (isFaults(parsedCommon)) faults.push(...parsedCommon);
  const parsed: ServiceFile[] = [];
  for (const { file, text } of services) {
    const outcome = parseYaml(file, text, serviceFileShape);
    if (isFaults(outcome)) faults.push(...outcome);
    else parsed.push({ file, ...outcome });
  }
  if (faults.length > 0 || isFaults(parsedCommon)) return faults;
  if (parsed.length === 0) return [{ file: common.file, line: 1, reason: 'no file beside it describes a service' }];
  faults.push(...faultsOfCommon({ file: common.file, ...parsedCommon }, against));
  faults.push(...parsed.flatMap((each) => faultsBetween(each, parsed, { common: parsedCommon.value, against })));
  if (faults.length > 0) return faults;
  return { common: parsedCommon.value, services: parsed.map((each) => each.value).sort((a, b) => a.position - b.position) };
}
