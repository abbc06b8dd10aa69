// The owner's catalogue files in a folder of the test, to change and import.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { importCatalogue } from '#modules/catalogue/actions.ts';
import type { Shop } from './shop.ts';

const SAMPLE_CATALOGUE = join(import.meta.dirname, '../../shop/catalogue');

export type OwnerFiles = Awaited<ReturnType<typeof ownerFiles>>;

export async function ownerFiles({ ctx }: Pick<Shop, 'ctx'>) {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-catalogue-'));
  await cp(SAMPLE_CATALOGUE, folder, { recursive: true });
  const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');
  return {
    folder,
    read,
    write: (file: string, text: string): Promise<void> => writeFile(join(folder, file), text),
    /** A new service as an owner makes one: a copy with another key, slug and offer ids. */
    async copy(from: string, key: string, slug: string): Promise<string> {
      const text = await read(`${from}.yaml`);
      const copied = text
        .replace(/^key: .*$/m, `key: ${key}`)
        .replaceAll(from, slug)
        .replace(/^name: .*$/m, `name: { en: "${key}", es: "${key}", jp: "${key}" }`);
      await writeFile(join(folder, `${slug}.yaml`), copied);
      return copied;
    },
    async edit(file: string, from: string | RegExp, to: string): Promise<void> {
      const text = await read(file);
      const edited = text.replace(from, to);
      expect(edited).not.toBe(text);
      await writeFile(join(folder, file), edited);
    },
    remove: (file: string): Promise<void> => rm(join(folder, file)),
    import: () => importCatalogue(ctx.db, folder),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
