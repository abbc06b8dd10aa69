import { expect, test } from 'vitest';
import { refusalPacer } from './log-in-queue.ts';

test('log-in refusals: after twenty in a second an address waits a second for the next, other addresses do not wait', async () => {
  const pace = refusalPacer();
  const held: string[] = [];
  const refuse = (key: string, nowMs: number) => pace(key, nowMs, async (ms) => held.push(`${key} ${ms}`));
  for (let index = 0; index < 300; index++) await refuse('flood', 5_000 + index);
  await refuse('honest', 5_400);
  expect(held).toEqual(Array.from({ length: 280 }, () => 'flood 1000'));
  await refuse('flood', 6_000);
  expect(held).toHaveLength(280);
});
