// What the actions of the room stand on, and the way every one of them begins: with the piece as it stands once nobody else can change it.

import type { Ground } from '../../infra/app-context.ts';
import type { Queries } from '../../infra/database/database.ts';
import type { Store } from '../../infra/files/store.ts';
import { Refusal } from '../../lib/user-error.ts';
import type { CatalogueRoom } from '../catalogue/actions.ts';
import { lockWork, type Work } from '../orders/actions.ts';
import type { Makers } from './auto/maker.ts';
import type { Done } from './desk/shapes.ts';

export type Inside = {
  readonly ground: Ground;
  readonly catalogue: CatalogueRoom;
  readonly store: Store;
  /** The author of the documents that customers take away. */
  readonly shopName: string;
  /** Programs that make pieces and look texts over; absent: people do everything. */
  readonly makers: Makers | undefined;
};

export async function lockPiece(tx: Queries, pieceId: string): Promise<Work> {
  const work = await lockWork(tx, pieceId);
  if (!work) throw new Refusal(404);
  return work;
}

/** What an act changed, told by the columns that it set. */
export function doneOf({ piece, order }: Work, after: Done['after']): Done {
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, (piece as Record<string, unknown>)[name] ?? null]));
  return { pieceId: piece.id, orderId: order.id, number: order.number, accountId: order.accountId, before, after };
}
