// Validates the brief of a bundle's piece, in the browser and on the server, and names pieces and their
// stages. Pure.

import type { Locale } from '#lib/locale.ts';
import { WORDS_OF_A_UNIT } from '#lib/markdown/word-count.ts';
import { formatOfferTitle } from '#lib/offer-title.ts';
import type { Message } from '#lib/user-error.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import type { Catalogue } from '#modules/catalogue/rules.ts';
import type { Offer, Prices } from '#modules/catalogue/shapes.ts';
import { findStage, listStages, nameStage } from '#modules/catalogue/stages/rules.ts';
import { computeQuantity, createLineError, type LineError, orderLineShape } from '../rules.ts';
import type { Answers } from '../shapes.ts';
import type { PieceState } from '../statuses.ts';
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
  brief: Pick<PieceBrief, 'platform' | 'answers'>,
): { readonly checked: CheckedPiece } | { readonly errors: readonly LineError[] } {
  const offer = prices.offers.find(({ id }) => id === piece.offerId);
  if (!offer) return { errors: [createLineError('id', messages.offer)] };
  // The quantity was fixed by the purchase.
  const parsed = orderLineShape(prices, offer, brief.platform).safeParse({ ...brief, quantity: offer.minQuantity });
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

/** `title`: of the order, if an operator wrote one. */
type TitledPiece = { readonly offerId: string; readonly title: string | null; readonly place: number | undefined };

/** "Logo design, 3 drafts"; of several units "Podcast editing 2", with its place. */
export function formatPieceTitle(
  { offers, services }: Pick<Catalogue, 'offers' | 'services'>,
  { offerId, title, place }: TitledPiece,
  locale: Locale,
): string {
  if (title) return title;
  const offer = offers.find(({ id }) => id === offerId);
  const service = services.find(({ type }) => type === offer?.serviceType);
  if (!offer || !service) return offerId;
  const name = localizeText(service.words.name, locale);
  return place === undefined ? formatOfferTitle(name, [localizeText(offer.unit, locale)], locale) : `${name} ${place}`;
}

const stagedStates: readonly PieceState[] = ['ready', 'inWork', 'inReview', 'revisionAsked'];

type Staged = { readonly serviceType: number; readonly stage: string | null; readonly state: PieceState; readonly paidAt: Date | null };

/** Between payment and delivery. */
const isStaged = ({ state, paidAt }: Staged): boolean => paidAt !== null && stagedStates.includes(state);

/** What the customer sees of a piece's stage. */
export const viewStage = (catalogue: Pick<Catalogue, 'services'>, piece: Staged, locale: Locale): string | null =>
  isStaged(piece) ? nameStage(listStages(catalogue, piece.serviceType), piece.stage, locale) : null;

/** What the desk sees of it. */
export function viewDeskStage(catalogue: Pick<Catalogue, 'services'>, piece: Staged): string | null {
  const stage = isStaged(piece) ? findStage(listStages(catalogue, piece.serviceType), piece.stage) : undefined;
  return stage ? localizeText(stage.name, 'en') : null;
}
