// Names and versions of the libraries used, for a delivery's passport.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const folder = join(import.meta.dirname, '../../../../node_modules');
const versionShape = z.object({ version: z.string() });

export async function packageVersions(names: readonly string[]): Promise<readonly string[]> {
  return Promise.all(
    names.map(async (name) => {
      const { version } = versionShape.parse(JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8')));
      return `${name} ${version}`;
    }),
  );
}
