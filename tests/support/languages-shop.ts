// A shop with three more languages than the release: French, German and Arabic, in part translated.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locales, setLanguages } from '#lib/locale.ts';

const sample = join(import.meta.dirname, '../../shop');
const added = join(import.meta.dirname, '../languages/shop');

/** The files of the sample shop with those of the languages. */
export async function languagesShop() {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-languages-'));
  for (const from of [sample, added]) await cp(from, folder, { recursive: true });
  return {
    folder,
    choose: (...languages: readonly string[]) => writeFile(join(folder, 'languages.yaml'), `languages: [${languages.join(', ')}]\n`),
    async edit(file: string, change: (text: string) => string): Promise<void> {
      const path = join(folder, file);
      await writeFile(path, change(await readFile(path, 'utf8')));
    },
    async [Symbol.asyncDispose]() {
      // Test files share a process.
      setLanguages(locales);
      await rm(folder, { recursive: true });
    },
  };
}
