// Compresses the files of a build. The process of the build does it: in a server, it would leave 100 MB of
// freed memory behind.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const compressible: ReadonlySet<string> = new Set(['.js', '.css', '.svg', '.json']);

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => compressible.has(extname(name)));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const bytes = await readFile(path);
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      await Promise.all([
        writeFile(`${path}.br`, await brotli(bytes, { params })),
        writeFile(`${path}.gz`, await zip(bytes, { level: 9 })),
      ]);
    }),
  );
}
