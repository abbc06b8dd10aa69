// Security log: stable event names, account and request of each, and no secrets.
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { type SecurityEvent, securityEvents } from '#platform/logging/security-log.ts';
import { codeIn, logIn, PASSWORD, register } from './support/accounts.ts';
import { atDesk, operating } from './support/desk.ts';
import { appCode, memberWithApp } from './support/passkeys.ts';
import { test as base, describe, expect, type Shop } from './support/shop.ts';

type Line = { readonly event?: SecurityEvent } & Readonly<Record<string, unknown>>;
const written: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void written.push(line) });

const test = base.extend('shopOptions', { scope: 'file' }, { log, jobs: true, environment: { TRUSTED_PROXIES: '127.0.0.1' } });

/** The lines written during the work. */
async function collectLines(work: () => Promise<unknown>): Promise<Line[]> {
  const before = written.length;
  await work();
  return written.slice(before).map((line) => JSON.parse(line) as Line);
}
const getAccountId = async (shop: Shop, token: string) => (await shop.call('GET /api/Accounts/profile', undefined, { token })).body.id;
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const tryLogIn = (shop: Shop, email: string, password: string, address = '203.0.113.7') =>
  shop.call('POST /api/Accounts/login', { email, password }, from(address));

describe('security log', () => {
  test('log-ins are written with account, address and request id, even at log level error', async ({ shop }) => {
    const email = await register(shop);
    const answers: Awaited<ReturnType<typeof tryLogIn>>[] = [];
    const lines = await collectLines(async () => {
      for (const password of ['not it', PASSWORD]) answers.push(await tryLogIn(shop, email, password));
      answers.push(await tryLogIn(shop, 'nobody@shop.example', PASSWORD));
    });
    const account = await getAccountId(shop, answers[1]?.body.accessToken ?? '');
    const seen = (index: number) => ({
      requestId: answers[index]?.headers.get('x-request-id'),
      address: '203.0.113.7',
      area: 'shop',
      level: 30,
    });
    expect(lines).toMatchObject([
      { event: 'security.login.failed', reason: 'password', account, ...seen(0) },
      { event: 'security.login.succeeded', factor: 'none', account, ...seen(1) },
      { event: 'security.login.failed', reason: 'unknown', emailHash: expect.stringMatching(/^[\w-]{16}$/), ...seen(2) },
    ]);
  });

  test('reached rate limit is written once', async ({ shop }) => {
    const email = await register(shop);
    const lines = await collectLines(() => Promise.all(Array.from({ length: 60 }, () => tryLogIn(shop, email, 'guess', '203.0.113.8'))));
    const reached = lines.filter(({ event }) => event === 'security.limit.reached');
    expect(lines.filter(({ event }) => event === 'security.login.failed')).toHaveLength(10);
    expect(reached).toMatchObject([{ limit: 'login.pair', address: '203.0.113.8', waitSeconds: 900 }]);
    const more = await collectLines(() => Promise.all(Array.from({ length: 60 }, () => tryLogIn(shop, email, 'guess', '203.0.113.8'))));
    expect(more).toEqual([]);
  });

  test('changes of password, email and second factor are written', async ({ shop }) => {
    const { email, token, secret } = await memberWithApp(shop);
    const account = await getAccountId(shop, token);
    const password = 'nine grey herons';
    const lines = await collectLines(async () => {
      const change = { currentPassword: PASSWORD, password, repeatedPassword: password };
      await shop.call('POST /api/Accounts/change-password', change, { token });
      await shop.call('POST /api/Accounts/change-email', { email: `new-${email}`, currentPassword: password }, { token });
      shop.clock.turn({ minutes: 1 });
      await shop.call('POST /api/Accounts/turn-off-two-factor', { currentPassword: password, code: appCode(shop, secret) }, { token });
      await shop.call('POST /api/Accounts/forgot-password', { email });
      const code = codeIn((await shop.mail(email, /new password/i)).text);
      await shop.call('POST /api/Accounts/reset-password', { email, password: PASSWORD, repeatedPassword: PASSWORD, code });
    });
    expect(lines).toMatchObject([
      { event: 'security.password.changed', by: 'owner', account },
      { event: 'security.email.changeAsked', account },
      { event: 'security.factor.removed', factor: 'app', account },
      { event: 'security.password.changed', by: 'mailed code', account },
    ]);
    expect(lines.every(({ requestId, address }) => requestId && address)).toBe(true);
  });

  test('requests refused by role or by origin are written', async ({ shop }) => {
    const [owner, maker] = [await operating(shop, 'owner'), await operating(shop, 'maker')];
    const lines = await collectLines(async () => {
      await maker.call('POST /api/team/role', { id: owner.id, role: 'maker' });
      await shop.call('POST /api/prices', { currency: 0 }, { headers: { origin: 'http://evil.example' } });
    });
    expect(lines).toMatchObject([
      { event: 'security.access.denied', route: '/api/team/role', method: 'POST', operator: maker.id },
      { event: 'security.access.denied', route: '/api/prices', method: 'POST' },
    ]);
  });

  test('logged-in request for a missing or foreign record is written without its id', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const { token } = await logIn(shop, await register(shop));
    const account = await getAccountId(shop, token);
    const id = crypto.randomUUID();
    const lines = await collectLines(async () => {
      await shop.call('GET /api/orders/order', { id }, { token });
      await owner.call('GET /api/customer', { id });
      await fetch(`${shop.urls.storefront}/nothing`);
      await fetch(`${shop.urls.storefront}/api/nothing`, { headers: { authorization: `Bearer ${token}` } });
    });
    expect(lines).toMatchObject([
      { event: 'security.access.notFound', method: 'GET', route: '/api/orders/order', account },
      { event: 'security.access.notFound', method: 'GET', route: '/api/customer', operator: owner.id },
    ]);
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain(id);
  });

  test('operator log-ins, role changes and removals are written', async ({ shop }) => {
    const [owner, maker] = [await operating(shop, 'owner'), await operating(shop, 'maker')];
    const lines = await collectLines(async () => {
      await atDesk(shop, 'POST /api/log-in', { email: maker.email, password: 'a guess of theirs' });
      await atDesk(shop, 'POST /api/log-in', { email: maker.email, password: maker.password });
      await owner.call('POST /api/team/role', { id: maker.id, role: 'support' });
      await owner.call('POST /api/team/end', { id: maker.id, why: 'left the shop' });
    });
    expect(lines).toMatchObject([
      { event: 'security.login.failed', area: 'desk', reason: 'password', operator: maker.id },
      { event: 'security.login.succeeded', area: 'desk', operator: maker.id },
      { event: 'security.role.changed', operator: owner.id, about: maker.id, role: 'support' },
      { event: 'security.operator.ended', operator: owner.id, about: maker.id },
    ]);
  });

  test('one event is written at most 300 times a minute', async ({ shop }) => {
    const send = () => shop.call('POST /api/prices', { currency: 0 }, { headers: { origin: 'http://evil.example' } });
    for (let round = 0; round < 8; round++) await Promise.all(Array.from({ length: 50 }, send));
    expect(written.filter((line) => line.includes('"security.access.denied"')).length).toBeLessThanOrEqual(300);
  });

  test('no line holds an email address, a password, a code or a token', async ({ shop }) => {
    const { email, secret, token } = await memberWithApp(shop);
    const { refreshToken, device } = await logIn(shop, await register(shop));
    const all = written.join('');
    expect(all).not.toMatch(/@|heron|a guess of theirs/);
    for (const text of [email, secret, token, refreshToken, device]) expect(all).not.toContain(text);
  });
});

test('security log: every event is documented in docs/security.md', () => {
  const documented = readFileSync(new URL('../docs/security.md', import.meta.url), 'utf8');
  for (const event of securityEvents) expect(documented).toContain(`\`${event}\``);
});
