// Validates the brief of a bundle's piece, in the browser and on the server. Pure.

import { WORDS_OF_A_UNIT } from '#lib/markdown/word-count.ts';
import type { Message } from '#lib/user-error.ts';
import type { Offer, Prices } from '#modules/catalogue/shapes.ts';
import { computeQuantity, createLineError, type LineError, orderLineShape } from '../rules.ts';
import type { Answers } from '../shapes.ts';
import type { OrderPiece, PieceBrief } from './shapes.ts';

const messages = {
  offer: /*i18n*/ { id: 'piece.offer', message: 'You can’t write this brief here anymore. Write to us: you’ll still get the piece.' },
  long: /*i18n*/ {
    id: 'piece.long',
    message: 'This piece has {words, number} words left. Shorten the text, or order the rest separately.',
  },
} as const satisfies Record<string, Message>;

type PricedPiece = Pick<OrderPiece, 'offerId' | 'serviceType' | 'quantity'>;

/**
 * `quantity`: how much of the piece the brief uses. The rest of a measured piece stays available for another
 * text.
 */
export type CheckedPiece = {
  readonly offer: Offer;
  readonly platform: number | null;
  readonly answers: Answers;
  readonly quantity: number;
};

export function checkPiece(
  prices: Prices,
  piece: PricedPiece,
  sent: Pick<PieceBrief, 'platform' | 'answers'>,
): { readonly checked: CheckedPiece } | { readonly errors: readonly LineError[] } {
  const offer = prices.offers.find(({ id }) => id === piece.offerId);
  if (!offer) return { errors: [createLineError('id', messages.offer)] };
  // The quantity was fixed by the purchase.
  const parsed = orderLineShape(prices, offer, sent.platform).safeParse({ ...sent, quantity: offer.minQuantity });
  if (!parsed.success) return { errors: parsed.error.issues };
  const { platform, answers } = parsed.data;
  const quantity = computeQuantity(offer, answers)?.quantity ?? piece.quantity;
  if (quantity > piece.quantity) {
    const long = { ...messages.long, values: { words: piece.quantity * WORDS_OF_A_UNIT } };
    return { errors: [createLineError(`answers.${offer.quantityFrom}`, long)] };
  }
  return { checked: { offer, platform, answers, quantity } };
}

/**
 * Pieces as they were bought: parts of a split piece are joined again. `isMeasured`: its quantity follows
 * from a text, so it can be split.
 */
export function asBought<P extends PricedPiece & { readonly position: number; readonly listValue: number }>(
  pieces: readonly P[],
  isMeasured: (offerId: string) => boolean,
): readonly P[] {
  const pieceByKey = new Map<string, P>();
  for (const piece of pieces) {
    const key = isMeasured(piece.offerId) ? piece.offerId : String(piece.position);
    const quantity = (pieceByKey.get(key)?.quantity ?? 0) + piece.quantity;
    const listValue = (pieceByKey.get(key)?.listValue ?? 0) + piece.listValue;
    pieceByKey.set(key, { ...(pieceByKey.get(key) ?? piece), quantity, listValue });
  }
  return [...pieceByKey.values()];
}
