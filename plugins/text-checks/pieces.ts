// Splits a text into pieces for grammar checkers, whose time grows quadratically with repeated characters and
// long words: those are shortened first. Offsets map back to the text.
import { endOfWholeCharacter, type TextSpan } from './text.ts';

export type TextChunk = {
  readonly text: string;
  /** End of this piece in the whole text. */
  readonly readTo: number;
  readonly toPlace: (span: TextSpan) => TextSpan;
};

const MAX_PIECE_CHARS = 1_000;
/** Longest repeated pattern that is shortened: "(((", "a'a'a'", ". . . ". */
const PATTERN_CHARS = 8;
const LONG_RUN_TIMES = 8;
const KEPT_RUN_TIMES = 3;
/** Longer words are shortened: checkers search for similar words. */
const LONG_WORD_CHARS = 64;
const KEPT_WORD_CHARS = 16;

/** Japanese has no spaces, so only katakana words are shortened. */
const longRuns = new RegExp(
  `(.{1,${PATTERN_CHARS}}?)\\1{${LONG_RUN_TIMES},}|[^\\s\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u30ff\\uff00-\\uffef]{${LONG_WORD_CHARS + 1},}|[\\p{Script=Katakana}ー]{${LONG_WORD_CHARS + 1},}`,
  'gsu',
);

export function* splitTextChunks(text: string): Generator<TextChunk> {
  const { short, keptFrom } = shortenRuns(text);
  for (let from = 0; from < short.length; ) {
    const to = findPieceEnd(short, from);
    const start = from;
    yield {
      text: short.slice(from, to),
      readTo: to === short.length ? text.length : keptFrom(to),
      toPlace: (span) => {
        const begin = keptFrom(start + span.from);
        return { from: begin, to: span.to > span.from ? keptFrom(start + span.to - 1) + 1 : begin };
      },
    };
    from = to;
  }
}

type Shortened = { readonly short: string; readonly keptFrom: (at: number) => number };

function shortenRuns(text: string): Shortened {
  /** Offsets of the remaining parts, in the short and in the whole text. */
  const parts = [{ at: 0, from: 0 }];
  let [short, next] = ['', 0];
  for (const { 0: run, 1: pattern, index } of text.matchAll(longRuns)) {
    const keptChars = pattern === undefined ? endOfWholeCharacter(run, KEPT_WORD_CHARS) : KEPT_RUN_TIMES * pattern.length;
    short += text.slice(next, index + keptChars);
    next = index + run.length;
    parts.push({ at: short.length, from: next });
  }
  short += text.slice(next);
  const keptFrom = (at: number): number => {
    let [low, high] = [0, parts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((parts[middle]?.at ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    const { at: begin = 0, from = 0 } = parts[low] ?? {};
    return from + at - begin;
  };
  return { short, keptFrom };
}

/** Prefers the end of a line, then of a sentence, then of a word. */
function findPieceEnd(text: string, from: number): number {
  const to = from + MAX_PIECE_CHARS;
  if (to >= text.length) return text.length;
  const window = text.slice(from, to);
  const line = window.lastIndexOf('\n') + 1;
  if (line > 0) return from + line;
  const sentence = Math.max(
    ...['. ', '! ', '? '].map((end) => window.lastIndexOf(end) + (window.includes(end) ? 2 : 0)),
    ...['。', '！', '？'].map((end) => window.lastIndexOf(end) + 1),
  );
  if (sentence > 0) return from + sentence;
  const word = window.lastIndexOf(' ') + 1;
  return word > 0 ? from + word : endOfWholeCharacter(text, to);
}

export type HasTime = () => boolean;

/** True while the CPU budget lasts. CPU time and not wall time, so that results do not depend on the load. */
export function createCpuBudget(milliseconds: number): HasTime {
  const begin = getCpuMs();
  return () => getCpuMs() - begin < milliseconds;
}

function getCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
