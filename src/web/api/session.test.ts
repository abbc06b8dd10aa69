// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SessionEmpty } from '../../ui/api-error.ts';
import { SESSION_MARKED } from '../browser/html-flags.ts';
import { mayBeOld } from './client.ts';
import { readTokens, renew } from './refresh-tokens.ts';
import { accessToken, endSession } from './session.ts';
import { beginSession, heldTokens, holdTokens } from './token-store.ts';

const tokens = (name: string) => ({ accessToken: `access ${name}`, refreshToken: `refresh ${name}` });
const answer =
  (status: number, body: unknown = {}) =>
  () =>
    Promise.resolve(new Response(JSON.stringify(body), { status }));
const asked = vi.fn<typeof fetch>();
const lost = vi.fn();
const hear = (event: Event) => {
  if ((event as CustomEvent).detail === 'lost') lost();
};

beforeEach(() => {
  vi.stubGlobal('fetch', asked.mockReset());
  lost.mockReset();
  addEventListener(SESSION_MARKED, hear);
});
afterEach(() => {
  removeEventListener(SESSION_MARKED, hear);
  endSession();
});

describe('the tokens', () => {
  test('lie in the local storage for whoever wants to be remembered, else in the tab’s', () => {
    beginSession(tokens('A'), true);
    expect(localStorage.getItem('accessToken')).toBe('access A');
    expect(sessionStorage.getItem('accessToken')).toBeNull();
    beginSession(tokens('B'), false);
    expect(localStorage.getItem('accessToken')).toBeNull();
    expect(localStorage.getItem('refreshToken')).toBeNull();
    expect(sessionStorage.getItem('refreshToken')).toBe('refresh B');
    expect(document.documentElement.dataset.session).toBe('');
    endSession();
    expect(accessToken()).toBeUndefined();
    expect(document.documentElement.dataset.session).toBeUndefined();
  });

  test.for(['', '<html>', 'null', '{"accessToken":1,"refreshToken":"b"}', '{"accessToken":"","refreshToken":"b"}', '{"accessToken":"a"}'])(
    '%j is no pair of them',
    (text) => expect(readTokens(text)).toBeUndefined(),
  );

  test.for<[number, string | undefined, boolean]>([
    [401, 'T', true],
    [403, 'T', true],
    [401, undefined, true],
    [403, undefined, false],
    [400, 'T', false],
    [500, 'T', false],
  ])('%i with the token %s: old is %s', ([status, token, old]) => expect(mayBeOld(status, token)).toBe(old));
});

describe('renewing', () => {
  test('is one request for however many calls', async () => {
    beginSession(tokens('A'), true);
    asked.mockImplementation(answer(200, tokens('B')));
    await Promise.all([1, 2, 3].map(() => renew('access A', 'https://api.example')));
    expect(asked).toHaveBeenCalledTimes(1);
    expect(asked.mock.calls[0]?.[0]).toBe('https://api.example/api/Accounts/refresh');
    expect(heldTokens()).toMatchObject({ ...tokens('B'), remember: true, turn: 1 });
    // A call that was sent with the old one comes late.
    await renew('access A', '');
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test.for([400, 401, 403])('%i ends the session', async (status) => {
    beginSession(tokens('A'), true);
    asked.mockImplementation(answer(status));
    await expect(renew('access A', '')).rejects.toMatchObject({ status });
    expect(accessToken()).toBeUndefined();
    expect(lost).toHaveBeenCalledTimes(1);
  });

  test.for<[string, typeof fetch]>([
    ['being offline', () => Promise.reject(new TypeError('offline'))],
    ['500', answer(500)],
    ['503', answer(503)],
    ['429', answer(429)],
    ['a page of something in between', () => Promise.resolve(new Response('<html>', { status: 200 }))],
  ])('%s does not', async ([, fetching]) => {
    beginSession(tokens('A'), false);
    asked.mockImplementation(fetching);
    await expect(renew('access A', '')).rejects.toMatchObject({ name: 'Refused' });
    expect(heldTokens()).toMatchObject(tokens('A'));
    expect(lost).not.toHaveBeenCalled();
  });

  test('without a refresh token ends it, and says so', async () => {
    beginSession({ accessToken: 'access A', refreshToken: '' }, true);
    const renewed = renew('access A', '');
    await expect(renewed).rejects.toBeInstanceOf(SessionEmpty);
    await expect(renewed).rejects.toThrow('refresh token is empty');
    expect(accessToken()).toBeUndefined();
    expect(asked).not.toHaveBeenCalled();
    expect(lost).toHaveBeenCalledTimes(1);
  });

  test('whoever logged out meanwhile stays logged out', async () => {
    beginSession(tokens('A'), true);
    asked.mockImplementation(() => {
      endSession();
      return answer(200, tokens('B'))();
    });
    await renew('access A', '');
    expect(accessToken()).toBeUndefined();
    expect(lost).not.toHaveBeenCalled();
  });

  test('what was sent before it was over, and is answered afterwards, says nothing more', async () => {
    beginSession(tokens('A'), true);
    asked.mockImplementation(answer(401));
    await expect(renew('access A', '')).rejects.toMatchObject({ status: 401 });
    await expect(renew('access A', '')).rejects.toBeInstanceOf(SessionEmpty);
    expect(lost).toHaveBeenCalledTimes(1);
    beginSession(tokens('B'), true);
    endSession();
    await expect(renew('access B', '')).rejects.toBeInstanceOf(SessionEmpty);
    expect(lost).toHaveBeenCalledTimes(1);
  });

  test('another tab was faster: its tokens stay, though ours were refused', async () => {
    beginSession(tokens('A'), true);
    asked.mockImplementation(() => {
      holdTokens(tokens('C'), { remember: true, session: 's', turn: 1 });
      return answer(401)();
    });
    await renew('access A', '');
    expect(heldTokens()).toMatchObject(tokens('C'));
    expect(lost).not.toHaveBeenCalled();
  });
});
