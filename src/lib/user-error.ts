// An expected no. It is thrown by whoever decides it, carries words that are translated only when they leave the house,
// and becomes problem details at the door. Anything else that is thrown is a bug and a 500.

/** A text with an id: `message` is its English, which the translations' catalogs are extracted from. */
export type Message = { readonly id: string; readonly message: string; readonly values?: Readonly<Record<string, string | number>> };

export type RefusalStatus = 400 | 401 | 403 | 404 | 413 | 415 | 429 | 503;

/** Field of the payload → what is wrong with it; the key '' holds what is wrong with the whole. */
export type FieldMessages = Readonly<Record<string, readonly Message[]>>;

export class UserError extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;
  readonly errors: FieldMessages;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: RefusalStatus, errors: FieldMessages = {}, retryAfterSeconds?: number) {
    super(`refused with ${status}`);
    this.status = status;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** "orderFormData[1].answers.website" */
export function fieldName(path: readonly PropertyKey[]): string {
  let name = '';
  for (const step of path) name += typeof step === 'number' ? `[${step}]` : name ? `.${String(step)}` : String(step);
  return name;
}
