import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import {
  clearPoints,
  createTooManyError,
  findHourlyLimitError,
  getAddressKey,
  getHourlyLimit,
  refuseBlocked,
  type Take,
  takePoints,
} from './limits.ts';

describe('rate limit key of an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['0:0:0:0:0:ffff:1.2.3.4', '1.2.3.4'],
    ['1::ffff:1.2.3.4', '1:0:0:0::/64'],
    ['0:1:0:0:0:ffff:1.2.3.4', '0:1:0:0::/64'],
    ['::1.2.3.4', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('address %s: key %s', (address, key) => expect(getAddressKey(address)).toBe(key));
});

// A row stores a timestamp of eight bytes for each point.
test.each(Object.entries(limits))('limit %s: at most 100 points and one day', (_name, { points, seconds }) => {
  expect(points).toBeGreaterThan(0);
  expect(points).toBeLessThanOrEqual(100);
  expect(seconds).toBeLessThanOrEqual(86_400);
});

test('limits that stop guessing: without the limiter their calls are refused', () => {
  const guards = Object.entries(limits).flatMap(([name, row]) => ('guards' in row && row.guards ? [name] : []));
  expect(guards.join(' ')).toBe(
    'login.address login.knownAddress login.pair login.account login.device password.account two-factor.code desk.confirm passkey.address ' +
      'recover.address recover.email reset.address coupon.account coupon.address desk.address desk.knownAddress desk.pair desk.operator ' +
      'desk.device desk.recoverAddress ticketKey.ticket ticketKey.address',
  );
});

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

/** A database that answers each statement by name; the tests of the shop have the real one. */
function world({ answers = {}, rateLimits = true }: { answers?: Readonly<Record<string, unknown[] | Error>>; rateLimits?: boolean } = {}) {
  const asked: { readonly name: string; readonly values: readonly unknown[] }[] = [];
  const lines: string[] = [];
  const log = (level: string) => (_: unknown, text: string) => lines.push(`${level} ${text}`);
  const logger = { error: log('error'), info: log('info'), warn: log('warn'), child: () => logger };
  let now = new Date('2026-05-12T09:30:00Z');
  const query = async ({ name, values }: { name: string; values: unknown[] }) => {
    asked.push({ name, values });
    const rows = answers[name] ?? [{ fresh: false }];
    if (rows instanceof Error) throw rows;
    return { rows };
  };
  const ctx = {
    config: { rateLimits },
    clock: { now: () => now },
    db: { pool: { query } },
    log: logger,
  } as unknown as Parameters<typeof takePoints>[0];
  const turn = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  return { ctx, asked, lines, turn, names: () => asked.map(({ name }) => name) };
}

const catchError = (work: () => Promise<void> | void): Promise<unknown> =>
  Promise.resolve()
    .then(work)
    .then(
      () => undefined,
      (cause: unknown) => cause,
    );
const take: Take = { limit: 'login.pair', of: '203.0.113.7 ada@shop.example' };
const other: Take = { limit: 'register.address', of: '203.0.113.7' };
const full = { 'limits.take': [], 'limits.wait': [{ seconds: '61.2' }] };

describe('points of a limit', () => {
  test('one is free: it is taken by the hash of its key, in the window of the limit', async () => {
    const { ctx, asked } = world();
    expect(await catchError(() => takePoints(ctx, [take, other]))).toBeUndefined();
    expect(asked).toEqual([
      { name: 'limits.take', values: [hash(`login.pair\0${take.of}`), ctx.clock.now(), '900 seconds', 10] },
      { name: 'limits.take', values: [hash(`register.address\0${other.of}`), ctx.clock.now(), '3600 seconds', 20] },
    ]);
  });

  test('a key that is new: ten old ones are deleted', async () => {
    const { ctx, asked } = world({ answers: { 'limits.take': [{ fresh: true }] } });
    await takePoints(ctx, [take]);
    expect(asked.slice(1)).toEqual([{ name: 'limits.sweep', values: [ctx.clock.now(), 10] }]);
  });

  test('none is free: 429 with the time to wait, logged once, and those after it are not charged', async () => {
    const { ctx, names, lines } = world({ answers: full });
    expect(await catchError(() => takePoints(ctx, [take, other]))).toMatchObject({ status: 429, retryAfterSeconds: 62 });
    expect(names()).toEqual(['limits.take', 'limits.wait']);
    expect(lines).toEqual(['info security.limit.reached']);
  });

  test('refused again until the point is free: without a query and a line; then the database is asked', async () => {
    const { ctx, names, lines, turn } = world({ answers: full });
    await catchError(() => takePoints(ctx, [take]));
    turn(61_000);
    expect(await catchError(() => takePoints(ctx, [other, take]))).toMatchObject({ status: 429, retryAfterSeconds: 1 });
    expect(await catchError(() => refuseBlocked(ctx, [take]))).toMatchObject({ status: 429, retryAfterSeconds: 1 });
    expect(await catchError(() => refuseBlocked(ctx, [other]))).toBeUndefined();
    expect(names()).toHaveLength(2);
    turn(200);
    expect(await catchError(() => refuseBlocked(ctx, [take]))).toBeUndefined();
    await catchError(() => takePoints(ctx, [take]));
    expect(names()).toHaveLength(4);
    expect(lines).toHaveLength(2);
  });

  test('a clock that went back: a wait of more than the window is no reason to refuse', async () => {
    const { ctx, turn } = world({ answers: { ...full, 'limits.wait': [{ seconds: '900' }] } });
    expect(await catchError(() => takePoints(ctx, [take]))).toMatchObject({ retryAfterSeconds: 900 });
    expect(await catchError(() => refuseBlocked(ctx, [take]))).toMatchObject({ retryAfterSeconds: 900 });
    turn(-1);
    expect(await catchError(() => refuseBlocked(ctx, [take]))).toBeUndefined();
  });

  test.each([
    ['unknown', [], 1],
    ['of a part of a second', [{ seconds: '0.2' }], 1],
    ['less than nothing', [{ seconds: '-3' }], 1],
    ['longer than the window', [{ seconds: '4000' }], 900],
  ])('a wait %s: between a second and the window', async (_, rows, seconds) => {
    const { ctx } = world({ answers: { 'limits.take': [], 'limits.wait': rows } });
    expect(await catchError(() => takePoints(ctx, [take]))).toMatchObject({ retryAfterSeconds: seconds });
  });

  test('blocks of one database: not those of another', async () => {
    const [one, two] = [world({ answers: full }), world({ answers: full })];
    await catchError(() => takePoints(one.ctx, [take]));
    expect(await catchError(() => refuseBlocked(two.ctx, [take]))).toBeUndefined();
  });

  test('limits are off: nothing is asked, nothing is refused', async () => {
    const { ctx, names } = world({ answers: full, rateLimits: false });
    expect(await catchError(() => takePoints(ctx, [take]))).toBeUndefined();
    expect(await catchError(() => refuseBlocked(ctx, [take]))).toBeUndefined();
    await clearPoints(ctx, take);
    expect(names()).toEqual([]);
  });

  test('ten thousand errors are remembered, the oldest is forgotten', async () => {
    const { ctx } = world({ answers: full });
    const takes = Array.from({ length: 10_001 }, (_, index): Take => ({ limit: 'login.pair', of: String(index) }));
    for (const each of takes) await catchError(() => takePoints(ctx, [each]));
    const refused = await Promise.all(takes.map((each) => catchError(() => refuseBlocked(ctx, [each]))));
    expect(refused.flatMap((cause, index) => (cause ? [] : [index]))).toEqual([0]);
  });
});

describe('the limiter fails', () => {
  const broken = new Error('broken');
  const lost = Object.assign(new Error('lost'), { code: '08006' });

  test('a limit that stops guessing: 503; one that saves costs: the call goes on, and both are logged', async () => {
    const { ctx, lines } = world({ answers: { 'limits.take': broken } });
    expect(await catchError(() => takePoints(ctx, [other]))).toBeUndefined();
    expect(await catchError(() => takePoints(ctx, [take]))).toMatchObject({ status: 503, retryAfterSeconds: 5 });
    expect(lines).toEqual(['error limits.check.failed', 'error limits.check.failed']);
  });

  test('the database is away: its own error, and one line for the outage', async () => {
    const { ctx, lines } = world({ answers: { 'limits.take': lost } });
    expect(await catchError(() => takePoints(ctx, [take]))).toBe(lost);
    expect(lines).toEqual(['error database.outage.started']);
  });

  test('points are given back: by the same key; a failure is logged only', async () => {
    const { ctx, asked } = world();
    await clearPoints(ctx, take);
    expect(asked).toEqual([{ name: 'limits.clear', values: [hash(`login.pair\0${take.of}`)] }]);
    const failing = world({ answers: { 'limits.clear': broken } });
    await clearPoints(failing.ctx, take);
    expect(failing.lines).toEqual(['error limits.reset.failed']);
  });
});

test.each([
  [1, 'limit.minutes', 1],
  [60, 'limit.minutes', 1],
  [61, 'limit.minutes', 2],
  [89 * 60, 'limit.minutes', 89],
  [89 * 60 + 1, 'limit.hours', 2],
  [120 * 60, 'limit.hours', 2],
  [120 * 60 + 1, 'limit.hours', 3],
])('a wait of %i s: 429 that says %s %i', (seconds, id, count) => {
  expect(createTooManyError(seconds)).toMatchObject({
    status: 429,
    retryAfterSeconds: seconds,
    errors: { '': [{ id, values: { count } }] },
  });
});

const hashText = (text: string) => createHash('sha256').update(text).digest('base64url');

test('hourly limits of an account: each has its own key and number', () => {
  expect(getHourlyLimit({ rateLimits: true }, 'purchase', 7, 'ada')).toEqual({ key: hashText('purchase.hour\0ada'), points: 7 });
  expect(getHourlyLimit({ rateLimits: true }, 'deposit', 3, 'ada')).toEqual({ key: hashText('deposit.hour\0ada'), points: 3 });
});

test('hourly limit, limits are off: none', () => expect(getHourlyLimit({ rateLimits: false }, 'purchase', 7, 'ada')).toBeNull());

test.each([
  [{ code: 'FF009', detail: '90' }, 90],
  [{ code: 'FF009', detail: '0' }, 1],
  [{ code: 'FF009' }, 1],
  [{ code: 'FF009', detail: '-3' }, 1],
  [{ code: 'FF008', detail: '90' }, undefined],
  [{}, undefined],
])('hourly limit, error of the database %o: wait of %s s', (error, seconds) => {
  expect(findHourlyLimitError(error)?.retryAfterSeconds).toBe(seconds);
});
