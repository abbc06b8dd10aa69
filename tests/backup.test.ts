// Backups of the embedded database: commands beside a running shop that is then killed and removed. What it
// had acknowledged is in the restored shop.
import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { listPostgresIn } from '#platform/embedded-postgres/processes.ts';
import { post } from './faults/customers.ts';
import { newcomer, PASSWORD } from './support/accounts.ts';
import { dataFolder, type ShopProcess, startShop } from './support/process.ts';

const folder = dataFolder();
const at = (name: string): string => join(folder.path, name);
const vault = at('vault');
const running: ShopProcess[] = [];
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  folder.drop();
});

const BACKUP_KEY = 'a key that encrypts in tests and nowhere else';
/** With Stripe's test keys there is no demo history, which would take longer than the start. */
const base = { BACKUP_KEY, STRIPE_SECRET_KEY: 'sk_test_key', STRIPE_WEBHOOK_SECRET: 'whsec_secret', RATE_LIMITS: 'off' };

async function start(dataDir: string, environment: Record<string, string> = {}): Promise<ShopProcess> {
  const shop = await startShop({ ...base, DATA_DIR: dataDir, ...environment });
  running.push(shop);
  await shop.said('Fanfare is open.');
  return shop;
}

type Run = { readonly code: number; readonly said: string };

const command = (name: string, args: readonly string[], environment: Record<string, string> = {}): Promise<Run> =>
  new Promise((done) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...base, ...environment };
    execFile(process.execPath, ['--require', './check-node.cjs', `scripts/${name}.ts`, ...args], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, said: out + err }),
    );
  });

const restoreInto = (name: string, args: readonly string[] = [], environment: Record<string, string> = {}): Promise<Run> =>
  command('restore', ['--from', vault, ...args], { DATA_DIR: at(name), ...environment });

async function registerAt(shop: ShopProcess): Promise<string> {
  const sent = newcomer();
  expect((await post(shop, '/api/Accounts/register', sent)).status).toBe(204);
  return sent.email;
}

const logIn = async (shop: ShopProcess, email: string) => (await post(shop, '/api/Accounts/login', { email, password: PASSWORD })).status;

/** Resolves when a copy that began after the call has ended. */
async function copied(dataDir: string): Promise<void> {
  const mark = () => statSync(join(dataDir, 'last-wal'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  for (let times = 0; times < 2; times++) {
    const before = mark();
    await expect.poll(mark, { interval: 50 }).toBeGreaterThan(before);
  }
}

/** Its PostgreSQL stops a moment after it was killed. */
async function untilGone(dataDir: string): Promise<void> {
  await expect.poll(() => listPostgresIn(join(dataDir, 'postgres')).length).toBe(0);
  rmSync(dataDir, { recursive: true });
}

test('commands: refused with the reason, before anything is stored', async () => {
  const [noNumber, noBackup] = await Promise.all([
    command('backup', ['--to', vault, '--keep', '0'], { DATA_DIR: at('nothing') }),
    command('restore', ['--from', vault], { DATA_DIR: at('nothing') }),
  ]);
  expect([noNumber.code, noNumber.said]).toEqual([1, expect.stringContaining('--keep is a number')]);
  expect([noBackup.code, noBackup.said]).toEqual([1, expect.stringContaining('no complete backup')]);
  expect([existsSync(vault), existsSync(at('nothing'))]).toEqual([false, false]);
});

// Each test goes on from the folders of the one before. Absent from the ordinary run, whose count has no
// skipped tests: src/platform/backup/restore.test.ts has the same promises without whole shops.
const describeInFull: (title: string, options: { shuffle: boolean }, work: () => void) => void =
  process.env.FULL === '1' ? describe : () => undefined;
describeInFull('shop that is killed and whose data folder is lost', { shuffle: false }, () => {
  let [early, late] = ['', ''];
  let between = new Date();

  test('backup beside the running shop: its time and size are in the metrics', async () => {
    const shop = await start(at('shop'), { BACKUP_TO: vault, BACKUP_SECONDS: '1' });
    const made = await command('backup', ['--to', vault, '--keep', '2'], { DATA_DIR: at('shop') });
    expect([made.code, made.said]).toEqual([0, expect.stringMatching(/ \d+\.\d MB in [\d.]+ s, 0 files/)]);
    early = await registerAt(shop);
    between = new Date();
    late = await registerAt(shop);
    const metrics = await (await fetch(`${shop.deskUrl}/metrics`)).text();
    expect(metrics).toMatch(/^fanfare_backup_age_seconds \d/m);
    expect(metrics).toMatch(/^fanfare_backup_bytes \d{6,}/m);
    await copied(at('shop'));
    shop.child.kill('SIGKILL');
    await shop.ended;
    mkdirSync(at('before'));
    cpSync(join(at('shop'), 'secrets.json'), join(at('before'), 'secrets.json'));
    await untilGone(at('shop'));
  });

  test('stored objects: nothing of them can be read without the key', async () => {
    const stored = readdirSync(vault, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(stored.length).toBeGreaterThan(3);
    for (const { parentPath, name } of stored) {
      const content = readFileSync(join(parentPath, name));
      expect(content.subarray(0, 4).toString()).toBe('FFB1');
      expect(content.includes(early)).toBe(false);
    }
    const other = await restoreInto('wrong-key', [], { BACKUP_KEY: 'another key that encrypts in tests and nowhere else' });
    expect([other.code, other.said]).toEqual([1, expect.stringContaining('another BACKUP_KEY')]);
  });

  test('restore --check: the audit finds nothing, and the copy is removed', async () => {
    const checked = await restoreInto('unused', ['--check']);
    expect([checked.code, checked.said]).toEqual([0, expect.stringContaining('The audit found nothing. The copy was removed.')]);
    expect(readdirSync(folder.path)).not.toContain('unused');
  });

  test('restore: every acknowledged customer can log in; a folder that is not empty is refused', async () => {
    const restored = await restoreInto('restored');
    expect([restored.code, restored.said]).toEqual([0, expect.stringContaining('The audit found nothing.')]);
    expect(restored.said).toMatch(/Skipped, .*: INV-\d+-000001 to INV-\d+-001000/);
    expect(readFileSync(join(at('restored'), 'secrets.json'))).toEqual(readFileSync(join(at('before'), 'secrets.json')));
    const shop = await start(at('restored'));
    expect(await Promise.all([early, late].map((email) => logIn(shop, email)))).toEqual([200, 200]);
    shop.child.kill('SIGTERM');
    await shop.ended;
    expect(await restoreInto('restored')).toEqual({ code: 1, said: expect.stringContaining('is not empty') });
  });

  test('restore --to-time: has what was committed before that moment, and nothing later', async () => {
    expect(await restoreInto('early', ['--to-time', between.toISOString()])).toEqual({
      code: 0,
      said: expect.stringContaining('The audit found nothing.'),
    });
    const shop = await start(at('early'));
    expect(await Promise.all([early, late].map((email) => logIn(shop, email)))).toEqual([200, 400]);
    shop.child.kill('SIGTERM');
    await shop.ended;
    const future = await restoreInto('future', ['--to-time', '2999-01-01T00:00:00Z']);
    expect([future.code, future.said]).toEqual([1, expect.stringContaining('a later moment cannot be restored')]);
  });

  test('naive version without the copied log: acknowledged customers are lost', async () => {
    const naive = at('naive-vault');
    cpSync(vault, naive, { recursive: true });
    for (const { parentPath, name } of readdirSync(naive, { recursive: true, withFileTypes: true }))
      if (/^[0-9A-F]{24}\./.test(name)) rmSync(join(parentPath, name));
    expect(await command('restore', ['--from', naive], { DATA_DIR: at('naive') })).toMatchObject({ code: 0 });
    const shop = await start(at('naive'));
    expect(await logIn(shop, late)).toBe(400);
  });

  test('changed object: refused', async () => {
    const damaged = at('damaged-vault');
    cpSync(vault, damaged, { recursive: true });
    const part = readdirSync(damaged, { recursive: true, withFileTypes: true }).find(({ name }) => name === 'data.0001');
    appendFileSync(join(part?.parentPath ?? '', 'data.0001'), 'x');
    const answer = await command('restore', ['--from', damaged], { DATA_DIR: at('damaged') });
    expect([answer.code, answer.said]).toEqual([1, expect.stringContaining('another checksum')]);
  });
});
