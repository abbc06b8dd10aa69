import { expect, test } from 'vitest';
import { processInSlices } from './in-slices.ts';

const busyMs = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

test('long work: all items in order, and other work of the process runs in between', async () => {
  const events: (number | string)[] = [];
  const other = setInterval(() => events.push('other'), 1);
  await processInSlices([1, 2, 3], (item) => {
    events.push(item);
    busyMs(8);
  });
  clearInterval(other);
  expect(events.filter((event) => event !== 'other')).toEqual([1, 2, 3]);
  expect(events.slice(1, events.indexOf(3))).toContain('other');
});
