// Pruning against a model: after every prune, also after one that was killed or that ran beside other
// commands, each backup that is left can be restored to every later moment. Naive versions fail.
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BackupHistory, listReadable, type MemoryVault } from '../../../tests/support/backup-histories.ts';
import { dataFolder } from '../../../tests/support/process.ts';
import { type BackupManifest, formatBaseId, getBaseFolder, getManifestName, getWalName, readName, uploadName } from './layout.ts';
import { pruneBackups } from './prune.ts';
import { encryptVault } from './sealed-vault.ts';
import { openVault } from './vault.ts';

type Prune = typeof pruneBackups;
type Step =
  | { readonly do: 'change'; readonly uploads: number; readonly removals: number; readonly segments: number }
  | { readonly do: 'wait'; readonly hours: number }
  | { readonly do: 'unfinished base' }
  | { readonly do: 'restore' }
  /** Killed, or another backup and changes come between, before that call of the vault. */
  | { readonly do: 'base'; readonly keep: number; readonly killedAt: number | undefined; readonly besideAt: number | undefined };

const callNumber = fc.option(fc.integer({ min: 1, max: 14 }), { nil: undefined });
const change: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('change'),
  uploads: fc.nat(2),
  removals: fc.nat(2),
  segments: fc.nat(2),
});
const wait: fc.Arbitrary<Step> = fc.record({ do: fc.constant('wait'), hours: fc.integer({ min: 1, max: 40 }) });
const base: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('base'),
  keep: fc.integer({ min: 1, max: 3 }),
  killedAt: callNumber,
  besideAt: callNumber,
});
const unfinished: fc.Arbitrary<Step> = fc.constant({ do: 'unfinished base' });
const restored: fc.Arbitrary<Step> = fc.constant({ do: 'restore' });
const histories = (...steps: fc.Arbitrary<Step>[]) => fc.array(fc.oneof(...steps), { maxLength: 20 });

class Killed extends Error {}

/** Returns what a restore would miss, after the first prune that removed too much. */
async function play(steps: readonly Step[], prune: Prune): Promise<string[]> {
  const history = new BackupHistory();
  const restores = steps.some((step) => step.do === 'restore');
  for (const step of steps) {
    if (step.do === 'change') history.change(step);
    else if (step.do === 'wait') history.wait(step.hours);
    else if (step.do === 'restore') history.restore();
    else if (step.do === 'unfinished base') history.startBase();
    else {
      const missing = await playBase(history, step, { prune, restores });
      if (missing.length > 0) return missing;
    }
  }
  return [];
}

type BaseStep = Extract<Step, { do: 'base' }>;

async function playBase(
  history: BackupHistory,
  { keep, killedAt, besideAt }: BaseStep,
  { prune, restores }: { prune: Prune; restores: boolean },
): Promise<string[]> {
  const { vault } = history;
  const before = (await listReadable(vault)).length;
  const other = besideAt === undefined ? undefined : history.startBase();
  const made = history.startBase().finish();
  let calls = 0;
  vault.before = () => {
    calls++;
    if (calls === killedAt) throw new Killed();
    if (calls !== besideAt) return;
    history.change({ uploads: 1, removals: 1, segments: 1 });
    other?.finish();
    history.change({ uploads: 1, removals: 0, segments: 1 });
  };
  const killed = await prune(vault, made, keep).then(
    () => false,
    (cause: unknown) => {
      if (!(cause instanceof Killed)) throw cause;
      return true;
    },
  );
  vault.before = () => undefined;
  const missing = await history.missing();
  if (prune !== pruneBackups) return missing;
  const kept = await listReadable(vault);
  expect(kept.map(({ id }) => id)).toContain(made.id);
  if (!killed && besideAt === undefined) expect(kept).toHaveLength(Math.min(keep, before + 1));
  if (!killed && besideAt === undefined && !restores) expect(await history.needless()).toEqual([]);
  return missing;
}

describe('any history of uploads, backups, crashes and restores', () => {
  test('what is left can be restored to every later moment; nothing else is stored', async () => {
    const runs = { numRuns: process.env.FULL ? 20_000 : 300 };
    await fc.assert(
      fc.asyncProperty(histories(change, wait, base, base, unfinished), async (steps) => {
        expect(await play(steps, pruneBackups)).toEqual([]);
      }),
      runs,
    );
    await fc.assert(
      fc.asyncProperty(histories(change, wait, base, base, unfinished, restored), async (steps) => {
        expect(await play(steps, pruneBackups)).toEqual([]);
      }),
      runs,
    );
  });

  const choose = async (vault: MemoryVault, keep: number) => {
    const backups = await listReadable(vault);
    return { kept: backups.slice(0, keep), removed: backups.slice(keep), names: await vault.list() };
  };
  const naive: Readonly<Record<string, (vault: MemoryVault, keep: number) => Promise<void>>> = {
    'removes files that no manifest lists': async (vault, keep) => {
      const { kept, names } = await choose(vault, keep);
      const files = new Set(kept.flatMap((each) => each.files));
      for (const name of names) if (!files.has(readName(name).file ?? [...files][0] ?? '')) await vault.remove(name);
    },
    'keeps the log of the newest backup only': async (vault, keep) => {
      const { kept, names } = await choose(vault, keep);
      for (const name of names) if ((readName(name).segment ?? '~') < (kept[0]?.startSegment ?? '')) await vault.remove(name);
    },
    'removes the parts before the manifest': async (vault, keep) => {
      const { removed, names } = await choose(vault, keep);
      for (const name of names) if (removed.some(({ line, id }) => name.startsWith(getBaseFolder(line, id)))) await vault.remove(name);
    },
    'removes every copy without a manifest': async (vault, keep) => {
      const { kept, names } = await choose(vault, keep);
      for (const name of names) if (readName(name).id && !kept.some(({ id }) => id === readName(name).id)) await vault.remove(name);
    },
  };
  test.for(Object.entries(naive))('naive version that %s: a backup that is left cannot be restored', async ([, version]) => {
    const prune: Prune = async (vault, _made, keep) => {
      await version(vault as MemoryVault, keep);
      return { removed: 0, unreadable: [] };
    };
    const found = await fc.check(
      fc.asyncProperty(histories(change, base), async (steps) => {
        expect(await play(steps, prune)).toEqual([]);
      }),
      { seed: 1, numRuns: 1_000, endOnFailure: true },
    );
    expect(found.failed).toBe(true);
  });
});

async function shopWithBackups(count: number): Promise<BackupHistory> {
  const history = new BackupHistory();
  for (let number = 0; number < count; number++) {
    history.change({ uploads: 1, removals: 0, segments: 1 });
    history.startBase().finish();
  }
  return history;
}

test('objects that are not of a backup: never removed', async () => {
  const history = await shopWithBackups(2);
  const foreign = [
    'photo.jpg',
    'files/holiday.jpg',
    'other/wal/000000010000000000000001',
    'other/base/20260101T000000000Z/data.0001',
    'x/wal-state',
  ];
  for (const name of foreign) await history.vault.put(name, Buffer.alloc(0));
  expect(await pruneBackups(history.vault, history.startBase().finish(), 1)).toEqual({ removed: 2, unreadable: [] });
  expect(await history.vault.list()).toEqual(expect.arrayContaining(foreign));
});

test('new backup of which an object is missing: refused, and nothing is removed', async () => {
  for (const choose of [
    ({ parts }: { parts: readonly { name: string }[] }) => parts[0]?.name ?? '',
    ({ line, startSegment }: { line: string; startSegment: string }) => getWalName(line, startSegment),
    ({ line, id }: { line: string; id: string }) => getManifestName(line, id),
  ]) {
    const history = await shopWithBackups(2);
    const made = history.startBase().finish();
    await history.vault.remove(choose(made));
    const before = await history.vault.list();
    await expect(pruneBackups(history.vault, made, 1)).rejects.toThrow(`${choose(made)} is missing in the vault`);
    expect(await history.vault.list()).toEqual(before);
  }
});

test('new backup of a clock that runs behind: stays, although it seems to be the oldest', async () => {
  const history = await shopWithBackups(2);
  history.wait(-100);
  const made = history.startBase().finish();
  expect(await pruneBackups(history.vault, made, 1)).toEqual({ removed: 2, unreadable: [] });
  expect((await listReadable(history.vault)).map(({ id }) => id)).toEqual([made.id]);
});

test('unreadable manifest: reported, the others are pruned, and it can be restored as before once it is readable again', async () => {
  const history = new BackupHistory();
  history.change({ uploads: 3, removals: 0, segments: 2 });
  const made: BackupManifest[] = [];
  for (let number = 0; number < 5; number++) {
    made.push(history.startBase().finish());
    history.change({ uploads: 1, removals: 1, segments: 2 });
    history.wait(30);
  }
  const { line = '', id = '' } = made[2] ?? {};
  const name = getManifestName(line, id);
  const good = history.vault.objects.get(name) ?? Buffer.alloc(0);
  history.vault.objects.set(name, good.subarray(0, 40));
  const last = history.startBase().finish();
  expect(await pruneBackups(history.vault, last, 1)).toEqual({
    removed: 4,
    unreadable: [{ line, id, name, cause: expect.any(String) }],
  });
  history.vault.objects.set(name, good);
  expect((await listReadable(history.vault)).map((each) => each.id)).toEqual([last.id, id]);
  expect(await history.missing()).toEqual([]);
  // What only the first backups needed is gone.
  expect(await history.vault.list()).not.toContain(getWalName(line, made[0]?.startSegment ?? ''));
});

test('vault that fails while manifests are read: refused, and nothing is removed', async () => {
  const history = await shopWithBackups(3);
  const { vault } = history;
  const made = history.startBase().finish();
  const before = vault.objects.size;
  let calls = 0;
  vault.before = () => {
    if (++calls === 3) throw new Error('the store of backups answered with status 503');
  };
  await expect(pruneBackups(vault, made, 1)).rejects.toThrow('503');
  expect(vault.objects.size).toBe(before);
});

test('backups in a folder, encrypted: the newest two are left, with a file that was uploaded since', async () => {
  const folder = dataFolder();
  onTestFinished(() => folder.drop());
  const sealed = encryptVault(openVault(`${folder.path}/vault`, undefined), 'a key that encrypts in tests and nowhere else');
  const history = await shopWithBackups(3);
  const made = history.startBase().finish();
  history.change({ uploads: 1, removals: 0, segments: 0 });
  for (const [name, content] of history.vault.objects) await sealed.put(name, content);
  for (const vault of [sealed, history.vault]) expect((await pruneBackups(vault, made, 2)).removed).toBe(2);
  expect(await sealed.list()).toEqual(await history.vault.list());
  expect((await sealed.list()).filter((name) => name.startsWith(uploadName('')))).toHaveLength(4);
  expect((await listReadable(sealed)).map(({ id }) => id)).toContain(made.id);
  expect(await sealed.list(`${made.line}/base/`)).toHaveLength(4);
  expect(formatBaseId(new Date(made.startedAt))).toBe(made.id);
});
