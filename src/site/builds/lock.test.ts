import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLock } from './lock.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('lock: concurrent work runs one at a time', async () => {
  let inside = 0;
  let most = 0;
  const work = () =>
    withLock(join(folder, 'one'), async () => {
      most = Math.max(most, ++inside);
      await new Promise((done) => setImmediate(done));
      inside--;
    });
  await Promise.all([work(), work(), work()]);
  expect(most).toBe(1);
});

test('lock: failed work releases it', async () => {
  const path = join(folder, 'two');
  await expect(withLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await readdir(folder)).not.toContain('two');
});

test('lock: a lock of a dead process is taken over', async () => {
  const path = join(folder, 'three');
  // Above the highest possible process id.
  await writeFile(path, '99999999');
  expect(await withLock(path, async () => 'done')).toBe('done');
});
