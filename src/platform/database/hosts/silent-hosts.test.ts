// Connections to a primary that has become silent.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DatabaseHost } from '../../config/database-url.ts';
import { type HostAnswer, watchSilence } from './silent-hosts.ts';

const [before, after] = [
  { host: 'before', port: 5_432 },
  { host: 'after', port: 5_432 },
];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Answers = { readonly first?: HostAnswer; readonly second?: HostAnswer; readonly alone?: boolean };

function watching({ first = 'none', second = 'writable', alone = false }: Answers) {
  const asked = vi.fn(async (host: DatabaseHost) => (host === before ? first : second));
  const forget = vi.fn();
  return { asked, forget, watch: watchSilence({ hosts: alone ? [before] : [before, after], wantsPrimary: !alone, ask: asked, forget }) };
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
  ['the host answers elsewhere', { first: 'writable' }, () => 0, true],
  ['the host has become a replica, and there is no primary yet', { first: 'read-only', second: 'read-only' }, () => 0, true],
  ['the only host answers', { first: 'writable', alone: true }, () => 0, true],
  ['the only host has too many connections', { first: 'refusing', alone: true }, () => 0, true],
  ['the answer is arriving', {}, () => performance.now(), false],
];
test.each(cases)('a query takes long, %s: its connection stays', async (_, options, read, isAsked) => {
  const { watch, asked } = watching(options);
  const slow = client(before, true, read);
  watch.add(slow);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([slow.destroy.mock.calls.length, asked.mock.calls.length > 0]).toEqual([0, isAsked]);
});

test('slow query at a host that answers: the host is asked again every five seconds only', async () => {
  const { watch, asked } = watching({ first: 'writable', alone: true });
  watch.add(client(before, true));
  await vi.advanceTimersByTimeAsync(12_000);
  expect(asked).toHaveBeenCalledTimes(3);
});

const silent: readonly (readonly [string, Answers])[] = [
  ['the only host', { alone: true }],
  ['a host, and no other one is the primary', { second: 'read-only' }],
];
test.each(silent)('a query waits at %s that answers nothing: its connections end after five seconds more', async (_, answers) => {
  const { watch, forget } = watching(answers);
  const [waiting, idle] = [client(before, true), client(before, false)];
  for (const each of [waiting, idle]) watch.add(each);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(waiting.destroy).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect([waiting, idle].map(({ destroy }) => destroy.mock.calls.length > 0)).toEqual([true, true]);
  expect(forget).toHaveBeenCalledWith(before);
});

test('no query waits: the host is not asked', async () => {
  const { watch, asked } = watching({});
  watch.add(client(before, false));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).not.toHaveBeenCalled();
});
