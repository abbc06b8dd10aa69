// Which questions of a brief are asked: a question may depend on the answer of another. Pure; the same in the
// browser and on the server.
import type { CatalogueField, Offer } from '../shapes.ts';

type Conditional = Pick<CatalogueField, 'name' | 'askedIf'>;
/** As they are sent: numbers are numbers. */
type GivenAnswers = Readonly<Record<string, unknown>>;

/**
 * A question that is not asked has no answer, so what depends on it is decided as if it were left blank. The
 * same list if no question is conditional.
 */
export function selectAskedFields<F extends Conditional>(fields: readonly F[], answers: GivenAnswers): readonly F[] {
  if (!fields.some(({ askedIf }) => askedIf)) return fields;
  const byName = new Map(fields.map((field) => [field.name, field]));
  const isAsked = ({ askedIf }: Conditional): boolean => {
    if (!askedIf) return true;
    const other = byName.get(askedIf.question);
    return isMet(askedIf, other && isAsked(other) ? answers[other.name] : undefined);
  };
  return fields.filter(isAsked);
}

/** The answers without those to questions that are not asked. The same object if there are none. */
export function selectAskedAnswers<A extends GivenAnswers>(fields: readonly Conditional[], answers: A): A {
  const asked = new Set(selectAskedFields(fields, answers));
  const dropped = new Set(fields.flatMap((field) => (asked.has(field) ? [] : [field.name])));
  if (dropped.size === 0) return answers;
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !dropped.has(name))) as A;
}

function isMet({ isOneOf, isAtLeast, isAnswered: isWanted = true }: NonNullable<Conditional['askedIf']>, answer: unknown): boolean {
  if (isOneOf) return (Array.isArray(answer) ? answer : [answer]).some((value) => isOneOf.includes(value));
  if (isAtLeast !== undefined) return typeof answer === 'number' && answer >= isAtLeast;
  return isAnswered(answer) === isWanted;
}

/** An unticked box is no answer. */
const isAnswered = (answer: unknown): boolean =>
  typeof answer === 'number' ||
  answer === true ||
  (typeof answer === 'string' && answer.trim() !== '') ||
  (Array.isArray(answer) && answer.some(isAnswered));

type Asked = { readonly offer: Pick<Offer, 'eachUnitIsPiece' | 'fields'>; readonly answers: object };

/** Nothing is answered yet, and each unit is a piece, or an operator has ordered it. */
export const isBriefedLater = ({ offer, answers }: Asked, isByHand = false): boolean =>
  (offer.eachUnitIsPiece || (isByHand && offer.fields.length > 0)) && Object.keys(answers).length === 0;
