// A call that was refused, in the words that the contract gives. What the server said about the fields is in the reader's language already; the general
// messages are ours. Pure.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** `general` is for the whole form, `errors` for its fields. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly general: MessageDescriptor | string;
  readonly errors: FieldErrors;

  constructor(status: number, general: MessageDescriptor | string, errors: FieldErrors = {}) {
    super(typeof general === 'string' ? general : (general.message ?? general.id));
    this.status = status;
    this.general = general;
    this.errors = errors;
  }
}

/** What fetch itself could not do: offline, cut, or blocked. */
export const UNREACHED = 0;

export const messages = {
  unparsed: msg`A server side error occurred.`,
  unexpected: msg`An unexpected server error occurred.`,
  tooMany: msg`Too many requests.`,
  unexplained: msg`An error has occurred.`,
  invalid: msg`Validation failed`,
  unreached: msg`The shop could not be reached. Check your connection and try again.`,
} as const;

/** `body`: the text of the answer. */
export function refusedOf(status: number, body: string): Refused {
  if (status === UNREACHED) return new Refused(status, messages.unreached);
  if (status === 429) return new Refused(status, messages.tooMany);
  if (status !== 400) return new Refused(status, messages.unexpected);
  const problem = parsed(body);
  if (problem === undefined) return new Refused(status, messages.unparsed);
  const errors = errorsOf(problem);
  const general = errors['']?.[0];
  if (general !== undefined) return new Refused(status, general, errors);
  return Object.keys(errors).length > 0 ? new Refused(status, messages.invalid, errors) : new Refused(status, messages.unexplained);
}

function parsed(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Only what is really a list of texts: the answer may come from something in between. */
function errorsOf(problem: object): FieldErrors {
  const { errors } = problem as { errors?: unknown };
  if (typeof errors !== 'object' || errors === null) return {};
  const lists = Object.entries(errors).map(([field, list]) => [
    field,
    Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [],
  ]);
  return Object.fromEntries(lists.filter(([, list]) => (list as string[]).length > 0));
}
