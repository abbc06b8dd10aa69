// Brief of one piece of a bundle: initial values, copying between pieces, and errors. Pure.
import type { Offer } from '#modules/catalogue/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import { ApiError, type FieldErrors } from '#ui/api/api-error.ts';
import { getDraftKey } from '#ui/browser/storage.ts';
import { readKitAnswers, selectBrandAnswers } from './brand-kits/brand-kit.ts';
import { type Brief, type DraftAnswers, mapErrorsToLines, readBrief } from './brief.ts';

export const getHeadId = (pieceId: string): string => `piece-${pieceId}`;
export const getPieceDraftKey = (pieceId: string): string => getDraftKey(getHeadId(pieceId));

/** The draft, or the order's brand answers. Confirmations are given for each piece. */
export const createPieceBrief = (draft: string | undefined, answers: Answers, offer: Offer): Brief =>
  readBrief(draft ?? JSON.stringify({ given: readKitAnswers(answers, offer) }), [offer], offer);

/**
 * The current brief with the brand answers of another; with all answers if both are of one offer.
 * Confirmations are given for each piece.
 */
export const copyAnswers = (answers: DraftAnswers, into: Brief, { from, to }: { readonly from: Offer; readonly to: Offer }): Brief => ({
  ...into,
  given: { ...into.given, ...(from.id === to.id ? withoutConfirmations(answers, to) : selectBrandAnswers(answers, from)) },
});

const withoutConfirmations = (answers: DraftAnswers, { fields }: Offer): DraftAnswers =>
  Object.fromEntries(Object.entries(answers).filter(([name]) => fields.some((field) => field.name === name && field.kind !== 'yesNo')));

const ANSWER = /^pieces\[0\]\.(?:answers\.)?/;

/** By the names of this piece's questions; errors of the piece itself are shown at the top. */
export function toPieceError({ status, general, errors, waitSeconds, requestId }: ApiError, answers: DraftAnswers): ApiError {
  const { id: own, ...fields }: FieldErrors = Object.fromEntries(
    Object.entries(errors).map(([name, texts]) => [name.replace(ANSWER, ''), texts]),
  );
  return new ApiError(status, own?.[0] ?? general, mapErrorsToLines(fields, answers), { waitSeconds, requestId });
}
