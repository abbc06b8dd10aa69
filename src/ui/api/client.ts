// API client, typed by the table of calls. Only types are imported, so the table is not in the bundle.

import type { Api, Call, Output, Sent } from '../../api.ts';
import { NETWORK_ERROR, toApiError } from './api-error.ts';
import { getAccessToken } from './session.ts';

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Retries of one submit use the same key. */
  readonly idempotencyKey?: string;
  /** Sent although the page is being left. */
  readonly keepalive?: boolean;
};

/** `call('POST /api/prices', { currency })`; throws ApiError. */
export async function call<C extends Call>(name: C, input: Sent<C>, options: CallOptions = {}): Promise<Output<C>> {
  const base = getApiBase();
  const attempt = () => send(buildRequest(name, input, { base, token: getAccessToken(), ...options }), options.signal);
  const token = getAccessToken();
  const first = await attempt();
  const answer = shouldRefresh(first.status, token) ? await renewTokens(token, base).then(attempt) : first;
  // The response type is guaranteed by the server's tests.
  if (answer.status === 204) return undefined as Output<C>;
  const text = await reach(() => answer.text(), options.signal);
  if (answer.status !== 200) throw toApiError(answer.status, text, answer.headers.get('retry-after'));
  try {
    return JSON.parse(text) as Output<C>;
  } catch {
    throw toApiError(answer.status, text);
  }
}

/** Lazy, because few calls need it; a chunk that fails to load counts as a network error. */
export const renewTokens = (token: string | undefined, base: string): Promise<void> =>
  import('./refresh-tokens.ts').catch(throwNetworkError).then((it) => it.refreshTokens(token, base));

export function throwNetworkError(): never {
  throw toApiError(NETWORK_ERROR, '');
}

/** A rejected token is refreshed once. Without a token, 401 means that the call needs one. */
export const shouldRefresh = (status: number, token: string | undefined): boolean =>
  status === 401 || (status === 403 && token !== undefined);

export const getApiBase = (): string => document.getElementById('root')?.dataset.api ?? '';

const send = ({ address, init }: ReturnType<typeof buildRequest>, signal: AbortSignal | undefined): Promise<Response> =>
  reach(() => fetch(address, signal ? { ...init, signal } : init), signal);

/** The connection can break before the response and in the middle of it. */
async function reach<T>(load: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    // The caller aborted it.
    if (signal?.aborted) throw cause;
    throw toApiError(NETWORK_ERROR, '');
  }
}

type RequestContext = Omit<CallOptions, 'signal'> & { readonly base: string; readonly token: string | undefined };

/** Pure: the request of a call. The token is sent to the API only. */
export function buildRequest(
  name: keyof Api,
  input: unknown,
  { base, token, idempotencyKey, keepalive }: RequestContext,
): { address: string; init: RequestInit } {
  const [method = '', path = ''] = name.split(' ');
  const query = method === 'GET' && input ? `?${new URLSearchParams(toFilled(input))}` : '';
  const headers = {
    accept: 'application/json',
    ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  };
  const body = method === 'GET' ? {} : { body: JSON.stringify(input ?? {}) };
  return { address: base + path + query, init: { method, headers, credentials: 'include', ...body, ...(keepalive ? { keepalive } : {}) } };
}

const toFilled = (input: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]])),
  );
