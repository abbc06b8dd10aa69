// npm run dev, in a copy of the repository: a change of the code is live by itself.
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostgres } from '#platform/embedded-postgres/find.ts';
import { newcomer, PASSWORD } from './support/accounts.ts';
import { dataFolder, type ShopProcess, startShop } from './support/process.ts';
import { copyRepository, type RepositoryCopy } from './support/repository-copy.ts';

const SERVER_FILE = 'src/site/seo/security-txt.ts';
const PAGE_FILE = 'src/site/pages/faq-page.tsx';
const MODULE = '/src/site/enhance/page.ts';
/** A catalog is a module, too: without it a page stays without life. */
const CATALOG = '/locales/account/en.po?import';

const data = dataFolder();
let copy: RepositoryCopy;
let shop: ShopProcess;

beforeAll(async () => {
  copy = copyRepository((path) => /^(src|plugins|scripts|migrations|shop|locales)\/|^[^/]+$/.test(path));
  const args = ['--require', copy.at('check-node.cjs'), 'scripts/dev.ts'];
  shop = await startShop({ DATA_DIR: data.path }, { cwd: copy.folder, args });
  await shop.said('Fanfare is open');
});

afterAll(async () => {
  shop.child.kill('SIGKILL');
  await shop.ended;
  copy.drop();
  data.drop();
});

const readText = async (path: string): Promise<string> => (await fetch(shop.url + path)).text();

const send = (path: string, body: object) =>
  fetch(shop.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const statusAtDesk = (path: string, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(shop.deskUrl + path, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on('error', reject);
  });

function change(path: string, [from, to]: readonly [string, string]): void {
  const text = readFileSync(copy.at(path), 'utf8');
  expect(text).toContain(from);
  copy.write(path, text.replace(from, to));
}

/** What the log has said since. */
async function saidAfter(before: string, text: string): Promise<void> {
  await expect.poll(() => shop.output().slice(before.length)).toContain(text);
}

test('page: rendered, with the source of its script', async () => {
  const page = await readText('/faq');
  expect([page.includes('Questions and answers</h1>'), page.includes(`src="${MODULE}"`)]).toEqual([true, true]);
  for (const path of [MODULE, CATALOG]) {
    const module = await fetch(shop.url + path);
    expect([module.status, module.headers.get('content-type')]).toEqual([200, 'text/javascript']);
  }
});

test('source of the desk: served to this machine only', async () => {
  const files = [...(await (await fetch(`${shop.deskUrl}/queue`)).text()).matchAll(/(?:src|href)="(\/src\/[^"]+)"/g)].map(
    ([, file]) => file,
  );
  expect(files).toHaveLength(3);
  for (const file of files) {
    expect(await statusAtDesk(String(file), {})).toBe(200);
    expect(await statusAtDesk(String(file), { 'x-forwarded-for': '203.0.113.9' })).toBe(404);
  }
});

test('changed server code: live after a restart of the server, and the session goes on', async () => {
  const customer = newcomer();
  expect((await send('/api/Accounts/register', customer)).status).toBe(204);
  const login = await send('/api/Accounts/login', { email: customer.email, password: PASSWORD });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const before = findPostgres(data.path);
  change(SERVER_FILE, ['Contact: mailto:', 'Contact: changed:']);
  await expect.poll(() => readText('/.well-known/security.txt').catch(() => '')).toContain('Contact: changed:');
  const profile = await fetch(`${shop.url}/api/Accounts/profile`, { headers: { authorization: `Bearer ${accessToken}` } });
  expect(profile.status).toBe(200);
  expect(findPostgres(data.path)).toEqual(before);
});

test('server code that does not start: its error is printed, and mended code starts', async () => {
  const before = shop.output();
  change(SERVER_FILE, ['import type { FastifyInstance }', 'throw planted; import type { FastifyInstance }']);
  await saidAfter(before, 'planted is not defined');
  change(SERVER_FILE, ['throw planted; ', '']);
  change(SERVER_FILE, ['Contact: changed:', 'Contact: mended:']);
  await expect.poll(() => readText('/.well-known/security.txt').catch(() => '')).toContain('Contact: mended:');
});

test("changed file of the owner's: live", async () => {
  change('shop/brand.yaml', ['name: Fanfare', 'name: Planted Brand']);
  await expect.poll(() => readText('/').catch(() => '')).toContain('Planted Brand');
});

test('changed page: the next rendering has it, by the same server', async () => {
  const before = shop.output();
  change(PAGE_FILE, ['{t`Questions and answers`}</h1>', 'Planted heading</h1>']);
  await expect.poll(async () => (await readText('/faq')).includes('Planted heading')).toBe(true);
  expect(shop.output().slice(before.length)).not.toContain('Fanfare is open');
});

test('SIGTERM: all stops, with exit code 0', async () => {
  shop.child.kill('SIGTERM');
  expect(await shop.ended).toEqual({ code: 0, signal: null });
});
