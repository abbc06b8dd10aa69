// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SESSION_MARKED } from '../browser/html-flags.ts';
import { SessionEmpty } from './api-error.ts';
import { call, shouldRefresh } from './client.ts';
import { readTokens, refreshTokens } from './refresh-tokens.ts';
import { endLocalSession, getAccessToken } from './session.ts';
import { beginSession, readSession, storeSession } from './token-store.ts';

const tokens = (name: string) => ({ accessToken: `access ${name}`, refreshToken: `refresh ${name}` });
const answer =
  (status: number, body: unknown = {}) =>
  () =>
    Promise.resolve(new Response(JSON.stringify(body), { status }));
const fetchMock = vi.fn<typeof fetch>();
const lost = vi.fn();
const countLost = (event: Event) => {
  if ((event as CustomEvent).detail === 'lost') lost();
};

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock.mockReset());
  lost.mockReset();
  addEventListener(SESSION_MARKED, countLost);
});
afterEach(() => {
  removeEventListener(SESSION_MARKED, countLost);
  endLocalSession();
});

describe('session tokens', () => {
  test('storage: local storage if the session is remembered, else session storage', () => {
    beginSession(tokens('A'), true);
    expect(localStorage.getItem('accessToken')).toBe('access A');
    expect(sessionStorage.getItem('accessToken')).toBeNull();
    beginSession(tokens('B'), false);
    expect(localStorage.getItem('accessToken')).toBeNull();
    expect(localStorage.getItem('refreshToken')).toBeNull();
    expect(sessionStorage.getItem('refreshToken')).toBe('refresh B');
    expect(document.documentElement.dataset.session).toBe('');
    endLocalSession();
    expect(getAccessToken()).toBeUndefined();
    expect(document.documentElement.dataset.session).toBeUndefined();
  });

  test.for(['', '<html>', 'null', '{"accessToken":1,"refreshToken":"b"}', '{"accessToken":"","refreshToken":"b"}', '{"accessToken":"a"}'])(
    'stored text %j: not a pair of tokens',
    (text) => expect(readTokens(text)).toBeUndefined(),
  );

  test.for<[number, string | undefined, boolean]>([
    [401, 'T', true],
    [403, 'T', true],
    [401, undefined, true],
    [403, undefined, false],
    [400, 'T', false],
    [500, 'T', false],
  ])('status %i with token %s: may be expired is %s', ([status, token, old]) => expect(shouldRefresh(status, token)).toBe(old));
});

describe('renewal of the session', () => {
  test('concurrent calls: one request', async () => {
    beginSession(tokens('A'), true);
    fetchMock.mockImplementation(answer(200, tokens('B')));
    await Promise.all([1, 2, 3].map(() => refreshTokens('access A', 'https://api.example')));
    expect(fetchMock).toHaveBeenCalledTimes(1);
    expect(fetchMock.mock.calls[0]?.[0]).toBe('https://api.example/api/Accounts/refresh');
    expect(readSession()).toMatchObject({ ...tokens('B'), remember: true, turn: 1 });
    // A late call that was sent with the old token.
    await refreshTokens('access A', '');
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  test.for([
    ['401 and then an answer', 401, 200],
    ['401 and then 401', 401, 401],
    ['403 and then 403', 403, 403],
  ] as const)('call that gets %s: sent again once, with the new token', async ([, first, second]) => {
    beginSession(tokens('A'), true);
    const asked: unknown[] = [];
    fetchMock.mockImplementation((address, init) => {
      const { authorization } = (init?.headers ?? {}) as Record<string, string>;
      asked.push([address, authorization]);
      if (address === '/api/Accounts/refresh') return answer(200, tokens('B'))();
      return answer(authorization === 'Bearer access A' ? first : second, { id: 'P' })();
    });
    const profile = call('GET /api/Accounts/profile', undefined);
    await (second === 200 ? expect(profile).resolves.toEqual({ id: 'P' }) : expect(profile).rejects.toMatchObject({ status: second }));
    expect(asked).toEqual([
      ['/api/Accounts/profile', 'Bearer access A'],
      ['/api/Accounts/refresh', undefined],
      ['/api/Accounts/profile', 'Bearer access B'],
    ]);
    expect(readSession()).toMatchObject(tokens('B'));
    expect(lost).not.toHaveBeenCalled();
  });

  test.for([400, 401, 403])('status %i: ends the session', async (status) => {
    beginSession(tokens('A'), true);
    fetchMock.mockImplementation(answer(status));
    await expect(refreshTokens('access A', '')).rejects.toMatchObject({ status });
    expect(getAccessToken()).toBeUndefined();
    expect(lost).toHaveBeenCalledTimes(1);
  });

  test.for<[string, typeof fetch]>([
    ['being offline', () => Promise.reject(new TypeError('offline'))],
    ['500', answer(500)],
    ['503', answer(503)],
    ['429', answer(429)],
    ['an HTML page of a proxy', () => Promise.resolve(new Response('<html>', { status: 200 }))],
  ])('%s: does not end the session', async ([, fetching]) => {
    beginSession(tokens('A'), false);
    fetchMock.mockImplementation(fetching);
    await expect(refreshTokens('access A', '')).rejects.toMatchObject({ name: 'Refused' });
    expect(readSession()).toMatchObject(tokens('A'));
    expect(lost).not.toHaveBeenCalled();
  });

  test('no refresh token: ends the session without a request and says so', async () => {
    beginSession({ accessToken: 'access A', refreshToken: '' }, true);
    const renewed = refreshTokens('access A', '');
    await expect(renewed).rejects.toBeInstanceOf(SessionEmpty);
    await expect(renewed).rejects.toThrow('refresh token is empty');
    expect(getAccessToken()).toBeUndefined();
    expect(fetchMock).not.toHaveBeenCalled();
    expect(lost).toHaveBeenCalledTimes(1);
  });

  test('log-out during the request: stays logged out', async () => {
    beginSession(tokens('A'), true);
    fetchMock.mockImplementation(() => {
      endLocalSession();
      return answer(200, tokens('B'))();
    });
    await refreshTokens('access A', '');
    expect(getAccessToken()).toBeUndefined();
    expect(lost).not.toHaveBeenCalled();
  });

  test('calls after the end of the session: fail without another event', async () => {
    beginSession(tokens('A'), true);
    fetchMock.mockImplementation(answer(401));
    await expect(refreshTokens('access A', '')).rejects.toMatchObject({ status: 401 });
    await expect(refreshTokens('access A', '')).rejects.toBeInstanceOf(SessionEmpty);
    expect(lost).toHaveBeenCalledTimes(1);
    beginSession(tokens('B'), true);
    endLocalSession();
    await expect(refreshTokens('access B', '')).rejects.toBeInstanceOf(SessionEmpty);
    expect(lost).toHaveBeenCalledTimes(1);
  });

  test('refused after another tab renewed: the tokens of the other tab stay', async () => {
    beginSession(tokens('A'), true);
    fetchMock.mockImplementation(() => {
      storeSession(tokens('C'), { remember: true, session: 's', turn: 1 });
      return answer(401)();
    });
    await refreshTokens('access A', '');
    expect(readSession()).toMatchObject(tokens('C'));
    expect(lost).not.toHaveBeenCalled();
  });
});
