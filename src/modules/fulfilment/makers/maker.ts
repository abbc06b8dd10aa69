// Interface of a maker: takes a brief, returns a delivery with its report, or a failure. The caller decides
// what happens to the piece.

import type { Locale } from '#lib/locale.ts';
import type { BuiltInCheck } from '#modules/catalogue/kinds/shapes.ts';
import type { Ordered } from '#modules/catalogue/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import type { ModelConfig } from '#platform/config/config.ts';
import type { BriefPlatform } from '../maker.ts';
import type { ReportSettings } from '../report/draw.ts';
import type { CheckReport, TextLanguage } from '../shapes-report.ts';

export type ProductionBrief = {
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
  readonly language: TextLanguage;
  /** The customer's language, used for reports; the text's language if unknown. */
  readonly locale?: Locale;
  readonly answers: Answers;
  readonly dueAt: string;
  /** Time of the work, for the dates in files. */
  readonly madeAt: string;
  /** The shop's checks that suit the kind of the service. Absent: all. */
  readonly checks?: readonly BuiltInCheck[] | undefined;
  /** Earlier deliveries, most similar first, for comparison. */
  readonly others: readonly string[];
};

type MadeFile = { readonly name: string; readonly bytes: Uint8Array };

export type UncheckedPiece = {
  /** In Markdown. */
  readonly text: string;
  readonly files: readonly MadeFile[];
  /** Names and versions of what was used, for the passport. */
  readonly help: readonly string[];
  /** Of a piece that is a report. */
  readonly report?: CheckReport;
};
/** `report`: null if no plugin of the shop checks texts. */
export type MadePiece = Omit<UncheckedPiece, 'report'> & { readonly report: CheckReport | null };

/**
 * busy: queue full. late: timed out. memory: over the memory limit. died: process ended. broken: the maker
 * threw (a bug). unreachable, refused, rubbish, cut: language model errors. stopped: aborted by the caller.
 */
export type FailureCode = 'busy' | 'late' | 'memory' | 'died' | 'broken' | 'unreachable' | 'refused' | 'rubbish' | 'cut' | 'stopped';
/** `why`: plain English for the desk, without customer data. */
export type RunFailure = { readonly failed: FailureCode; readonly why: string };

export type RunOutcome = MadePiece | RunFailure;
export const isRunFailure = (outcome: object): outcome is RunFailure => 'failed' in outcome;

/** `shopName`: author of a printed report. */
export type MakerSettings = ReportSettings & { readonly model: ModelConfig | undefined };
