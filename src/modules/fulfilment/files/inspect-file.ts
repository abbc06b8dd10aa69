// Checks a file of a delivery when it is added: its kind by its content, that an SVG is only a drawing, and
// what a ZIP contains.

import { isLargeKind, listFileKinds } from '#lib/file-kind.ts';
import type { ServiceNumber } from '#modules/catalogue/shapes.ts';
import { type AcceptedKinds, checkFile } from '#platform/files/kind.ts';
import type { FulfilmentDeps } from '../deps.ts';
import type { ArchivedFile } from '../shapes.ts';

/** In MB. Recordings, films and archives are larger than texts. */
const MAX_FILE_MB = { usual: 20, large: 100 } as const;
export const getMaxFileMb = (name: string): number => (isLargeKind(name) ? MAX_FILE_MB.large : MAX_FILE_MB.usual);
export const MAX_DELIVERY_FILES = 20;
/** The files of a maker are in memory until they are stored. */
const MAX_PRODUCED_MB = 100;
const MB = 1024 * 1024;

/** What is too much in the files of a maker, in plain English for the desk. */
export function findExcess(files: readonly { readonly name: string; readonly bytes: Uint8Array }[]): string | undefined {
  const large = files.find(({ name, bytes }) => bytes.byteLength > getMaxFileMb(name) * MB);
  if (large) return `${large.name} has more than ${getMaxFileMb(large.name)} MB`;
  if (files.length > MAX_DELIVERY_FILES) return `there are more than ${MAX_DELIVERY_FILES} files`;
  const total = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  return total > MAX_PRODUCED_MB * MB ? `its files have more than ${MAX_PRODUCED_MB} MB in all` : undefined;
}

/** What the deliveries of a service may have: the owner's kinds, and the endings of texts of its own kind. */
export function getAcceptedKinds({ catalogue }: Pick<FulfilmentDeps, 'catalogue'>, service: ServiceNumber): AcceptedKinds {
  const found = catalogue.current().services.find(({ type }) => type === service);
  const kinds = listFileKinds(found?.production.deliveredFiles);
  return { kinds, texts: catalogue.getKind(service).fileTypes, isNameChecked: true };
}

export const isFilesOnly = ({ catalogue }: Pick<FulfilmentDeps, 'catalogue'>, service: ServiceNumber): boolean =>
  catalogue.current().services.find(({ type }) => type === service)?.delivers === 'files';

/** What an archive contains; null for other files. Throws a user error if customers must not get the file. */
export async function inspectFile(name: string, path: string, accepted: AcceptedKinds): Promise<readonly ArchivedFile[] | null> {
  const { kind } = await checkFile(path, name, accepted);
  return kind === 'zip' ? (await import('#platform/files/zip.ts')).checkZip(path, accepted.texts) : null;
}

/** Documents whose words are not counted. */
const documents = new Set(['txt', 'md', 'docx', 'odt', 'pdf', 'csv', 'json', 'xlsx', 'pptx']);
export const isDocument = (name: string): boolean => documents.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
