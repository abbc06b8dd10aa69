// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followUpdates } from './live-updates.ts';
import { endLocalSession } from './session.ts';
import { beginSession } from './token-store.ts';

const fetchMock = vi.fn<typeof fetch>();
/** A stream that ends after these events. */
const streaming = (events: string) => async () => new Response(events, { status: 200 });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetchMock.mockReset().mockReturnValue(new Promise(() => undefined)));
  beginSession({ accessToken: 'access', refreshToken: 'refresh' }, true);
});
afterEach(() => {
  endLocalSession();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.for([
  ['stopping', 'retry: 7000\n', 7_000],
  ['replaced', '', 300_000],
] as const)('stream ends (%s): the page connects again when it should, not before', async ([why, retry, pauseMs]) => {
  fetchMock.mockImplementationOnce(streaming(`event: hello\ndata: 15\n\n${retry}event: end\ndata: ${why}\n\n`));
  const leave = followUpdates(() => undefined);
  await vi.advanceTimersByTimeAsync(pauseMs - 10);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20);
  expect(fetchMock).toHaveBeenCalledTimes(2);
  leave();
  await vi.advanceTimersByTimeAsync(10_000);
});
