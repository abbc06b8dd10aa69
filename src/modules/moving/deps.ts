// What a move needs, where its files are, and what it answers.
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Store } from '#platform/files/store.ts';
import type { MoveCounts, MovedColumns, MoveReport, MoveSystem } from './rules.ts';

export type MoveDeps = {
  readonly ctx: AppContext;
  readonly catalogue: Pick<CatalogueModule, 'current'>;
  readonly store: Pick<Store, 'takeIn' | 'put' | 'remove'>;
  /** Whether saved means can be charged. */
  readonly isStripeConnected: boolean;
};

/** The files of a move: a folder, or what an operator has uploaded. */
export type MoveSource = {
  /** CSV files by name. */
  readonly tables: ReadonlyMap<string, Uint8Array>;
  /** Undefined if there is none of that name. */
  readonly readFile: (name: string) => Promise<Uint8Array | undefined>;
};

export type MoveRequest = {
  readonly system: MoveSystem;
  readonly dryRun: boolean;
  readonly columns?: MovedColumns;
  /** An operator's move, with its row; absent: a new one. */
  readonly id?: string;
  readonly operatorId?: string | null;
  /** Rows that are written so far. */
  readonly onProgress?: (written: number) => Promise<void>;
};

export type MoveResult = MoveReport & { readonly id: string | null; readonly dryRun: boolean; readonly counts: MoveCounts };
