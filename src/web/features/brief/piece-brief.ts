// The brief of one piece of a bundle, in the making: what it begins with, what goes from one piece to the others, and what was wrong with it. Pure.
import type { Offer } from '../../../modules/catalogue/shapes.ts';
import type { Answers } from '../../../modules/orders/shapes.ts';
import type { ApiError } from '../../../ui/api-error.ts';
import { draftKey } from '../../../ui/browser/storage.ts';
import { type FormError, toFormError } from '../../../ui/forms/form-state.ts';
import { brandGivens, givensOf } from './brand-kits/brand-kit.ts';
import { atTheirLines, type Brief, type DraftAnswers, readBrief } from './brief.ts';

export const headOf = (pieceId: string): string => `piece-${pieceId}`;
export const pieceDraft = (pieceId: string): string => draftKey(headOf(pieceId));

/** Where somebody was, or with what the order says of the brand. What has to be confirmed is confirmed for each. */
export const firstOf = (draft: string | undefined, answers: Answers, offer: Offer): Brief =>
  readBrief(draft ?? JSON.stringify({ given: givensOf(answers, offer) }), [offer], offer);

/** As it stands, with the brand of another. */
export const withBrandOf = (given: DraftAnswers, into: Brief, offer: Offer): Brief => ({
  ...into,
  given: { ...into.given, ...brandGivens(given, offer) },
});

const ANSWER = /^pieces\[0\]\.(?:answers\.)?/;

/** By the names of this piece's questions; what is about the piece itself is said on top. */
export function toldOfPiece(refused: ApiError, given: DraftAnswers): FormError {
  const told = toFormError(refused);
  const { id, ...wrongs } = Object.fromEntries(Object.entries(told.wrongs).map(([name, list]) => [name.replace(ANSWER, ''), list]));
  const own = id?.find((wrong) => typeof wrong === 'string');
  return { ...told, ...(own === undefined ? {} : { general: own }), wrongs: atTheirLines(wrongs, given) };
}
