// Where programs that make pieces are plugged in. A maker works in a process of its own: it may fail, take too long or run out of memory, and all that
// comes of it is a reason in words.
import type { Answers } from '../orders/actions.ts';
import type { Report } from './shapes.ts';

export type MakerBrief = {
  readonly pieceId: string;
  readonly offerId: string;
  readonly serviceType: number;
  readonly quantity: number;
  readonly platform: number | null;
  /** In which the customer reads. */
  readonly locale: 'en' | 'es' | 'jp';
  readonly answers: Answers;
};

export type Made = {
  /** Markdown. */
  readonly text: string;
  readonly report: Report | null;
  readonly files: readonly { readonly name: string; readonly content: Uint8Array }[];
  /** Programs and models that helped, each by name and version. */
  readonly help: readonly string[];
};

export type CheckInput = MakerBrief & {
  readonly text: string;
  /** Texts that were delivered to others, for what is said twice. */
  readonly others: readonly string[];
};

export type Makers = {
  /** `deliver`: goes to the customer as it is. `draft`: a person goes on with it. Null: nothing is made. */
  kindOf(offerId: string): 'deliver' | 'draft' | null;
  /** Throws with a reason that a person of the desk understands. */
  make(brief: MakerBrief, signal?: AbortSignal): Promise<Made>;
  check(input: CheckInput, signal?: AbortSignal): Promise<Report>;
};
