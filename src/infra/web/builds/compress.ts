// Compresses the files of a build. The process of the build does it: in a server, it would leave 100 MB of freed memory behind.
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const compressible: ReadonlySet<string> = new Set(['.js', '.css', '.svg', '.json']);

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** `quick`: a seventh larger, for a start that waits for it. */
const qualities = { quick: 5, best: 11 } as const;
export type Quality = keyof typeof qualities;

export async function compressAssets(folder: string, quality: Quality = 'best'): Promise<void> {
  await Promise.all(
    (await compressibleIn(folder)).map(async (name) => {
      const path = join(folder, name);
      const bytes = await readFile(path);
      await Promise.all([writeFile(`${path}.br`, await pack(bytes, quality)), writeFile(`${path}.gz`, await zip(bytes, { level: 9 }))]);
    }),
  );
}

/** Only Brotli: of gzip, a running server knows the lengths. An unfinished file is beside the folder, where none is listed. */
export async function compressAgain(folder: string): Promise<void> {
  for (const name of await compressibleIn(folder)) {
    const unfinished = join(dirname(folder), `${name}.${process.pid}`);
    await writeFile(unfinished, await pack(await readFile(join(folder, name)), 'best'));
    await rename(unfinished, join(folder, `${name}.br`));
  }
}

const compressibleIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => compressible.has(extname(name)));

const pack = (bytes: Buffer, quality: Quality): Promise<Buffer> =>
  brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: qualities[quality], [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
