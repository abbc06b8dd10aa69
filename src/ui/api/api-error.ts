// Error of an API call. Field messages come from the server in the reader's language; general messages are
// translated here.
// Pure.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** `general` is for the whole form, `errors` for its fields. */
export class ApiError extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly general: MessageDescriptor | string;
  readonly errors: FieldErrors;
  /** From Retry-After, if the server sent it. */
  readonly waitSeconds: number | undefined;
  /** For the support to find the failed request. */
  readonly requestId: string | undefined;

  constructor(
    status: number,
    general: MessageDescriptor | string,
    errors: FieldErrors = {},
    more: { readonly waitSeconds?: number | undefined; readonly requestId?: string | undefined } = {},
  ) {
    super(typeof general === 'string' ? general : (general.message ?? general.id));
    this.status = status;
    this.general = general;
    this.errors = errors;
    this.waitSeconds = more.waitSeconds;
    this.requestId = more.requestId;
  }
}

/** There is no refresh token. */
export class SessionEmpty extends ApiError {
  constructor() {
    super(401, apiErrorMessages.empty);
  }
}

/** The request was sent, but its result is unknown. */
export class NoResponseError extends ApiError {}

/** fetch itself failed: offline, connection cut, or blocked. */
export const NETWORK_ERROR = 0;

export const apiErrorMessages = {
  unparsed: msg`A server side error occurred.`,
  unexpected: msg`An unexpected server error occurred.`,
  tooMany: msg`Too many requests.`,
  unexplained: msg`An error has occurred.`,
  invalid: msg`Validation failed`,
  empty: msg`refresh token is empty`,
  unreached: msg`We couldn’t reach the shop. Check your connection and try again.`,
} as const;

/** `body`: the response text; `retryAfter`: its Retry-After header. */
export function toApiError(status: number, body: string, retryAfter?: string | null): ApiError {
  if (status === NETWORK_ERROR) return new ApiError(status, apiErrorMessages.unreached);
  if (status === 429) return new ApiError(status, apiErrorMessages.tooMany, {}, { waitSeconds: parseSeconds(retryAfter) });
  const problem = parseObject(body);
  // What a role in a team does not include.
  const detail = (problem as { detail?: unknown } | undefined)?.detail;
  if (status === 403 && typeof detail === 'string') return new ApiError(status, detail);
  if (status !== 400)
    return new ApiError(
      status,
      apiErrorMessages.unexpected,
      {},
      { requestId: getRequestId(problem), waitSeconds: parseSeconds(retryAfter) },
    );
  if (problem === undefined) return new ApiError(status, apiErrorMessages.unparsed);
  const errors = getErrors(problem);
  const general = errors['']?.[0];
  if (general !== undefined) return new ApiError(status, general, errors);
  return Object.keys(errors).length > 0
    ? new ApiError(status, apiErrorMessages.invalid, errors)
    : new ApiError(status, apiErrorMessages.unexplained);
}

/** Only seconds: a date would need a clock that agrees with the server's, and our server sends seconds. */
const parseSeconds = (retryAfter: string | null | undefined): number | undefined =>
  retryAfter && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined;

function getRequestId(problem: object | undefined): string | undefined {
  const { requestId } = (problem ?? {}) as { requestId?: unknown };
  return typeof requestId === 'string' ? requestId : undefined;
}

function parseObject(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Only real lists of texts: the response may come from a proxy. */
function getErrors(problem: object): FieldErrors {
  const { errors } = problem as { errors?: unknown };
  if (typeof errors !== 'object' || errors === null) return {};
  const lists = Object.entries(errors).map(([field, list]) => [
    field,
    Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [],
  ]);
  return Object.fromEntries(lists.filter(([, list]) => (list as string[]).length > 0));
}
