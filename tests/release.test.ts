// A release, in a folder without source and without development packages: it must start and sell, and every
// file that it reads must be there.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { codeEntries, getEntryName } from '#platform/paths.ts';
import { ensureBundled } from '../scripts/bundle/bundle.ts';
import { findLicenceErrors } from '../scripts/release/licences.ts';
import { makeRelease } from '../scripts/release/release.ts';
import { newcomer, PASSWORD } from './support/accounts.ts';
import { press } from './support/bank.ts';
import { textCheck } from './support/cart-lines.ts';
import { billing } from './support/money.ts';
import { dataFolder, type ShopProcess, startShop, unhurried } from './support/process.ts';
import { letRun } from './support/rows/jobs.ts';
import { copyDatabase, type OwnDatabase } from './support/shop.ts';

const folder = join(mkdtempSync(join(tmpdir(), 'fanfare-release-')), 'shop');
const data = dataFolder();
const made = await ensureBundled();
let database: OwnDatabase;
let shop: ShopProcess | undefined;

beforeAll(async () => {
  await makeRelease(made, { folder, withDatabase: false, withNode: false });
  database = await copyDatabase();
});
afterAll(async () => {
  shop?.child.kill('SIGTERM');
  await shop?.ended;
  await database.drop();
  data.drop();
  rmSync(join(folder, '..'), { recursive: true });
});

/** A call with a body, or without one. */
async function call(path: string, { token, body }: { token?: string; body?: object } = {}): Promise<Response> {
  return unhurried(() =>
    fetch(`${shop?.url}${path}`, {
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    }),
  );
}
const isPdf = async (response: Response): Promise<boolean> => (await response.text()).startsWith('%PDF-');

test('documents of a release: they name only commands that it has, and the files of ops that they link to are there', () => {
  const names = ['README.md', ...globSync('docs/*.md', { cwd: folder })];
  const texts = names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const called = new Set(Array.from(texts.matchAll(/\.\/fanfare ([a-z-]+)/g), ([, name = '']) => name));
  expect(called.size).toBeGreaterThan(8);
  const file = (name: string) => join(folder, `dist/server/${name === 'start' ? 'main' : name}.js`);
  expect([...called].filter((name) => !existsSync(file(name)))).toEqual([]);
  expect(texts).not.toMatch(
    /npm start|npm run (?:--silent )?(?:fanfare -- )?(?:audit|backup|export|import|languages|mail|migrate|operator|reconcile|restore|seed)\b/,
  );
  const linked = Array.from(texts.matchAll(/\]\(\.\.\/(ops[^)#]*)/g), ([, path = '']) => path);
  expect(linked.length).toBeGreaterThan(3);
  expect(linked.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
});

test('container build: its context has every file of the repository that the release copies', () => {
  const patterns = readFileSync('ops/Dockerfile.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => ({ isExcluded: !line.startsWith('!'), glob: line.replace('!', '') }));
  const isIncluded = (path: string) =>
    patterns.findLast(({ glob }) => matchesGlob(path, glob) || matchesGlob(path, `${glob}/**`))?.isExcluded === false;
  const tracked = spawnSync('git', ['ls-files'], { encoding: 'utf8' }).stdout.split('\n');
  const copied = tracked.filter((path) => path && existsSync(join(folder, path)));
  expect(copied).toContain('.github/SECURITY.md');
  expect(copied.filter((path) => !isIncluded(path))).toEqual([]);
});

describe('release', () => {
  test('built server: serves pages, takes an order, checks a text and draws an invoice', async () => {
    shop = await startShop(
      {
        DATABASE_URL: formatConnectionUrl(database.connection as Parameters<typeof formatConnectionUrl>[0]),
        DATA_DIR: data.path,
        SECRET_KEYS: 'a key that signs in tests and nowhere else',
      },
      { cwd: folder, args: ['dist/server/main.js'] },
    );
    await shop.said('Fanfare is open.');
    expect(await (await call('/')).text()).toContain('</html>');
    expect((await call('/healthz')).status).toBe(200);

    const sent = newcomer();
    expect((await call('/api/Accounts/register', { body: sent })).status).toBe(204);
    const { accessToken: token } = await (await call('/api/Accounts/login', { body: { email: sent.email, password: PASSWORD } })).json();
    const text = 'La panaderia abre a las siete, y el pan de la casa se acaba antes de que empiece la escuela de enfrente.';
    const lines = [textCheck(text, { answers: { ...textCheck(text).answers, language: 'es' } })];
    const wanted = { currency: 0, couponCode: null, orderFormData: lines };
    const { price } = await (await call('/api/orders/quote', { token, body: wanted })).json();
    const ordered = await call('/api/orders', { token, body: { ...billing, ...wanted, price, startNow: true } });
    expect(ordered.status).toBe(200);
    await press((await ordered.json()).paymentLink, 'success');

    const findOrder = async () => ((await (await call('/api/orders', { token })).json()) as Order[])[0];
    const becomes = (status: number) => expect.poll(async () => (await findOrder())?.status).toBe(status);
    await becomes(PAID);
    // Jobs that else wait for the next minute.
    await withDatabase((sql) => letRun({ sql }, 'fulfilment.makePieces'));
    await becomes(DELIVERED);
    const report = (await findOrder())?.deliveries[0];
    expect(report?.files.map(({ name }) => name)).toContain('report.pdf');

    await withDatabase((sql) => letRun({ sql }, 'invoicing.issue'));
    const { papers } = await (await call('/api/papers?limit=50', { token })).json();
    expect(await isPdf(await call(`/api/papers/pdf?id=${papers[0].id}`, { token }))).toBe(true);
    expect(shop.output()).not.toMatch(/ENOENT|ERR_MODULE_NOT_FOUND|"level":(50|60)/);
  });

  test('threads and processes: each has its file, and loads', () => {
    const bundle = join(folder, 'dist/server', made.id);
    for (const path of codeEntries) expect(existsSync(join(bundle, `${getEntryName(path)}.js`)), path).toBe(true);
    const threads = codeEntries.filter((path) => /thread\.ts$/.test(path)).map((path) => join(bundle, `${getEntryName(path)}.js`));
    const script = `for (const file of ${JSON.stringify(threads)}) await import(file); process.exit(0)`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  test('PDF archives: their colour profile is beside the code that reads it', () => {
    expect(existsSync(join(folder, 'dist/server', made.id, 'data/sRGB_IEC61966_2_1.icc'))).toBe(true);
  });

  test('commands: each is in the release, and says what it needs', () => {
    const environment = { PATH: process.env.PATH, DATA_DIR: join(data.path, 'nothing') };
    const results = ['audit', 'operator', 'mail', 'seed'].map((name) => {
      const { status, stderr } = spawnSync(join(folder, 'fanfare'), [name], {
        cwd: folder,
        env: environment,
        encoding: 'utf8',
      });
      return [name, status, stderr.split('\n')[0]];
    });
    expect(results).toEqual([
      ['audit', 1, expect.stringMatching(/^No shop is running/)],
      ['operator', 1, expect.stringMatching(/^Usage: npm run operator/)],
      ['mail', 1, expect.stringMatching(/^One address, please/)],
      ['seed', 1, expect.stringMatching(/^No shop is running/)],
    ]);
  });

  test('licences and bill of materials: name every package', () => {
    const bill = JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8')) as { components: { name: string }[] };
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['fastify', 'react', 'piscina', 'harper.js', 'dictionary-es', '@expo-google-fonts/bricolage-grotesque']),
    );
    const text = readFileSync(join(folder, 'THIRD-PARTY-LICENSES'), 'utf8');
    for (const name of names) expect(text).toContain(`\n${name} `);
    expect(text).toContain('SIL OPEN FONT LICENSE');
  });

  test('without a build and without development packages: npm start says in one sentence what to do', () => {
    const bare = mkdtempSync(join(tmpdir(), 'fanfare-bare-'));
    for (const name of ['check-node.cjs', 'scripts', 'src', 'package.json'])
      symlinkSync(join(import.meta.dirname, '..', name), join(bare, name));
    const args = ['--preserve-symlinks-main', '--preserve-symlinks', '--require', './check-node.cjs', 'scripts/run.cjs', 'main'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: bare, encoding: 'utf8' });
    rmSync(bare, { recursive: true });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^There is no build in dist\/.*npm ci && npm run build.*\n$/)]);
  });
});

test.for([
  ['MIT', true],
  ['(MIT AND Zlib)', true],
  ['(GPL-3.0 OR LGPL-3.0 OR MPL-1.1)', true],
  ['GPL-3.0-only', false],
  ['MIT AND AGPL-3.0', false],
  ['none', false],
] as const)('licence %s: allowed is %j', ([licence, isAllowed]) => {
  expect(findLicenceErrors([{ name: 'x', licence }])).toEqual(isAllowed ? [] : [expect.stringMatching(/^x: the licence/)]);
});

const [PAID, DELIVERED] = [2, 4];
type Order = { readonly status: number; readonly deliveries: readonly { readonly files: readonly { readonly name: string }[] }[] };

async function withDatabase(work: (sql: (text: string, values?: readonly unknown[]) => Promise<never[]>) => Promise<void>): Promise<void> {
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    await work(async (text, values = []) => (await client.query(text, [...values])).rows as never[]);
  } finally {
    await client.end();
  }
}
