// Guessing is slow, from wherever, and whoever is known by the cookie of a former log-in is not locked out by it.
import { logIn, PASSWORD, register } from '../../../tests/support/accounts.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { environment, somewhere } from '../../../tests/support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment });

const GUESSES = 200;
const AT_ONCE = 20;

/** Each guess from where `from` says; how many of them were looked at, and not refused early. */
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

describe('of two hundred guesses twenty are looked at', () => {
  test('from one address, at one account', async ({ shop }) => {
    const [email, from] = [await newAccount(shop), somewhere()];
    expect(
      await guess(
        shop,
        () => email,
        () => from,
      ),
    ).toBeLessThanOrEqual(20);
  });

  test('from one address, at many accounts', async ({ shop }) => {
    const from = somewhere();
    expect(
      await guess(
        shop,
        (index) => `nobody-${index}@shop.example`,
        () => from,
      ),
    ).toBeLessThanOrEqual(20);
  });

  test('from many addresses, at one account', async ({ shop }) => {
    const email = await newAccount(shop);
    expect(
      await guess(
        shop,
        () => email,
        () => somewhere(),
      ),
    ).toBeLessThanOrEqual(20);
  });

  test('from one network of IPv6', async ({ shop }) => {
    const network = somewhere().split('::')[0];
    expect(
      await guess(
        shop,
        (index) => `no-${index}@shop.example`,
        (index) => `${network}:1::${index.toString(16)}`,
      ),
    ).toBeLessThanOrEqual(20);
  });

  test('whether or not there is such an account', async ({ shop }) => {
    expect(
      await guess(
        shop,
        () => 'nobody-at-all@shop.example',
        () => somewhere(),
      ),
    ).toBeLessThanOrEqual(20);
  });

  test('the naive twin, a shop without limits, looks at them all', async () => {
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

  test('and after a quarter of an hour twenty more', async ({ shop }) => {
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

test('the owner logs in meanwhile on a device that was logged in before, and a forged cookie buys nothing', async ({ shop }) => {
  const email = await newAccount(shop);
  const { device } = await logIn(shop, email, {}, { headers: { 'x-forwarded-for': somewhere() } });
  const other = await logIn(shop, await newAccount(shop), {}, { headers: { 'x-forwarded-for': somewhere() } });
  await guess(
    shop,
    () => email,
    () => somewhere(),
    60,
  );
  const at = (cookie: string) =>
    shop.call('POST /api/Accounts/login', { email, password: PASSWORD }, { headers: { cookie, 'x-forwarded-for': somewhere() } });
  const [id = '', over = '', signature = ''] = device.replace('device=', '').split('.');
  const forged = [`device=${id}.${over}.x`, `device=${id}.${Number(over) + 1}.${signature}`, `device=${id}`, 'device=', other.device];
  for (const cookie of forged) expect((await at(cookie)).status, cookie).toBe(429);
  expect((await at(device)).status).toBe(200);
  shop.clock.turn({ days: 181 });
  await guess(
    shop,
    () => email,
    () => somewhere(),
    40,
  );
  expect((await at(device)).status).toBe(429);
});

test('the cookie buys its own allowance, and no more', async ({ shop }) => {
  const email = await newAccount(shop);
  const { device } = await logIn(shop, email, {}, { headers: { 'x-forwarded-for': somewhere() } });
  const tries = Array.from({ length: 40 }, () =>
    shop.call('POST /api/Accounts/login', { email, password: 'guess' }, { headers: { cookie: device, 'x-forwarded-for': somewhere() } }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(20);
  await logIn(shop, email, {}, { headers: { 'x-forwarded-for': somewhere() } });
});

test('a mail for a new password is asked for five times an hour, whether or not there is an account', async ({ shop }) => {
  for (const email of [await newAccount(shop), 'nobody-to-recover@shop.example']) {
    const ask = () => shop.call('POST /api/Accounts/forgot-password', { email }, { headers: { 'x-forwarded-for': somewhere() } });
    const answers = await Promise.all(Array.from({ length: 12 }, ask));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(5);
  }
});
