// The limits over a real database: nobody gets more than there is, however many come at once, and a limiter that fails stops nobody.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestGround, type TestGround } from '../../../tests/support/ground.ts';
import { clearPoints, limits, takePoints } from '../../infra/limits.ts';
import { Refusal } from '../../lib/user-error.ts';

let ground: TestGround;
beforeAll(async () => {
  ground = await openTestGround();
});
afterAll(() => ground.drop());
let round = 0;
beforeEach(() => {
  round++;
  return ground.db.pool.query('truncate rate_limit');
});

const { points, seconds } = limits['ticket.address'];
const take = async (of = 'one', on: Parameters<typeof takePoints>[0] = ground): Promise<'taken' | number> => {
  try {
    await takePoints(on, [{ limit: 'ticket.address', of: `${of} ${round}` }]);
    return 'taken';
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.retryAfterSeconds !== undefined) return refusal.retryAfterSeconds;
    throw refusal;
  }
};
const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, work));
const taken = (answers: readonly unknown[]): number => answers.filter((answer) => answer === 'taken').length;

describe('a hundred at once', () => {
  test('get as many points as there are', async () => {
    expect(taken(await times(100, () => take()))).toBe(points);
  });

  test('get too many where somebody looks first and takes then', async () => {
    const looked = Promise.withResolvers<void>();
    let waiting = 100;
    const naive = async () => {
      const { rows } = await ground.db.pool.query("select cardinality(hits) as count from rate_limit where key = 'naive'");
      if (--waiting === 0) looked.resolve();
      await looked.promise;
      if ((rows[0]?.count ?? 0) >= points) return 'refused';
      await ground.db.pool.query(
        "insert into rate_limit values ('naive', array[now()], now()) on conflict (key) do update set hits = rate_limit.hits || now()",
      );
      return 'taken';
    };
    expect(taken(await times(100, naive))).toBeGreaterThan(points);
  });
});

describe('a point', () => {
  test('is free again when its time is over, and not before', async () => {
    await take();
    ground.clock.turn({ seconds: 60 });
    await times(points - 1, () => take());
    expect(await take()).toBe(seconds - 60);
    ground.clock.turn({ seconds: seconds - 61 });
    expect(await take()).toBe(1);
    ground.clock.turn({ seconds: 1 });
    expect([await take(), await take()]).toEqual(['taken', 60]);
  });

  test('is not used up by a try that was refused', async () => {
    await times(points, () => take());
    for (let minute = 0; minute < 9; minute++) {
      ground.clock.turn({ minutes: 1 });
      expect(await take()).toBe(seconds - (minute + 1) * 60);
    }
    ground.clock.turn({ minutes: 1 });
    expect(taken(await times(points, () => take()))).toBe(points);
  });

  test('counts on while the clock is put back a little, and not when it was wrong by a year', async () => {
    await times(points, () => take());
    ground.clock.turn({ minutes: -5 });
    expect(await take()).toBe(seconds);
    ground.clock.turn({ days: -365 });
    expect(await take()).toBe('taken');
    ground.clock.turn({ days: 365, minutes: 5 });
  });

  test('belongs to one somebody and one limit', async () => {
    await times(points, () => take('one'));
    expect(await take('two')).toBe('taken');
    await expect(takePoints(ground, [{ limit: 'ticket.email', of: 'one' }])).resolves.toBeUndefined();
  });
});

describe('a key that was refused', () => {
  test('again before its first point is free: refused without asking the database', async () => {
    await times(points, () => take());
    expect(await take()).toBe(seconds);
    let asked = 0;
    const { pool } = ground.db;
    const { query } = pool;
    Object.assign(pool, { query: () => asked++ });
    try {
      ground.clock.turn({ seconds: 1 });
      expect(await times(50, () => take())).toEqual(Array.from({ length: 50 }, () => seconds - 1));
      expect(asked).toBe(0);
    } finally {
      Object.assign(pool, { query });
    }
    ground.clock.turn({ seconds: seconds - 1 });
    expect(await take()).toBe('taken');
  });

  test('that is cleared: has all its points again', async () => {
    await times(points - 1, () => take());
    await clearPoints(ground, { limit: 'ticket.address', of: `one ${round}` });
    expect(taken(await times(points + 2, () => take()))).toBe(points);
  });
});

describe('what is kept', () => {
  test('does not tell whom', async () => {
    await take('203.0.113.7');
    const { rows } = await ground.db.pool.query('select rate_limit::text as row from rate_limit');
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toContain('203.0.113');
  });

  test('is cleared away when it is over, by those who come new', async () => {
    await Promise.all(Array.from({ length: 25 }, (_, index) => take(`old ${index}`)));
    ground.clock.turn({ seconds });
    const count = async () => Number((await ground.db.pool.query('select count(*) from rate_limit')).rows[0].count);
    for (const [index, left] of [16, 7, 3].entries()) {
      await take(`new ${index}`);
      expect(await count()).toBe(left);
    }
  });
});

test('a limiter that does not work lets everyone through, and says so', async () => {
  const heard: string[] = [];
  const log = Object.create(ground.log, { error: { value: (_: object, text: string) => heard.push(text) } });
  await ground.db.pool.query('alter table rate_limit rename to rate_limit_gone');
  expect(taken(await times(points + 1, () => take('one', { ...ground, log })))).toBe(points + 1);
  await ground.db.pool.query('alter table rate_limit_gone rename to rate_limit');
  expect(heard).toEqual(Array.from({ length: points + 1 }, () => 'the limits could not be asked; the request goes through'));
});
