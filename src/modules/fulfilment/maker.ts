// Interface of the programs that make pieces. They run in a separate process; any failure is returned as a
// reason.
import type { Locale } from '#lib/locale.ts';
import type { BuiltInCheck } from '#modules/catalogue/kinds/shapes.ts';
import type { PostRules } from '#modules/catalogue/rules.ts';
import type { Ordered } from '#modules/catalogue/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import type { StoredReport } from './shapes.ts';

/** `key`: its name in the owner's files, for the parameters of links. */
export type BriefPlatform = PostRules & { readonly key: string; readonly name: string };

export type MakerBrief = {
  readonly pieceId: string;
  readonly offerId: string;
  readonly quantity: number;
  /** What was ordered in all; undefined if the service names no unit. */
  readonly ordered: Ordered | undefined;
  /** Extras of the whole order, by their keys in the service's file. Absent: none. */
  readonly addOns?: readonly { readonly id: string; readonly quantity: number }[];
  /** What a language model is asked to write. */
  readonly instructions: string | undefined;
  readonly platform: BriefPlatform | null;
  /** Language of the text. */
  readonly language: 'en' | 'es' | 'ja';
  /** The customer's language, used for reports. */
  readonly locale: Locale;
  readonly answers: Answers;
  readonly dueAt: string;
  readonly madeAt: string;
  /** The shop's checks that suit the kind of the service. Absent: all. */
  readonly checks?: readonly BuiltInCheck[] | undefined;
  /** Earlier deliveries to other customers, for comparison. */
  readonly others: readonly string[];
};

export type ProducedPiece = {
  /** Markdown. */
  readonly text: string;
  /** Null if no check ran. */
  readonly report: StoredReport | null;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** Programs and models used, by name and version. */
  readonly help: readonly string[];
};

/** In plain English, for the desk. */
export type MakerFailure = { readonly failed: string; readonly why: string };

/** `accountId`: the customer, for fair scheduling between accounts. */
export type MakeFor = { readonly accountId: string; readonly signal?: AbortSignal };

export type Makers = {
  /**
   * `delivers`: the result is delivered without a person; otherwise it becomes a draft. Undefined: made by a
   * person.
   */
  makerFor(offerId: string): { readonly name: string; readonly delivers: boolean } | undefined;
  make(name: string, brief: MakerBrief, options: MakeFor): Promise<ProducedPiece | MakerFailure>;
  /** Checks a text before delivery. Undefined: no plugin of the shop does. */
  readonly check: ((text: string, brief: MakerBrief, options: MakeFor) => Promise<StoredReport | MakerFailure>) | undefined;
};

export const isMakerFailure = (outcome: object): outcome is MakerFailure => 'failed' in outcome && 'why' in outcome;
