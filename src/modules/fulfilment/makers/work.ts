// Messages between the shop and the makers' process.
import type { CheckedBrief } from '../checks/check-delivery.ts';
import type { CheckReport } from '../shapes-report.ts';
import type { Brief, Failure, MakerSettings, Outcome } from './maker.ts';
import type { MakerName } from './table.ts';

export type Work =
  | { readonly does: 'make'; readonly maker: MakerName; readonly brief: Brief; readonly settings: MakerSettings }
  | { readonly does: 'check'; readonly text: string; readonly brief: CheckedBrief };

/** `frames`: stack frames for the log, without customer data. */
export type MakerResult = { readonly outcome: Outcome | { readonly checked: CheckReport } | Failure; readonly frames?: readonly string[] };

export type ToChild = { readonly work: Work; readonly mebibytes: number };
export type FromChild = MakerResult & { readonly heldMebibytes: number };
