// What the actions of the room stand on, and the way every one of them begins: with the piece as it stands once nobody else can change it.

import type { AppContext } from '../../infra/app-context.ts';
import type { DbClient } from '../../infra/database/database.ts';
import type { Store } from '../../infra/files/store.ts';
import { UserError } from '../../lib/user-error.ts';
import type { CatalogueRoom } from '../catalogue/actions.ts';
import { lockWork, type Work } from '../orders/actions.ts';
import type { Makers } from './auto/maker.ts';
import type { WorkResult } from './desk/shapes.ts';

export type FulfilmentDeps = {
  readonly ctx: AppContext;
  readonly catalogue: CatalogueRoom;
  readonly store: Store;
  /** The author of the documents that customers take away. */
  readonly shopName: string;
  /** Programs that make pieces and look texts over; absent: people do everything. */
  readonly makers: Makers | undefined;
};

export async function lockPiece(tx: DbClient, pieceId: string): Promise<Work> {
  const work = await lockWork(tx, pieceId);
  if (!work) throw new UserError(404);
  return work;
}

/** What an act changed, told by the columns that it set. */
export function toWorkResult({ piece, order }: Work, after: WorkResult['after']): WorkResult {
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, (piece as Record<string, unknown>)[name] ?? null]));
  return { pieceId: piece.id, orderId: order.id, number: order.number, accountId: order.accountId, before, after };
}
