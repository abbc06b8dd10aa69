// Tests the rate limits of log-in at the desk: guessing is slow, operators are not locked out, and the audit
// log records it.

import { atDesk, operating } from '../../../tests/support/desk.ts';
import { freePorts } from '../../../tests/support/process.ts';
import { auditLines, replacePassword } from '../../../tests/support/rows/desk.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';
import { somewhere } from '../../../tests/support/tickets.ts';

// The desk trusts a proxy's client address only in production.
const [deskPort] = await freePorts(1);
const environment = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  SHOP_URL: 'https://shop.example',
  TRUSTED_PROXIES: '127.0.0.1,::1',
  DESK_PORT: String(deskPort),
  DESK_URL: `http://127.0.0.1:${deskPort}`,
};
const test = base.extend('shopOptions', { scope: 'file' }, { environment, jobs: false });

type Attempt = {
  readonly email: string;
  readonly password?: string;
  readonly cookie?: string;
  readonly code?: string;
  readonly from?: string;
};

const attempt = (shop: Shop, { email, password = 'a guess of theirs', code, cookie = '', from = somewhere() }: Attempt) =>
  atDesk(shop, 'POST /api/log-in', { email, password, ...(code ? { code } : {}) }, { cookie, from });

/** Returns how many attempts were checked, not refused with 429. */
async function guess(shop: Shop, count: number, createAttempt: (index: number) => Attempt): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => attempt(shop, createAttempt(index))));
  for (const { status } of answers) expect([400, 429]).toContain(status);
  return answers.filter(({ status }) => status === 400).length;
}

/** A correct log-in. An app code works once, so the clock advances first. */
async function logInCorrectly(
  shop: Shop,
  { email, password, appCode }: Awaited<ReturnType<typeof operating>>,
  more: Partial<Attempt> = {},
) {
  shop.clock.turn({ minutes: 1 });
  return attempt(shop, { email, password, code: await appCode(), ...more });
}

describe('log-in attempts', () => {
  test('40 from one address at one operator: five are checked, and the operator can log in from another address', async ({ shop }) => {
    const [owner, from] = [await operating(shop, 'owner', { withApp: true }), somewhere()];
    expect(await guess(shop, 40, () => ({ email: owner.email, from }))).toBe(5);
    expect((await logInCorrectly(shop, owner)).status).toBe(204);
  });

  test('60 from many addresses at one operator: at most 20 are checked, and a known device can still log in', async ({ shop }) => {
    const owner = await operating(shop, 'owner', { withApp: true });
    const device = (await logInCorrectly(shop, owner)).device.split(';')[0] ?? '';
    expect(await guess(shop, 60, () => ({ email: owner.email }))).toBeLessThanOrEqual(20);
    expect((await logInCorrectly(shop, owner)).status).toBe(429);
    expect((await logInCorrectly(shop, owner, { cookie: device })).status).toBe(204);
  });

  test('60 from one address at many operators: 20 are checked', async ({ shop }) => {
    const from = somewhere();
    expect(await guess(shop, 60, (index) => ({ email: `nobody-${index}@desk.example`, from }))).toBe(20);
  });

  test('40 with the cookie of a known device: 20 are checked, with an altered cookie five', async ({ shop }) => {
    const owner = await operating(shop, 'owner', { withApp: true });
    const from = somewhere();
    const device = (await logInCorrectly(shop, owner, { from })).device.split(';')[0] ?? '';
    expect(device).toMatch(/^__Host-desk-device=/);
    expect(await guess(shop, 40, () => ({ email: owner.email, cookie: device }))).toBe(20);
    expect(await guess(shop, 40, (index) => ({ email: owner.email, cookie: `${device}.${index}`, from }))).toBe(5);
  });

  test('40 with a device cookie from before a new password: five are checked', async ({ shop }) => {
    const owner = await operating(shop, 'owner', { withApp: true });
    const device = (await logInCorrectly(shop, owner)).device.split(';')[0] ?? '';
    await replacePassword(shop, owner.id, (await operating(shop, 'maker')).id);
    expect(await guess(shop, 40, () => ({ email: owner.email, cookie: device, from: '203.0.113.77' }))).toBe(5);
  });
});

describe('audit log of refused log-ins', () => {
  const listFailedLogIns = async (owner: Awaited<ReturnType<typeof operating>>, about: string) => {
    const { body } = await owner.call('GET /api/audit', { kind: 'operator', about });
    return body.filter(({ act }) => act === 'desk.logInRefused').map(({ after }) => after as { reason: string; tries: number });
  };
  const sum = (lines: readonly { reason: string; tries: number }[], reason: string) =>
    lines.filter((line) => line.reason === reason).reduce((tries, line) => tries + line.tries, 0);

  test('a refused log-in is recorded immediately with operator and reason, without the typed values', async ({ shop }) => {
    const [owner, maker] = [await operating(shop, 'owner', { withApp: true }), await operating(shop, 'maker', { withApp: true })];
    await attempt(shop, { email: maker.email });
    const [line] = (await owner.call('GET /api/audit', { kind: 'operator', about: maker.id })).body;
    expect(line).toMatchObject({ act: 'desk.logInRefused', before: null, after: { reason: 'password', tries: 1 } });
    await attempt(shop, { email: maker.email, password: maker.password, code: '918273' });
    expect(sum(await listFailedLogIns(owner, maker.id), 'code')).toBe(1);
    expect(JSON.stringify(await auditLines(shop))).not.toMatch(/a guess of theirs|918273/);
  });

  test('200 refused log-ins are counted in two entries per reason', async ({ shop }) => {
    const [owner, maker] = [await operating(shop, 'owner', { withApp: true }), await operating(shop, 'maker', { withApp: true })];
    await guess(shop, 200, () => ({ email: maker.email }));
    const lines = await listFailedLogIns(owner, maker.id);
    expect(lines).toHaveLength(4);
    expect([sum(lines, 'password'), sum(lines, 'limit')]).toEqual([20, 180]);
    shop.clock.turn({ minutes: 16 });
    await attempt(shop, { email: maker.email });
    expect(await listFailedLogIns(owner, maker.id)).toHaveLength(5);
  });

  test('attempts at unknown addresses are counted together', async ({ shop }) => {
    const owner = await operating(shop, 'owner', { withApp: true });
    const before = sum(await listFailedLogIns(owner, 'unknown'), 'password');
    await guess(shop, 10, (index) => ({ email: `stranger-${index}@desk.example` }));
    const lines = await listFailedLogIns(owner, 'unknown');
    expect(sum(lines, 'password') - before).toBe(10);
  });
});
