// Where programs that make pieces are plugged in. A maker works in a process of its own: it may fail, take too long or run out of memory, and all that
// comes of it is a reason in words.
import type { Locale } from '../../../lib/locale.ts';
import type { Answers } from '../../orders/actions.ts';
import type { Report } from '../shapes.ts';

export type MakerBrief = {
  readonly pieceId: string;
  readonly offerId: string;
  readonly serviceType: number;
  readonly quantity: number;
  readonly platform: number | null;
  /** Of the text. */
  readonly language: 'en' | 'es' | 'ja';
  /** Of the customer, in whose language a report is. */
  readonly locale: Locale;
  readonly answers: Answers;
  readonly dueAt: string;
  readonly madeAt: string;
  /** What the shop delivered before to others, to compare with. */
  readonly others: readonly string[];
};

export type Made = {
  /** Markdown. */
  readonly text: string;
  readonly report: Report;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** Programs and models that helped, each by name and version. */
  readonly help: readonly string[];
};

/** In plain English, for the desk. */
export type Failure = { readonly failed: string; readonly why: string };

/** `accountId`: of the customer. Many works of one account do not delay another's by more than one. */
export type MakeFor = { readonly accountId: string; readonly signal?: AbortSignal };

export type Makers = {
  /** `delivers`: what it made goes to the customer as it is; otherwise a person goes on with it. Undefined: a person makes it. */
  makerFor(serviceType: number, offerId: string): { readonly name: string; readonly delivers: boolean } | undefined;
  make(name: string, brief: MakerBrief, options: MakeFor): Promise<Made | Failure>;
  /** Looks over a text that is to be delivered. */
  check(text: string, brief: MakerBrief, options: MakeFor): Promise<Report | Failure>;
};

export const hasFailed = (outcome: object): outcome is Failure => 'failed' in outcome && 'why' in outcome;
