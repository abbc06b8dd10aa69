// Pruning keeps what the kept backups need: their copies, the log from the oldest of them on, and the files.
import { expect, onTestFinished, test } from 'vitest';
import { dataFolder } from '../../../tests/support/process.ts';
import { type BackupManifest, baseFolder, manifestName, segmentOf, uploadName, walName, walStateName } from './layout.ts';
import { listBackups, pruneBackups } from './prune.ts';
import { sealVault } from './sealed-vault.ts';
import { openVault } from './vault.ts';

const SEGMENT_BYTES = 16 * 1024 * 1024;
const segment = (number: number): string => segmentOf(1, number * SEGMENT_BYTES);
const empty = Buffer.alloc(0);

test('two of three backups in two lines: what only the oldest needs is removed, also what a broken one left', async () => {
  const folder = dataFolder();
  onTestFinished(() => folder.drop());
  const vault = sealVault(openVault(`${folder.path}/vault`, undefined), 'a key that encrypts in tests and nowhere else');
  const add = async (line: string, id: string, start: number, files: readonly string[]) => {
    const manifest = { line, id, finishedAt: `2026-03-0${id}T00:00:00Z`, startSegment: segment(start), files } as unknown as BackupManifest;
    await vault.put(`${baseFolder(line, id)}data.0001`, empty);
    await vault.put(manifestName(line, id), Buffer.from(JSON.stringify(manifest)));
  };
  await add('old', '1', 3, ['gone']);
  await add('old', '2', 5, ['kept']);
  await add('new', '3', 7, ['kept', 'newest']);
  const pieces = [walName('old', segment(3)), walName('old', segment(4)), walName('old', segment(5)), walName('old', segment(6), 0)];
  const broken = `${baseFolder('new', '0')}data.0001`;
  const stray = walName('lost', segment(9));
  for (const name of [...pieces, broken, stray, walName('new', segment(7)), walStateName('old'), walStateName('lost')])
    await vault.put(name, empty);
  for (const id of ['gone', 'kept', 'newest', 'now']) await vault.put(uploadName(id), empty);

  expect(await pruneBackups(vault, { keep: 2, line: 'new', files: ['newest', 'now'] })).toBe(1);
  expect((await listBackups(vault)).map(({ id }) => id)).toEqual(['3', '2']);
  expect(await vault.list()).toEqual(
    [
      ...['kept', 'newest', 'now'].map(uploadName),
      ...[manifestName('old', '2'), `${baseFolder('old', '2')}data.0001`, manifestName('new', '3'), `${baseFolder('new', '3')}data.0001`],
      ...[walName('old', segment(5)), walName('old', segment(6), 0), walName('new', segment(7)), walStateName('old')],
    ].toSorted(),
  );
});
