// Opens ZIP archives for checks: of an archive, or of a document that is one by its nature.
import { fromBufferPromise, openPromise, type ZipFile } from 'yauzl';

export const toLatin1 = (texts: readonly string[]): readonly Buffer[] => texts.map((text) => Buffer.from(text, 'latin1'));
/** Signatures of archives and of old Office files, which may contain macros and embedded objects. */
export const archiveSignatures = toLatin1([
  'PK\x03\x04',
  'PK\x05\x06',
  'Rar!',
  '7z\xbc\xaf\x27\x1c',
  '\x1f\x8b',
  '\xfd7zXZ',
  'BZh',
  '\xd0\xcf\x11\xe0',
]);
/** Names that lead out of the folder are an error. */
export async function openZip(source: string | Buffer): Promise<{ file: ZipFile } & AsyncDisposable> {
  const options = { autoClose: false, strictFileNames: true, validateEntrySizes: true };
  const file = await (typeof source === 'string' ? openPromise(source, options) : fromBufferPromise(source, options));
  return {
    file,
    async [Symbol.asyncDispose]() {
      file.close();
    },
  };
}

/** System errors (disk) have an errno. */
export const isSystemError = (cause: unknown): boolean => typeof (cause as NodeJS.ErrnoException).syscall === 'string';
