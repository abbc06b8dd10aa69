// A shop's folder in which a test writes plugins.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from 'vitest';

export const examples = join(import.meta.dirname, '../../examples');
export const examplePlugin = join(examples, 'glossary-plugin');

/** As `npm install` would. */
export const installExample = (folder: string, name: string): Promise<void> =>
  cp(join(examples, name), join(folder, `node_modules/fanfare-${name}`), { recursive: true });

/** A shop's folder with these files; the example is installed in it. */
export const test = base.extend<{ folder: string; write: (file: string, text: string) => Promise<void> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'fanfare-plugins-'));
    await installExample(folder, 'glossary-plugin');
    await use(folder);
    await rm(folder, { recursive: true });
  },
  write: async ({ folder }, use) => {
    await use(async (file, text) => {
      await mkdir(join(folder, 'plugins'), { recursive: true });
      await writeFile(join(folder, file), text);
    });
  },
});
