// Calls the desk's API, typed by its table. The session is in a cookie that no script reads.
import type { DeskApi, DeskCall, DeskOutput, DeskSent } from '../../../desk-api.ts';

/** A failed call. Status 0: no connection. */
export class DeskApiError extends Error {
  override readonly name = 'DeskApiError';
  readonly status: number;
  /** Field → messages; the key '' is general. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  constructor(status: number, errors: Readonly<Record<string, readonly string[]>>, requestId?: string) {
    super(
      errors['']?.[0] ??
        (status === 0 ? NO_CONNECTION : (sentences[status] ?? `Something went wrong. If it happens again, quote ${requestId ?? status}.`)),
    );
    this.status = status;
    this.errors = errors;
  }
}

const NO_CONNECTION = 'Can’t reach the desk. Check your connection and try again.';
const sentences: Readonly<Record<number, string>> = {
  401: 'You’re logged out.',
  403: 'Your role doesn’t allow this.',
  404: 'This no longer exists.',
  429: 'Too many attempts. Please wait a moment.',
  503: 'The shop is busy right now. Try again in a moment.',
};

type CallOptions = {
  /** The body of a call that uploads a file; its input is sent in the address. */
  readonly file?: Blob;
  /** `keepalive`: the request outlives the page. Browsers limit such bodies to 64 kB. */
  readonly keepalive?: boolean;
};

export async function callDesk<C extends DeskCall>(call: C, input?: DeskSent<C>, options: CallOptions = {}): Promise<DeskOutput<C>> {
  const { file, keepalive = false } = options;
  const { address, init } = file ? toUpload(call, input, file) : buildRequest(call, input);
  let answer: Response;
  try {
    answer = await fetch(address, { ...init, keepalive });
  } catch {
    throw new DeskApiError(0, {});
  }
  if (answer.ok && init.method !== undefined) for (const listener of changeListeners) listener();
  if (answer.status === 204) return undefined as DeskOutput<C>;
  if (answer.status === 200) return (await answer.json().catch(() => ({}))) as DeskOutput<C>;
  const error = await toError(answer);
  if (error.errors.stepUp && (await stepUp.confirm())) return callDesk(call, input, options);
  throw error;
}

/** A file that may be refused with reasons to show. For others, a plain link does. */
export async function fetchFile<C extends DeskCall>(call: C, input: DeskSent<C>): Promise<Blob> {
  const { address, init } = buildRequest(call, input);
  const answer = await fetch(address, init).catch(() => {
    throw new DeskApiError(0, {});
  });
  if (answer.ok) return answer.blob();
  throw await toError(answer);
}

async function toError(answer: Response): Promise<DeskApiError> {
  const { errors = {}, requestId } = (await answer.json().catch(() => ({}))) as ErrorBody;
  if (answer.status === 401) for (const listener of logOutListeners) listener();
  return new DeskApiError(answer.status, errors, requestId);
}

type ErrorBody = { readonly errors?: Record<string, string[]>; readonly requestId?: string };

/**
 * Asks the operator to confirm their identity; resolves with whether they did. Set by the dialog in
 * step-up.tsx.
 */
export const stepUp: { confirm: () => Promise<boolean> } = { confirm: () => Promise.resolve(false) };

/** Called when the session has ended. */
export const logOutListeners = new Set<() => void>();

/** Called after every call that may have changed something. */
export const changeListeners = new Set<() => void>();

/** The address of a file, for a plain link. */
export const getAddress = <C extends DeskCall>(call: C, input?: DeskSent<C>): string => buildRequest(call, input).address;

function buildRequest(call: keyof DeskApi, input: unknown): { address: string; init: RequestInit } {
  const [method = '', path = ''] = call.split(' ');
  // The app is in English, whatever the browser prefers.
  const headers = { accept: 'application/json', 'accept-language': 'en' };
  if (method === 'GET') return { address: `${path}${formatQuery(input)}`, init: { headers } };
  return {
    address: path,
    init: { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(input ?? {}) },
  };
}

function toUpload(call: string, input: unknown, body: Blob): { address: string; init: RequestInit } {
  const [method = '', path = ''] = call.split(' ');
  const headers = { accept: 'application/json', 'accept-language': 'en', 'content-type': 'application/octet-stream' };
  return { address: `${path}${formatQuery(input)}`, init: { method, headers, body } };
}

function formatQuery(input: unknown): string {
  const pairs = Object.entries(input ?? {}).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}
