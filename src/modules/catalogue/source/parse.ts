// Checks the files of a catalogue, and makes a catalogue or a list of errors of them. Pure.
import { checkSource } from '#lib/yaml/check.ts';
import { createLineErrorBuilder, isSourceErrors, type Source, type SourceError } from '#lib/yaml/source.ts';
import { type CheckedAgainst, findCommonErrors, findServiceErrors, type ServiceFile } from './checks.ts';
import { catalogueReasons } from './errors.ts';
import { type CatalogueSource, commonShape, serviceFileShape } from './shapes.ts';

/**
 * Checks all files together, because many errors are between files, and between files and what was sold
 * before.
 */
export function parseCatalogue(
  common: Source,
  services: readonly Source[],
  against: CheckedAgainst,
): CatalogueSource | readonly SourceError[] {
  const errors: SourceError[] = [];
  const parsedCommon = checkSource(common, commonShape);
  if (isSourceErrors(parsedCommon)) errors.push(...parsedCommon);
  const parsed: ServiceFile[] = [];
  for (const service of services) {
    const outcome = checkSource(service, serviceFileShape);
    if (isSourceErrors(outcome)) errors.push(...outcome);
    else parsed.push({ file: service.file, ...outcome });
  }
  if (errors.length > 0 || isSourceErrors(parsedCommon)) return errors;
  if (parsed.length === 0) return [createLineErrorBuilder(catalogueReasons, common.file)('no-service')];
  errors.push(...findCommonErrors({ file: common.file, ...parsedCommon }, against));
  errors.push(...parsed.flatMap((each) => findServiceErrors(each, parsed, { common: parsedCommon.value, against })));
  if (errors.length > 0) return errors;
  return { common: parsedCommon.value, services: parsed.map((each) => each.value).sort((a, b) => a.position - b.position) };
}
