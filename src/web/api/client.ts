// The API as the table of calls describes it, taken by its types only: not a byte of the table travels to the browser.
import type { Api, Call, Output, Sent } from '../../api.ts';
import { NETWORK_ERROR, toApiError } from '../../ui/api-error.ts';
import { accessToken } from './session.ts';

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** One submit is one key, however often it is sent. */
  readonly idempotencyKey?: string;
};

/** `call('POST /api/prices', { currency })`; throws Refused. */
export async function call<C extends Call>(name: C, sent: Sent<C>, options: CallOptions = {}): Promise<Output<C>> {
  const base = apiBase();
  const attempt = () => send(requestOf(name, sent, { base, token: accessToken(), ...options }), options.signal);
  const token = accessToken();
  const first = await attempt();
  const answer = shouldRefresh(first.status, token) ? await renew(token, base).then(attempt) : first;
  // The contract of the call, kept by the server's own tests.
  if (answer.status === 204) return undefined as Output<C>;
  const text = await answer.text();
  if (answer.status !== 200) throw toApiError(answer.status, text, answer.headers.get('retry-after'));
  try {
    return JSON.parse(text) as Output<C>;
  } catch {
    throw toApiError(answer.status, text);
  }
}

/** What few calls need comes with them; without it, nothing was reached. */
export const renew = (token: string | undefined, base: string): Promise<void> =>
  import('./refresh-tokens.ts').catch(throwNetworkError).then((it) => it.refreshTokens(token, base));

export function throwNetworkError(): never {
  throw toApiError(NETWORK_ERROR, '');
}

/** A token that was refused is renewed once. Without one, only a call that needs one is answered with 401. */
export const shouldRefresh = (status: number, token: string | undefined): boolean =>
  status === 401 || (status === 403 && token !== undefined);

export const apiBase = (): string => document.getElementById('root')?.dataset.api ?? '';

async function send({ address, init }: ReturnType<typeof requestOf>, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(address, signal ? { ...init, signal } : init);
  } catch (cause) {
    // Whoever called it off knows.
    if (signal?.aborted) throw cause;
    throw toApiError(NETWORK_ERROR, '');
  }
}

type Means = { readonly base: string; readonly token: string | undefined; readonly idempotencyKey?: string };

/** Pure: what is sent for a call. The token goes to the API and nowhere else. */
export function requestOf(name: keyof Api, sent: unknown, { base, token, idempotencyKey }: Means): { address: string; init: RequestInit } {
  const [method = '', path = ''] = name.split(' ');
  const query = method === 'GET' && sent ? `?${new URLSearchParams(filled(sent))}` : '';
  const headers = {
    accept: 'application/json',
    ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  };
  const body = method === 'GET' ? {} : { body: JSON.stringify(sent ?? {}) };
  return { address: base + path + query, init: { method, headers, credentials: 'include', ...body } };
}

const filled = (sent: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]])),
  );
