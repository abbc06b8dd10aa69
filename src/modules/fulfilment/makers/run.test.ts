// Production programs that hang, use too much memory, throw or die: each failure is an answer, and the
// sandbox holds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import type { ProductionBrief } from './maker.ts';
import { openRunner, type Runner, type RunnerLimits, type RunRequest } from './run.ts';

const root = join(import.meta.dirname, '../../../..');
const threadFile = join(root, 'tests/support/bad-makers.ts');
const patient = { seconds: 60, mebibytes: 1_000 };
const opened: Runner[] = [];

function runner(more: Partial<RunnerLimits> = {}) {
  const own = openRunner({ log: pino({ level: 'silent' }) }, { threadFile, ...more });
  opened.push(own);
  const does = (notes: string, request: Partial<RunRequest> = {}) =>
    own.run(
      { does: 'make', maker: 'post-kits', brief: createBrief(notes), settings: { model: undefined, shopName: '' } },
      { accountId: 'ada', limits: patient, ...request },
    );
  return { ...own, does };
}

const createBrief = (notes: string): ProductionBrief => ({
  pieceId: 'piece',
  offerId: 'social-boosts-3',
  quantity: 1,
  platform: null,
  ordered: undefined,
  instructions: undefined,
  language: 'en',
  answers: { notes },
  dueAt: '2026-11-21T10:00:00.000Z',
  madeAt: '2026-03-23T10:00:00.000Z',
  others: [],
});

afterEach(() => {
  for (const each of opened.splice(0)) each.stop();
});

describe('failing program', () => {
  test.for([
    ['hangs', { seconds: 2, mebibytes: 1_000 }, 'late'],
    ['waits', { seconds: 2, mebibytes: 1_000 }, 'late'],
    ['eats beside its heap', { seconds: 60, mebibytes: 400 }, 'memory'],
    ['throws', patient, 'broken'],
    ['ends its process', patient, 'died'],
  ] as const)('%s: fails with its reason, and the next run succeeds', async ([notes, limits, failed]) => {
    const { does } = runner();
    const outcome = await does(notes, { limits });
    expect(outcome).toMatchObject({ failed, why: expect.stringMatching(/^It .*\.$|^Its .*\.$/) });
    expect(JSON.stringify(outcome)).not.toContain('customer');
    expect(await does('works')).toMatchObject({ text: 'done' });
  });

  test('eats its heap: fails for memory, and the next run succeeds', async () => {
    const { does } = runner({ heapMebibytes: 64 });
    expect(await does('eats its heap')).toMatchObject({ failed: 'memory' });
    expect(await does('works')).toMatchObject({ text: 'done' });
  });
});

describe('queue of programs', () => {
  test('runs follow each other in one process, and a full queue refuses', async () => {
    const { does, processId } = runner({ mostWaiting: 3 });
    const all = await Promise.all(['works', 'works', 'works', 'works'].map((each) => does(each)));
    expect(all.map((each) => ('failed' in each ? each.failed : 'made'))).toEqual(['made', 'made', 'made', 'busy']);
    const id = processId();
    expect(await does('works')).toMatchObject({ text: 'done' });
    expect(processId()).toBe(id);
  });

  test('nine runs of one account: the run of another account is next', async () => {
    const { does } = runner();
    const done: string[] = [];
    const work = (accountId: string) => does('works', { accountId }).then(() => done.push(accountId));
    await Promise.all([...Array.from({ length: 9 }, () => work('ada')), work('grace')]);
    expect(done.indexOf('grace')).toBe(1);
  });

  test('an aborted run lets the next one run, and stopping the runner ends all', async () => {
    const { does, stop } = runner();
    const gone = new AbortController();
    const first = does('hangs', { signal: gone.signal });
    const second = does('works');
    gone.abort();
    expect(await first).toMatchObject({ failed: 'stopped' });
    expect(await second).toMatchObject({ text: 'done' });
    const third = does('hangs');
    const fourth = does('works');
    await expect.poll(() => opened[0]?.processId()).toBeDefined();
    stop();
    expect(await third).toMatchObject({ failed: 'stopped' });
    expect(await fourth).toMatchObject({ failed: 'stopped' });
  });

  test('the process ends when idle or above its memory limit', async () => {
    const idle = runner({ idleMs: 1 });
    await idle.does('works');
    await expect.poll(() => idle.processId()).toBeUndefined();
    const heavy = runner({ warmMebibytes: 1 });
    await heavy.does('works');
    expect(heavy.processId()).toBeUndefined();
  });
});

describe('process of a program', () => {
  test('it has no secrets, no files outside the code, and no network unless allowed', async () => {
    const { does } = runner();
    expect(await does('tells what it sees')).toMatchObject({ text: '["TZ"]' });
    expect(await does('reads a file')).toMatchObject({ text: 'ERR_ACCESS_DENIED' });
    expect(await does('asks out')).toMatchObject({ text: 'ERR_ACCESS_DENIED' });
    expect(await does('asks out', { asksOut: true })).toMatchObject({ text: 'ECONNREFUSED' });
  });

  test('it dies with the shop, also while it hangs', async () => {
    const shop = spawn(process.execPath, [join(root, 'tests/support/maker-parent.ts')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(shop.stdout, 'data')) as [Buffer];
    const id = Number(said.toString());
    expect(isAlive(id)).toBe(true);
    shop.kill('SIGKILL');
    await expect.poll(() => isAlive(id)).toBe(false);
  });
});

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}
