// What the import says of a file that is no archive.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { expectArchive } from './import-shop.ts';

test('a CSV file, an empty file and a missing one are named with the way to import them; an archive passes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const at = async (name: string, content: string | Buffer): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  for (const path of [await at('clients.csv', 'email,name\n'), await at('empty.tar.gz', '')])
    await expect(expectArchive(path)).rejects.toMatchObject({
      lines: [expect.stringMatching(/is not an archive of npm run fanfare -- export.*at the desk/)],
    });
  await expect(expectArchive(join(folder, 'none'))).rejects.toMatchObject({ lines: [expect.stringContaining('There is no file')] });
  await expectArchive(await at('shop.tar.gz', gzipSync('shop')));
});
