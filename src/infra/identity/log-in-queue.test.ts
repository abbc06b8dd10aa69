import { expect, test } from 'vitest';
import { refusalPacer } from './log-in-queue.ts';

test('refusals: an address hears twenty a second at once and the others a second later, and holds up nobody else', async () => {
  const pace = refusalPacer();
  const held: string[] = [];
  const refuse = (key: string, nowMs: number) => pace(key, nowMs, async (ms) => held.push(`${key} ${ms}`));
  for (let index = 0; index < 300; index++) await refuse('flood', 5_000 + index);
  await refuse('honest', 5_400);
  expect(held).toEqual(Array.from({ length: 280 }, () => 'flood 1000'));
  await refuse('flood', 6_000);
  expect(held).toHaveLength(280);
});
