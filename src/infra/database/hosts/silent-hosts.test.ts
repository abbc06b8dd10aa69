// Connections to a primary that has become silent.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DatabaseHost } from '../../config/database-url.ts';
import { watchSilence } from './silent-hosts.ts';

const [before, after] = [
  { host: 'before', port: 5_432 },
  { host: 'after', port: 5_432 },
];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watching({ isPrimary = false, isPromoted = true }) {
  const asked = vi.fn(async (host: DatabaseHost) => (host === before ? isPrimary : isPromoted));
  const forget = vi.fn();
  return { asked, forget, watch: watchSilence({ hosts: [before, after], isPrimary: asked, forget }) };
}

function client(host: DatabaseHost, isBusy: boolean, read = () => 0) {
  const destroy = vi.fn();
  return { host, isBusy: () => isBusy, bytesRead: read, destroy };
}

test('a query waits at a host that is silent, another host is the primary: all connections to the former one end', async () => {
  const { watch, forget } = watching({});
  const [waiting, idle, other] = [client(before, true), client(before, false), client(after, true)];
  for (const each of [waiting, idle, other]) watch.add(each);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(forget).toHaveBeenCalledWith(before);
  expect([waiting, idle, other].map(({ destroy }) => destroy.mock.calls.length > 0)).toEqual([true, true, false]);
});

const cases: readonly (readonly [string, Parameters<typeof watching>[0], () => number, boolean])[] = [
  ['the host answers elsewhere', { isPrimary: true }, () => 0, true],
  ['there is no other primary yet', { isPromoted: false }, () => 0, true],
  ['the answer is arriving', {}, () => performance.now(), false],
];
test.each(cases)('a query takes long, %s: its connection stays', async (_, options, read, isAsked) => {
  const { watch, asked } = watching(options);
  const slow = client(before, true, read);
  watch.add(slow);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([slow.destroy.mock.calls.length, asked.mock.calls.length > 0]).toEqual([0, isAsked]);
});

test('no query waits: the host is not asked', async () => {
  const { watch, asked } = watching({});
  watch.add(client(before, false));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).not.toHaveBeenCalled();
});
