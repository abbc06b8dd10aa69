import { describe, expect, test } from 'vitest';
import { UserError } from '#lib/user-error.ts';
import type { AppContext } from '../app-context.ts';
import { createErrorPacer, type QueuedLogIn, queueLogIn } from './log-in-queue.ts';

test('log-in errors: after twenty in a second an address waits a second for the next, other addresses do not wait', async () => {
  const pace = createErrorPacer();
  const held: string[] = [];
  const refuse = (key: string, nowMs: number) => pace(key, nowMs, async (ms) => held.push(`${key} ${ms}`));
  for (let index = 0; index < 300; index++) await refuse('flood', 5_000 + index);
  await refuse('honest', 5_400);
  expect(held).toEqual(Array.from({ length: 280 }, () => 'flood 1000'));
  await refuse('flood', 6_000);
  expect(held).toHaveLength(280);
});

describe('log-in', () => {
  const ctx = {
    config: { rateLimits: true },
    clock: { now: () => new Date('2026-05-12T09:30:00Z') },
    db: { pool: {} },
  } as unknown as AppContext;
  const visitor: QueuedLogIn = { address: '203.0.113.7', takes: [{ limit: 'login.address', of: '203.0.113.7' }] };

  test('allowed: its result', async () => {
    expect(await queueLogIn(ctx, visitor, async () => 'in')).toBe('in');
  });

  test.each([
    ['wrong password', new UserError(400)],
    ['error', new Error('broken')],
    ['limit that is reached meanwhile', new UserError(429)],
  ])('%s: the error of the log-in, and it is no error before a look-up', async (_, cause) => {
    const blocked: unknown[] = [];
    const trying = queueLogIn(ctx, { ...visitor, onBlocked: (each) => blocked.push(each) }, () => Promise.reject(cause));
    await expect(trying).rejects.toBe(cause);
    expect(blocked).toEqual([]);
  });

  test('address that was just refused: refused again, and the password is not looked at', async () => {
    const { takePoints } = await import('../limits/limits.ts');
    const logger = { info: () => undefined, child: () => logger };
    const rows: Readonly<Record<string, unknown[]>> = { 'limits.take': [], 'limits.wait': [{ seconds: '30' }] };
    const pool = { query: async ({ name }: { name: string }) => ({ rows: rows[name] ?? [] }) };
    const full = { ...ctx, db: { pool }, log: logger } as unknown as AppContext;
    await expect(takePoints(full, visitor.takes)).rejects.toThrow(UserError);
    const blocked: unknown[] = [];
    let isAsked = false;
    const trying = queueLogIn(full, { ...visitor, onBlocked: (cause) => blocked.push(cause) }, async () => (isAsked = true));
    await expect(trying).rejects.toMatchObject({ status: 429 });
    expect([isAsked, blocked]).toEqual([false, [expect.objectContaining({ status: 429 })]]);
    await expect(queueLogIn(full, visitor, async () => 'in')).rejects.toMatchObject({ status: 429 });
  });
});
