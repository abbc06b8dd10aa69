// The rows of an order's pieces when it is placed.

import { shareEqually } from '#lib/money/price.ts';
import type { Calendar } from '#lib/time/calendar.ts';
import { addTurnaround, standardTurnaround, type Turnaround } from '#lib/time/turnaround.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import { findRush } from '#modules/catalogue/promise/rules.ts';
import { isBriefedLater } from '#modules/catalogue/questions/rules.ts';
import { isInstantOffer } from '#modules/catalogue/rules.ts';
import type { AppContext } from '#platform/app-context.ts';
import { newId } from '#platform/new-id.ts';
import type { CheckedAddOn } from '../add-ons/rules.ts';
import type { CheckedLine } from '../rules.ts';
import type { Hold } from '../statuses.ts';
import type { orderPiece, purchase } from '../tables.ts';
import { getStart, workStartsAt } from '../withdrawal-period/rules.ts';

type OrderedLine = Pick<CheckedLine, 'offer' | 'quantity' | 'answers' | 'isBriefedLater'> & {
  readonly addOns: readonly Pick<CheckedAddOn, 'id'>[];
  readonly orderId: string;
  /** Of the order, after its discount. */
  readonly price: number;
  /** Unit list prices by offer, in the currency of the purchase. */
  readonly listPrices: ReadonlyMap<string, number>;
  /** What the gate found in the brief. */
  readonly heldFor: Hold | null;
};

type NewPiece = typeof orderPiece.$inferInsert;

/**
 * A single piece gets the order's brief; the pieces of a bundle are briefed after payment. If each unit is a
 * piece, all have the order's brief, or without one, each is briefed after payment.
 */
export function createPieceRows(
  { ctx, catalogue }: { readonly ctx: Pick<AppContext, 'calendar'>; readonly catalogue: CatalogueModule },
  { accountId, createdAt, paidAt, consents }: typeof purchase.$inferInsert,
  line: OrderedLine,
): NewPiece[] {
  const { orderId, offer, answers, listPrices, heldFor } = line;
  const isBriefed = offer.pieces.length === 1 && !line.isBriefedLater && !isBriefedLater(line);
  const language = typeof answers.language === 'string' ? answers.language : null;
  const parts = toParts(line);
  const shares = offer.eachUnitIsPiece ? shareEqually(line.price, parts.length) : [];
  return parts.map((piece, position) => {
    const isInstant = isInstantOffer(catalogue.current(), piece.offerId);
    const mayBeginAt = paidAt ? workStartsAt(paidAt, getStart(consents), isInstant) : null;
    const turnaround = getTurnaround(catalogue, line, piece.offerId);
    return {
      id: newId(createdAt, position),
      orderId,
      accountId,
      position,
      offerId: piece.offerId,
      serviceType: piece.serviceType,
      listValue: shares[position] ?? (listPrices.get(piece.offerId) ?? 0) * piece.quantity,
      quantity: piece.quantity,
      isInstant,
      turnaround: isStandard(turnaround) ? null : turnaround,
      isUnit: offer.eachUnitIsPiece,
      brief: null,
      state: isBriefed ? 'ready' : 'waiting',
      language: isBriefed ? language : null,
      mayBeginAt,
      dueAt: isBriefed && mayBeginAt && !heldFor ? addTurnaround(mayBeginAt, turnaround, ctx.calendar()) : null,
      heldFor,
      heldSince: heldFor && createdAt,
    };
  });
}

/** The units of the line, or the pieces of its offer in the quantity of the line. */
const toParts = ({ offer, quantity }: Pick<OrderedLine, 'offer' | 'quantity'>) =>
  offer.pieces.flatMap((piece) =>
    offer.eachUnitIsPiece ? Array.from({ length: quantity }, () => piece) : [{ ...piece, quantity: piece.quantity * quantity }],
  );

function getTurnaround(catalogue: CatalogueModule, { offer, addOns }: Pick<OrderedLine, 'offer' | 'addOns'>, offerId: string): Turnaround {
  const ofPiece = offerId === offer.id ? offer.turnaround : catalogue.current().offers.find(({ id }) => id === offerId)?.turnaround;
  return findRush(offer, addOns) ?? ofPiece ?? standardTurnaround;
}

/** When the order is estimated to be delivered, as it is ordered. Null: 48 hours later. */
export function estimateDelivery(pieces: readonly Pick<NewPiece, 'turnaround'>[], createdAt: Date, calendar: Calendar): Date | null {
  const own = pieces.flatMap(({ turnaround }) => turnaround ?? []);
  if (own.length === 0) return null;
  const dates = pieces.map(({ turnaround }) => addTurnaround(createdAt, turnaround ?? standardTurnaround, calendar).getTime());
  return new Date(Math.max(...dates));
}

const isStandard = ({ amount, unit }: Turnaround): boolean => amount === standardTurnaround.amount && unit === standardTurnaround.unit;
