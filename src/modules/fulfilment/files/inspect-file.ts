// Checks a file of a delivery when it is added: its kind by its content, that an SVG is only a drawing, and what a ZIP contains.
import { checkFile, isLargeKind } from '../../../infra/files/kind.ts';
import { fileKinds } from '../../../lib/file-kind.ts';
import type { ArchivedFile } from '../shapes.ts';

/** In MB. Recordings, films and archives are larger than texts. */
const MAX_FILE_MB = { usual: 20, large: 100 } as const;
export const maxFileMb = (name: string): number => (isLargeKind(name) ? MAX_FILE_MB.large : MAX_FILE_MB.usual);

/**
 * What an archive contains; null for other files. Throws a user error if customers must not get the file. `texts`: more endings of texts that the kind of
 * the service has.
 */
export async function inspectFile(name: string, path: string, texts: readonly string[]): Promise<readonly ArchivedFile[] | null> {
  const { kind } = await checkFile(path, name, { kinds: fileKinds, texts, isNameChecked: true });
  return kind === 'zip' ? (await import('../../../infra/files/zip.ts')).checkZip(path, texts) : null;
}

/** Documents whose words are not counted. */
const documents = new Set(['txt', 'md', 'docx', 'odt', 'pdf', 'csv', 'json', 'xlsx', 'pptx']);
export const isDocument = (name: string): boolean => documents.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
