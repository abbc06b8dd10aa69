// Streams a delivery as a ZIP archive without holding it in memory.
import { Readable } from 'node:stream';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export type ArchiveEntry = { readonly name: string; readonly at: Date; readonly content: Buffer | (() => Promise<AsyncIterable<Buffer>>) };

type Parts = Iterable<ArchiveEntry> | AsyncIterable<ArchiveEntry>;

export const packArchive = (parts: Parts): Readable => Readable.from(packEntries(parts));

async function* packEntries(parts: Parts): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const zip = new Zip((cause, chunk) => {
    if (cause) throw cause;
    made.push(chunk);
  });
  for await (const { name, at, content } of parts) {
    // Files are stored, because most are compressed already; texts are deflated.
    const file = Buffer.isBuffer(content) ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
    file.mtime = at;
    zip.add(file);
    for await (const chunk of Buffer.isBuffer(content) ? [content] : await content()) {
      file.push(new Uint8Array(chunk));
      yield* made;
      made = [];
    }
    file.push(new Uint8Array(0), true);
  }
  zip.end();
  yield* made;
}

/** Makes file names unique and removes path traversal. */
export function makeFileNamesSafe(names: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return names.map((name) => {
    const plain = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '_') || 'file';
    let unique = plain;
    for (let copy = 2; usedNames.has(unique.toLowerCase()); copy++) unique = plain.replace(/(\.[^.]*)?$/, ` (${copy})$1`);
    usedNames.add(unique.toLowerCase());
    return unique;
  });
}
