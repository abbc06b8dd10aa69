// The rows of an order's pieces when it is placed.

import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import { isInstantOffer } from '#modules/catalogue/rules.ts';
import { newId } from '#platform/new-id.ts';
import type { CheckedLine } from '../rules.ts';
import { type Hold, workDue } from '../statuses.ts';
import type { orderPiece, purchase } from '../tables.ts';
import { getStart, workStartsAt } from '../withdrawal-period/rules.ts';

type OrderedLine = Pick<CheckedLine, 'offer' | 'quantity' | 'answers'> & {
  readonly orderId: string;
  /** Unit list prices by offer, in the currency of the purchase. */
  readonly listPrices: ReadonlyMap<string, number>;
  /** What the gate found in the brief. */
  readonly heldFor: Hold | null;
};

/** A single piece gets the order's brief; the pieces of a bundle are briefed after payment. */
export function pieceRows(
  { catalogue }: { readonly catalogue: CatalogueModule },
  { accountId, createdAt, paidAt, consents }: typeof purchase.$inferInsert,
  { orderId, offer, quantity, answers, listPrices, heldFor }: OrderedLine,
): (typeof orderPiece.$inferInsert)[] {
  const isOne = offer.pieces.length === 1;
  const language = typeof answers.language === 'string' ? answers.language : null;
  return offer.pieces.map((piece, position) => {
    const isInstant = isInstantOffer(catalogue.current(), piece.offerId);
    const mayBeginAt = paidAt ? workStartsAt(paidAt, getStart(consents), isInstant) : null;
    return {
      id: newId(createdAt, position),
      orderId,
      accountId,
      position,
      offerId: piece.offerId,
      serviceType: piece.serviceType,
      listValue: (listPrices.get(piece.offerId) ?? 0) * piece.quantity * quantity,
      quantity: piece.quantity * quantity,
      isInstant,
      brief: null,
      state: isOne ? 'ready' : 'waiting',
      language: isOne ? language : null,
      mayBeginAt,
      dueAt: isOne && mayBeginAt && !heldFor ? workDue(mayBeginAt) : null,
      heldFor,
      heldSince: heldFor && createdAt,
    };
  });
}
