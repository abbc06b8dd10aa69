import { expect, test } from 'vitest';
import { drawBalance, listDayEnds } from './balance-chart-points.ts';

const at = (hours: number) => new Date(Date.UTC(2026, 4, 12, hours)).toISOString();
const moments = [
  { at: at(0), balanceAfter: 5_000 },
  { at: at(24), balanceAfter: 10_000 },
  { at: at(30), balanceAfter: 0 },
];

test('balance chart: steps from the first movement to now', () => {
  expect(drawBalance(moments, new Date(at(48)))).toEqual({ path: 'M0 50H50V0H62.5V100H100', most: 10_000 });
});

test('balance chart: no movement, one movement or a slow clock draws valid points', () => {
  expect(drawBalance([], new Date(at(0)))).toEqual({ path: '', most: 1 });
  expect(drawBalance(moments.slice(0, 1), new Date(at(0))).path).toBe('M0 0H100');
  expect(drawBalance(moments, new Date(at(-5))).path).toBe('M0 50H80V0H100V100H100');
});

test('balance chart: the last movement of a day is its balance', () => {
  expect(listDayEnds(moments, (moment) => moment.slice(0, 10)).map(({ balanceAfter }) => balanceAfter)).toEqual([5_000, 0]);
});
