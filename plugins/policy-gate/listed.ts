// Checks a sentence against the owner's word list: a thing (followers), a request near it (buy, fake, "add
// 500") and no exclusion (never, an article about). Covers plain requests; the model covers the rest. Pure.
import { isLatin } from './fold.ts';
import { findMarks, spellText, type Vocabulary, type VocabularyMatch, type WordRole } from './vocabulary.ts';

type List = { readonly vocabulary: Vocabulary };

/** True if the text contains a request of any rule. */
export function isListed({ vocabulary }: List, text: string): boolean {
  return spellText(text, vocabulary)
    .split('\n')
    .some((each) => {
      const marks = findMarks(each, vocabulary);
      const things = marks.filter(({ rule }) => rule !== undefined);
      // Fast path: most sentences name no listed thing.
      if (things.length === 0) return false;
      const sentence = readSentence(each, marks);
      return things.some((mark) => findRequests(sentence, mark).some((request) => !isExcused(sentence, request)));
    });
}

/** Requests formed by each role of word. */
function findRequests(sentence: Sentence, mark: VocabularyMatch): Span[] {
  if (mark.role === 'phrase') return [mark];
  // A bot alone is no request: customers may have chat bots.
  const faked = findNear(sentence, mark, 'faking').filter((each) => each.start !== mark.start);
  if (mark.role === 'deed') return faked.map((each) => joinSpans(each, mark));
  // Not a request if already owned: "buy our followers a coffee".
  const isOwned = findNear(sentence, mark, 'owned').length > 0;
  const got = findNear(sentence, mark, 'getting').filter((each) => !(isOwned && each.side === 'before'));
  const found = [...got, ...faked].map((each) => joinSpans(each, mark));
  const amount =
    mark.counted && findWithin(sentence.numbers, mark, NUMBER_BEFORE_CHARS).find((each) => isBeside(sentence, each, mark, isOwned));
  if (!amount) return found;
  const ordered = joinSpans(amount, mark);
  return [...found, ...findNear(sentence, ordered, 'asking').map((each) => joinSpans(each, ordered))];
}

/** Ends the reach of an exclusion. */
const excuses = {
  about: ({ turns }, from, to) => count(turns, from, to) > 0,
  work: ({ turns, commas }, from, to) => count(turns, from, to) + count(commas, from, to) > 0,
  // A negation continues through a list: "no bots, fake accounts or bought likes", but not to a new clause:
  // "no logo, buy likes".
  negation: ({ turns, commas, listed }, from, to) =>
    count(turns, from, to) > 0 || (count(commas, from, to) > 0 && count(listed, from, to) === 0),
} as const satisfies Partial<Record<WordRole, (sentence: Sentence, from: number, to: number) => boolean>>;

/** True if the request is negated or only mentioned. */
function isExcused(sentence: Sentence, span: Span): boolean {
  return (Object.keys(excuses) as (keyof typeof excuses)[]).some((role) =>
    findWithin(sentence.roles[role], span, MAX_REACH).some((mark) => {
      if (getGap(mark, span) > mark.reach || (mark.side === 'before' ? mark.start >= span.end : mark.end <= span.start)) return false;
      return !excuses[role](sentence, Math.min(mark.end, span.end), Math.max(mark.start, span.start));
    }),
  );
}

type Span = { readonly start: number; readonly end: number };
/** Prefix counts, for constant-time range queries. */
type Counts = Uint32Array;
type Sentence = {
  readonly marks: readonly VocabularyMatch[];
  /** The marks by role. */
  readonly roles: Readonly<Partial<Record<WordRole, readonly VocabularyMatch[]>>>;
  readonly numbers: readonly Span[];
  readonly commas: Counts;
  readonly turns: Counts;
  readonly listed: Counts;
};
const listedRoles: ReadonlySet<WordRole> = new Set<WordRole>(['thing', 'deed', 'phrase', 'getting', 'faking']);

function readSentence(text: string, marks: readonly VocabularyMatch[]): Sentence {
  const starts = (roles: ReadonlySet<WordRole>) => new Set(marks.filter(({ role }) => roles.has(role)).map(({ start }) => start));
  const [turnsAt, listedAt] = [starts(new Set<WordRole>(['turn'])), starts(listedRoles)];
  return {
    marks,
    roles: Object.groupBy(marks, ({ role }) => role),
    numbers: findNumbers(text),
    commas: countUpTo(text.length, (at) => text[at] === ','),
    turns: countUpTo(text.length, (at) => turnsAt.has(at)),
    listed: countUpTo(text.length, (at) => listedAt.has(at)),
  };
}

function countUpTo(length: number, isOne: (at: number) => boolean): Counts {
  const sums = new Uint32Array(length + 1);
  for (let at = 0; at < length; at++) sums[at + 1] = (sums[at] ?? 0) + (isOne(at) ? 1 : 0);
  return sums;
}

const count = (sums: Counts, from: number, to: number): number => (to > from ? (sums[to] ?? 0) - (sums[from] ?? 0) : 0);
const getGap = (a: Span, b: Span): number => Math.max(0, b.start - a.end, a.start - b.end);
const joinSpans = (a: Span, b: Span): Span => ({ start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) });
const countCommasBetween = ({ commas }: Sentence, a: Span, b: Span): number =>
  count(commas, Math.min(a.end, b.end), Math.max(a.start, b.start));

const NEAREST = 4;
/**
 * Nearest marks of a role on the right side, within reach, and in the same clause unless they may stand
 * anywhere.
 */
function findNear(sentence: Sentence, span: Span, role: WordRole): VocabularyMatch[] {
  return findWithin(sentence.roles[role], span, MAX_REACH)
    .filter((each) => {
      if (getGap(each, span) > each.reach) return false;
      if (each.side === 'before' ? each.start >= span.end : each.side === 'after' && each.end <= span.start) return false;
      return each.side === 'beside' || countCommasBetween(sentence, each, span) === 0;
    })
    .sort((a, b) => getGap(a, span) - getGap(b, span))
    .slice(0, NEAREST);
}

/** Maximum reach and length of a word. */
const MAX_REACH = 100;

/** Spans near a span, by binary search. */
function findWithin<T extends Span>(spans: readonly T[] = [], span: Span, reach: number): T[] {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) < span.start - reach - MAX_REACH) low = middle + 1;
    else high = middle;
  }
  const found: T[] = [];
  for (let at = low; at < spans.length; at++) {
    const each = spans[at];
    if (!each || each.start > span.end + reach) break;
    if (each.end >= span.start - reach) found.push(each);
  }
  return found;
}

/** Smaller numbers are rarely orders of engagement. */
const MIN_AMOUNT = 10;
const numbers =
  /(\d{1,12})( ?(?:k|m|mil|万|千|百)(?![a-z]))?|(?<![a-z])(?:hundreds?|thousands?|millions?|dozens?|cien|cientos|mil|miles|docenas?|millon(?:es)?)(?![a-z])|[百千万何数]{1,4}(?=[人個件回名])/g;
/** 500, 10k, 1万, "a few hundred", mil. */
function findNumbers(text: string): Span[] {
  return [...text.matchAll(numbers)]
    .filter(([, digits, unit]) => digits === undefined || unit !== undefined || Number(digits) >= MIN_AMOUNT)
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

const NUMBER_BEFORE_CHARS = 24;
const NUMBER_AFTER_CHARS = 16;
/** Japanese needs fewer characters. */
const NUMBER_AFTER_JAPANESE_CHARS = 8;
/** True for "500 real likes", "likes: 500", "いいねを500個"; false for "our followers, 50 of them". */
function isBeside(sentence: Sentence, number: Span, thing: VocabularyMatch, isOwned: boolean): boolean {
  const commas = countCommasBetween(sentence, number, thing);
  if (commas > (number.start >= thing.end && !isOwned ? 1 : 0)) return false;
  return number.end <= thing.start
    ? thing.start - number.end <= NUMBER_BEFORE_CHARS
    : number.start - thing.end <= (isLatin(thing.text[0]) ? NUMBER_AFTER_CHARS : NUMBER_AFTER_JAPANESE_CHARS);
}
