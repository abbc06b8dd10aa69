// The desk's calls as its table describes them, taken by their types only. Who asks is in a cookie that no script reads.
import type { DeskApi, DeskCall, DeskOutput, DeskSent } from '../../../desk-api.ts';

/** What the desk refused, or could not do. Status 0: it was not reached. */
export class Failed extends Error {
  override readonly name = 'Failed';
  readonly status: number;
  /** Field → what is wrong; the key '' for the whole. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  constructor(status: number, errors: Readonly<Record<string, readonly string[]>>, requestId?: string) {
    super(errors['']?.[0] ?? (status === 0 ? UNREACHED : (sentences[status] ?? `That did not work (${requestId ?? status}).`)));
    this.status = status;
    this.errors = errors;
  }
}

const UNREACHED = 'The desk could not be reached. Look at your connection and try again.';
const sentences: Readonly<Record<number, string>> = {
  401: 'You are logged out.',
  403: 'Your role does not allow that.',
  404: 'That is not there (any more).',
  429: 'That was tried too often. Please wait a little.',
  503: 'The shop is too busy just now. Please try again in a moment.',
};

/** `file`: the body of a call that takes one; what else is sent stands in its address. */
export async function ask<C extends DeskCall>(name: C, sent?: DeskSent<C>, signal?: AbortSignal, file?: Blob): Promise<DeskOutput<C>> {
  const { address, init } = file ? uploadOf(name, sent, file) : requestOf(name, sent);
  let answer: Response;
  try {
    answer = await fetch(address, signal ? { ...init, signal } : init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Failed(0, {});
  }
  if (answer.status === 204) return undefined as DeskOutput<C>;
  const body = (await answer.json().catch(() => ({}))) as { errors?: Record<string, string[]>; requestId?: string };
  if (answer.status === 200) return body as DeskOutput<C>;
  if (body.errors?.stepUp && (await stepUp.confirm())) return ask(name, sent, signal, file);
  if (answer.status === 401) for (const listener of loggedOut) listener();
  throw new Failed(answer.status, body.errors ?? {}, body.requestId);
}

/** Asks whoever is here to confirm that it is them, and says whether they did: the dialog of step-up.tsx, while it is there. */
export const stepUp: { confirm: () => Promise<boolean> } = { confirm: () => Promise.resolve(false) };

/** Told when the session is over. */
export const loggedOut = new Set<() => void>();

/** Where a file of the desk is to be had; saved by a plain link. */
export const addressOf = <C extends DeskCall>(name: C, sent?: DeskSent<C>): string => requestOf(name, sent).address;

function requestOf(name: keyof DeskApi, sent: unknown): { address: string; init: RequestInit } {
  const [method = '', path = ''] = name.split(' ');
  // The app speaks English, whatever the browser asks pages for.
  const headers = { accept: 'application/json', 'accept-language': 'en' };
  if (method === 'GET') return { address: `${path}${queryOf(sent)}`, init: { headers } };
  return { address: path, init: { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(sent ?? {}) } };
}

function uploadOf(name: string, sent: unknown, body: Blob): { address: string; init: RequestInit } {
  const [method = '', path = ''] = name.split(' ');
  const headers = { accept: 'application/json', 'accept-language': 'en', 'content-type': 'application/octet-stream' };
  return { address: `${path}${queryOf(sent)}`, init: { method, headers, body } };
}

function queryOf(sent: unknown): string {
  const pairs = Object.entries(sent ?? {}).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}
