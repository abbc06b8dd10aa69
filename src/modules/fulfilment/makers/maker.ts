// What every maker is: a brief goes in, a delivery with its report comes out, or a reason why there is none. A maker decides nothing about a piece: whoever asked
// delivers what it made, or puts it before a person, or hands the piece to the queue with the reason.
import type { ModelConfig } from '../../../infra/config/config.ts';
import type { Locale } from '../../../lib/locale.ts';
import type { Answers } from '../../orders/shapes.ts';
import type { CheckReport, TextLanguage } from '../shapes-report.ts';

export type Brief = {
  readonly pieceId: string;
  readonly serviceType: number;
  readonly offerId: string;
  readonly quantity: number;
  readonly platform: number | null;
  /** Of the text. */
  readonly language: TextLanguage;
  /** Of the customer, in whose language a report is; that of the text where nobody knows. */
  readonly locale?: Locale;
  readonly answers: Answers;
  readonly dueAt: string;
  /** The moment of the work, for the dates of its files. */
  readonly madeAt: string;
  /** What the shop delivered before, the nearest first, to compare with. */
  readonly others: readonly string[];
};

export type MadeFile = { readonly name: string; readonly kind: 'json' | 'pdf' | 'csv' | 'ics'; readonly bytes: Uint8Array };

export type Made = {
  /** In Markdown. */
  readonly text: string;
  readonly files: readonly MadeFile[];
  readonly report: CheckReport;
  /** What it was made with, for the passport: names with their versions. */
  readonly help: readonly string[];
};

/**
 * busy: too many wait. late: it took longer than it may. memory: it wanted more than it may have. died: its process ended. broken: it threw, which is a fault of ours.
 * unreachable, refused, rubbish, cut: of a language model. stopped: whoever asked did not want to wait.
 */
export type FailureCode = 'busy' | 'late' | 'memory' | 'died' | 'broken' | 'unreachable' | 'refused' | 'rubbish' | 'cut' | 'stopped';
/** `why`: in plain English, for the desk; nothing of a customer's is in it. */
export type Failure = { readonly failed: FailureCode; readonly why: string };

export type Outcome = Made | Failure;
export const hasFailed = (outcome: object): outcome is Failure => 'failed' in outcome;

/** `shopName`: at the foot of a printed report. */
export type MakerSettings = { readonly model: ModelConfig | undefined; readonly shopName: string };

export type Maker = (brief: Brief, settings: MakerSettings) => Promise<Outcome>;
