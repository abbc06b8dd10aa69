// A shop's folder in which a test writes plugins.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from 'vitest';

export const examplePlugin = join(import.meta.dirname, '../../examples/glossary-plugin');

/** A shop's folder with these files; the example is installed in it. */
export const test = base.extend<{ folder: string; write: (file: string, text: string) => Promise<void> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'fanfare-plugins-'));
    await cp(examplePlugin, join(folder, 'node_modules/fanfare-glossary-plugin'), { recursive: true });
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
