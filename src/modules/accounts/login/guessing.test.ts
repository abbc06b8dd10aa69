// Tests the rate limits of log-in: guessing is slow from anywhere, and a known device is not locked out by
// it.
import { logIn, PASSWORD, register } from '../../../../tests/support/accounts.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../../tests/support/shop.ts';
import { environment, somewhere } from '../../../../tests/support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment });

const GUESSES = 200;
const AT_ONCE = 20;

/** Sends `count` guesses. Returns how many were checked, not refused with 429. */
async function guess(shop: Shop, email: (index: number) => string, from: (index: number) => string, count = GUESSES): Promise<number> {
  let tried = 0;
  for (let begin = 0; begin < count; begin += AT_ONCE) {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        shop.call(
          'POST /api/Accounts/login',
          { email: email(begin + index), password: `guess ${begin + index}` },
          { headers: { 'x-forwarded-for': from(begin + index) } },
        ),
      ),
    );
    for (const { status, headers } of answers) {
      expect([400, 429]).toContain(status);
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      if (status === 400) tried++;
    }
  }
  return tried;
}

const newAccount = (shop: Shop) => register(shop, {}, { headers: { 'x-forwarded-for': somewhere() } });

describe('log-in guessing: at most 20 of 200 guesses are checked', () => {
  test('guesses from one address at one account', async ({ shop }) => {
    const [email, from] = [await newAccount(shop), somewhere()];
    expect(
      await guess(
        shop,
        () => email,
        () => from,
      ),
    ).toBeLessThanOrEqual(20);
  });

  test('guesses from one address at many accounts', async ({ shop }) => {
    const from = somewhere();
    expect(
      await guess(
        shop,
        (index) => `nobody-${index}@shop.example`,
        () => from,
      ),
    ).toBeLessThanOrEqual(20);
  });

  test('guesses from many addresses at one account', async ({ shop }) => {
    const email = await newAccount(shop);
    expect(
      await guess(
        shop,
        () => email,
        () => somewhere(),
      ),
    ).toBeLessThanOrEqual(20);
  });

  test('guesses from one IPv6 network', async ({ shop }) => {
    const network = somewhere().split('::')[0];
    expect(
      await guess(
        shop,
        (index) => `no-${index}@shop.example`,
        (index) => `${network}:1::${index.toString(16)}`,
      ),
    ).toBeLessThanOrEqual(20);
  });

  test('guesses at an account that does not exist', async ({ shop }) => {
    expect(
      await guess(
        shop,
        () => 'nobody-at-all@shop.example',
        () => somewhere(),
      ),
    ).toBeLessThanOrEqual(20);
  });

  test('naive version without limits checks every guess', async () => {
    await using unguarded = await openShop({ environment: { ...environment, RATE_LIMITS: 'off' } });
    const from = somewhere();
    const tried = await guess(
      unguarded,
      () => 'nobody@shop.example',
      () => from,
      40,
    );
    expect(tried).toBe(40);
  });

  test('after a quarter of an hour guesses are checked again', async ({ shop }) => {
    const email = await newAccount(shop);
    await guess(
      shop,
      () => email,
      () => somewhere(),
      40,
    );
    shop.clock.turn({ minutes: 14 });
    expect(
      await guess(
        shop,
        () => email,
        () => somewhere(),
        40,
      ),
    ).toBe(0);
    shop.clock.turn({ minutes: 2 });
    expect(
      await guess(
        shop,
        () => email,
        () => somewhere(),
        40,
      ),
    ).toBeGreaterThan(0);
  });
});

const attempt = async (shop: Shop, { email, password = 'guess', cookie = '', from = somewhere() }: Attempt) =>
  (await shop.call('POST /api/Accounts/login', { email, password }, { headers: { cookie, 'x-forwarded-for': from } })).status;
type Attempt = { readonly email: string; readonly password?: string; readonly cookie?: string; readonly from?: string };

const count = (statuses: readonly number[], status: number): number => statuses.filter((each) => each === status).length;

describe('known device', () => {
  test('a known device is not locked out by guesses from elsewhere; a forged or expired cookie does not help', async ({ shop }) => {
    const email = await newAccount(shop);
    const { device } = await logIn(shop, email, {}, { headers: { 'x-forwarded-for': somewhere() } });
    const other = await logIn(shop, await newAccount(shop), {}, { headers: { 'x-forwarded-for': somewhere() } });
    const guessAll = (tries: number) =>
      guess(
        shop,
        () => email,
        () => somewhere(),
        tries,
      );
    await guessAll(60);
    const at = (cookie: string) => attempt(shop, { email, password: PASSWORD, cookie });
    const [id = '', over = '', signature = ''] = device.replace('device=', '').split('.');
    const forged = [`device=${id}.${over}.x`, `device=${id}.${Number(over) + 1}.${signature}`, `device=${id}`, 'device=', other.device];
    for (const cookie of forged) expect(await at(cookie), cookie).toBe(429);
    expect(await at(device)).toBe(200);
    shop.clock.turn({ days: 181 });
    await guessAll(40);
    expect(await at(device)).toBe(429);
  });

  test('a known device has its own limit of 20 attempts', async ({ shop }) => {
    const email = await newAccount(shop);
    const { device } = await logIn(shop, email, {}, { headers: { 'x-forwarded-for': somewhere() } });
    const statuses = await Promise.all(Array.from({ length: 40 }, () => attempt(shop, { email, cookie: device })));
    expect(count(statuses, 400)).toBe(20);
    await logIn(shop, email, {}, { headers: { 'x-forwarded-for': somewhere() } });
  });

  test.for<[string, (device: string, index: number) => string]>([
    ['an extra part', (device, index) => `${device}.${index}`],
    ['extra characters', (device, index) => `${device}${'!'.repeat(index + 1)}`],
    ['padding', (device, index) => `${device}${'='.repeat(index + 1)}`],
  ])('a device cookie with %s appended counts as an unknown device', async ([, spell], { shop }) => {
    const email = await newAccount(shop);
    const from = somewhere();
    const { device } = await logIn(shop, email, {}, { headers: { 'x-forwarded-for': from } });
    const tries = Array.from({ length: 60 }, (_, index) => attempt(shop, { email, cookie: spell(device, index), from }));
    expect(count(await Promise.all(tries), 400)).toBeLessThanOrEqual(20);
  });

  test('many known devices at one address share a limit of 100 attempts', async ({ shop }) => {
    const from = somewhere();
    const known = await Promise.all(
      Array.from({ length: 7 }, async () => {
        const email = await newAccount(shop);
        return { email, cookie: (await logIn(shop, email, {}, { headers: { 'x-forwarded-for': somewhere() } })).device };
      }),
    );
    const tries = known.flatMap((one) => Array.from({ length: 20 }, () => attempt(shop, { ...one, from })));
    const statuses = await Promise.all(tries);
    expect([count(statuses, 400), count(statuses, 429)]).toEqual([100, 40]);
  });

  test('a password change makes other devices unknown, but not the browser that changed it', async ({ shop }) => {
    const email = await newAccount(shop);
    const before = await logIn(shop, email, {}, { headers: { 'x-forwarded-for': somewhere() } });
    const [password, from] = ['nine grey herons', somewhere()];
    const change = { currentPassword: PASSWORD, password, repeatedPassword: password };
    const changed = await shop.call('POST /api/Accounts/change-password', change, { token: before.token });
    expect(changed.status).toBe(204);
    const after = changed.headers.get('set-cookie')?.split(';')[0] ?? '';
    await guess(
      shop,
      () => email,
      () => somewhere(),
      60,
    );
    expect(await attempt(shop, { email, password, cookie: before.device, from })).toBe(429);
    expect(await attempt(shop, { email, password, cookie: after, from })).toBe(200);
  });
});

describe('unknown device', () => {
  test('attempts from one address do not use up the limit of the account for other addresses', async ({ shop }) => {
    const [email, from] = [await newAccount(shop), somewhere()];
    const statuses = await Promise.all(Array.from({ length: 40 }, () => attempt(shop, { email, from })));
    expect(count(statuses, 400)).toBe(10);
    expect(await attempt(shop, { email, password: PASSWORD })).toBe(200);
  });

  test('a correct password resets the failed attempts', async ({ shop }) => {
    const [email, from] = [await newAccount(shop), somewhere()];
    for (let round = 0; round < 2; round++) {
      for (let index = 0; index < 7; index++) expect(await attempt(shop, { email, from })).toBe(400);
      expect(await attempt(shop, { email, password: PASSWORD, from })).toBe(200);
    }
  });
});

test('device cookie: over HTTPS its name has the __Host- prefix', async () => {
  await using secure = await openShop({
    environment: { ...environment, NODE_ENV: 'production', SHOP_URL: 'https://shop.example' },
    jobs: false,
  });
  const email = await newAccount(secure);
  const { headers } = await secure.call('POST /api/Accounts/login', { email, password: PASSWORD });
  expect(headers.get('set-cookie')).toMatch(/^__Host-device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
});

test('password reset: five requests an hour are allowed per address, with or without an account', async ({ shop }) => {
  for (const email of [await newAccount(shop), 'nobody-to-recover@shop.example']) {
    const request = () => shop.call('POST /api/Accounts/forgot-password', { email }, { headers: { 'x-forwarded-for': somewhere() } });
    const answers = await Promise.all(Array.from({ length: 12 }, request));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(5);
  }
});
