// Messages between the shop and the makers' process.
import type { BriefFinding, DeliveryFinding, KindBrief, KindDelivery } from '#modules/catalogue/kinds/shapes.ts';
import type { CheckedBrief } from '../checks/check-delivery.ts';
import type { CheckReport } from '../shapes-report.ts';
import type { MakerSettings, ProductionBrief, RunFailure, RunOutcome } from './maker.ts';

export type RunnerTask =
  | {
      readonly does: 'make';
      readonly maker: string /** Of a plugin. */;
      readonly module?: string;
      readonly brief: ProductionBrief;
      readonly settings: MakerSettings;
    }
  | { readonly does: 'check'; readonly text: string; readonly brief: CheckedBrief }
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
