// An expected failure, thrown where it is decided. Its messages are translated when it becomes problem
// details. Any other error is a bug and a 500.

/** A translatable text: `message` is the English, which the catalogs are extracted from. */
export type Message = { readonly id: string; readonly message: string; readonly values?: Readonly<Record<string, string | number>> };

export type ErrorStatus = 400 | 401 | 403 | 404 | 413 | 415 | 429 | 503;

/** Field path → messages; the key '' is for the whole payload. */
export type FieldMessages = Readonly<Record<string, readonly Message[]>>;

export class UserError extends Error {
  override readonly name = 'UserError';
  readonly status: ErrorStatus;
  readonly errors: FieldMessages;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: ErrorStatus, errors: FieldMessages = {}, retryAfterSeconds?: number) {
    super(`refused with ${status}`);
    this.status = status;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** "orderFormData[1].answers.website" */
export function formatFieldName(path: readonly PropertyKey[]): string {
  let name = '';
  for (const step of path) name += typeof step === 'number' ? `[${step}]` : name ? `.${String(step)}` : String(step);
  return name;
}
