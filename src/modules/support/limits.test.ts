// Rate limits on a real database: exact under concurrency; if the limiter fails, what can be guessed is
// refused and the rest is open.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UserError } from '#lib/user-error.ts';
import { clearPoints, takePoints } from '#platform/limits/limits.ts';
import { addLimitHit, clearLimits, limitHits, limitRows } from '../../../tests/support/rows/database.ts';
import { breakLimiter } from '../../../tests/support/rows/planted-errors.ts';
import { openTestGround, type TestGround } from '../../../tests/support/test-context.ts';
import { limits } from '../../limits.ts';

let ctx: TestGround;
beforeAll(async () => {
  ctx = await openTestGround();
});
afterAll(() => ctx.drop());
let round = 0;
beforeEach(() => {
  round++;
  return clearLimits(ctx);
});

const { points, seconds } = limits['ticket.address'];
const take = async (of = 'one', on: Parameters<typeof takePoints>[0] = ctx): Promise<'taken' | number> => {
  try {
    await takePoints(on, [{ limit: 'ticket.address', of: `${of} ${round}` }]);
    return 'taken';
  } catch (error) {
    if (error instanceof UserError && error.retryAfterSeconds !== undefined) return error.retryAfterSeconds;
    throw error;
  }
};
const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, work));
const taken = (answers: readonly unknown[]): number => answers.filter((answer) => answer === 'taken').length;

describe('100 requests at once', () => {
  test('exactly the limit is accepted', async () => {
    expect(taken(await times(100, () => take()))).toBe(points);
  });

  test('naive version: a read before the write accepts too many', async () => {
    const allRead = Promise.withResolvers<void>();
    let waiting = 100;
    const naive = async () => {
      const hits = await limitHits(ctx, 'naive');
      if (--waiting === 0) allRead.resolve();
      await allRead.promise;
      if (hits >= points) return 'refused';
      await addLimitHit(ctx, 'naive');
      return 'taken';
    };
    expect(taken(await times(100, naive))).toBeGreaterThan(points);
  });
});

describe('point of a rate limit', () => {
  test('it is free again after its time, not before', async () => {
    await take();
    ctx.clock.turn({ seconds: 60 });
    await times(points - 1, () => take());
    expect(await take()).toBe(seconds - 60);
    ctx.clock.turn({ seconds: seconds - 61 });
    expect(await take()).toBe(1);
    ctx.clock.turn({ seconds: 1 });
    expect([await take(), await take()]).toEqual(['taken', 60]);
  });

  test('a refused request uses no point', async () => {
    await times(points, () => take());
    for (let minute = 0; minute < 9; minute++) {
      ctx.clock.turn({ minutes: 1 });
      expect(await take()).toBe(seconds - (minute + 1) * 60);
    }
    ctx.clock.turn({ minutes: 1 });
    expect(taken(await times(points, () => take()))).toBe(points);
  });

  test('it still counts if the clock is set back five minutes, not if it is set back a year', async () => {
    await times(points, () => take());
    ctx.clock.turn({ minutes: -5 });
    expect(await take()).toBe(seconds);
    ctx.clock.turn({ days: -365 });
    expect(await take()).toBe('taken');
    ctx.clock.turn({ days: 365, minutes: 5 });
  });

  test('it counts for one key and one limit only', async () => {
    await times(points, () => take('one'));
    expect(await take('two')).toBe('taken');
    await expect(takePoints(ctx, [{ limit: 'ticket.email', of: 'one' }])).resolves.toBeUndefined();
  });
});

describe('refused key', () => {
  test('a request before the first point is free is refused without a query', async () => {
    await times(points, () => take());
    expect(await take()).toBe(seconds);
    let queries = 0;
    const { pool } = ctx.db;
    const { query } = pool;
    Object.assign(pool, { query: () => queries++ });
    try {
      ctx.clock.turn({ seconds: 1 });
      expect(await times(50, () => take())).toEqual(Array.from({ length: 50 }, () => seconds - 1));
      expect(queries).toBe(0);
    } finally {
      Object.assign(pool, { query });
    }
    ctx.clock.turn({ seconds: seconds - 1 });
    expect(await take()).toBe('taken');
  });

  test('a cleared key has all its points again', async () => {
    await times(points - 1, () => take());
    await clearPoints(ctx, { limit: 'ticket.address', of: `one ${round}` });
    expect(taken(await times(points + 2, () => take()))).toBe(points);
  });
});

describe('stored rate limits', () => {
  test('a row does not contain the address', async () => {
    await take('203.0.113.7');
    const rows = await limitRows(ctx);
    expect(rows).toEqual([expect.not.stringContaining('203.0.113')]);
  });

  test('expired rows are deleted by new requests', async () => {
    await Promise.all(Array.from({ length: 25 }, (_, index) => take(`old ${index}`)));
    ctx.clock.turn({ seconds });

    for (const [index, left] of [16, 7, 3].entries()) {
      await take(`new ${index}`);
      expect(await limitRows(ctx)).toHaveLength(left);
    }
  });
});

test('failing limiter: what can be guessed is refused with 503', async () => {
  const mend = await breakLimiter(ctx);
  for (const limit of ['login.account', 'two-factor.code', 'coupon.address', 'desk.pair', 'reset.address'] as const)
    await expect(takePoints(ctx, [{ limit, of: 'one' }])).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
  await mend();
  await expect(takePoints(ctx, [{ limit: 'login.account', of: 'one' }])).resolves.toBeUndefined();
});

test('failing limiter: other requests are accepted, and an error is logged', async () => {
  const errors: string[] = [];
  const log = Object.create(ctx.log, { error: { value: (_: object, text: string) => errors.push(text) } });
  const mend = await breakLimiter(ctx);
  expect(taken(await times(points + 1, () => take('one', { ...ctx, log })))).toBe(points + 1);
  await mend();
  expect(errors).toEqual(Array.from({ length: points + 1 }, () => 'limits.check.failed'));
});
