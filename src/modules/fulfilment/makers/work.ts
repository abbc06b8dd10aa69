// Messages between the shop and the makers' process.
import type { BriefFinding, DeliveryFinding, KindBrief, KindDelivery } from '#modules/catalogue/kinds/shapes.ts';
import type { CheckReport } from '../shapes-report.ts';
import type { MakerSettings, ProductionBrief, RunFailure, RunOutcome } from './maker.ts';

export type MakeTask = {
  readonly does: 'make';
  readonly maker: string;
  /** Of a plugin: its entry. */
  readonly module?: string;
  /** The entry of the plugin that checks texts. */
  readonly checker?: string | undefined;
  readonly brief: ProductionBrief;
  readonly settings: MakerSettings;
};

export type RunnerTask =
  | MakeTask
  | { readonly does: 'check'; readonly checker: string; readonly text: string; readonly brief: ProductionBrief }
  | KindTask;

/** Of a plugin: its entry and "<plugin>:<kind>". */
export type KindTask = { readonly does: 'kind'; readonly module: string; readonly kind: string } & (
  | { readonly reads: 'brief'; readonly brief: KindBrief }
  | { readonly reads: 'delivery'; readonly delivery: KindDelivery }
  /** Loads the plugin. */
  | { readonly reads: 'nothing' }
);

/** `frames`: stack frames for the log, without customer data. */
export type MakerResult = {
  readonly outcome:
    | RunOutcome
    | { readonly checked: CheckReport }
    | { readonly found: readonly (BriefFinding | DeliveryFinding)[] }
    | RunFailure;
  readonly frames?: readonly string[];
};

export type ToChild = { readonly work: RunnerTask; readonly mebibytes: number };
export type FromChild = MakerResult & { readonly heldMebibytes: number };
