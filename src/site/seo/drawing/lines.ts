// Breaks text into as few lines as fit, of nearly equal width. Pure; the text measurement is an argument.
import type { Locale } from '#lib/locale.ts';

export type Measure = (text: string) => number;
type Word = { readonly text: string; readonly width: number; readonly gap: number };

/** Steps of the binary search for the narrowest width: 2^-7 of a line is less than a letter. */
const STEPS = 7;

/** The lines, or undefined if they do not fit. */
export function breakLines(
  text: string,
  locale: Locale,
  box: { readonly width: number; readonly lines: number },
  measure: Measure,
): readonly string[] | undefined {
  const space = measure(' ');
  const pieces = splitPieces(text, locale).map((piece) => {
    const word = piece.trimEnd();
    return { text: piece, width: measure(word), gap: word === piece ? 0 : space };
  });
  if (pieces.some(({ width }) => width > box.width)) return undefined;
  const lines = fill(pieces, box.width);
  return lines.length > box.lines ? undefined : narrowLines(pieces, box.width, lines);
}

/** The narrowest width with the same number of lines balances the lines. */
function narrowLines(pieces: readonly Word[], width: number, lines: readonly string[]): readonly string[] {
  let best = lines;
  let low = Math.max(...pieces.map((piece) => piece.width));
  let high = width;
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    const candidate = fill(pieces, middle);
    if (candidate.length > lines.length) low = middle;
    else {
      high = middle;
      best = candidate;
    }
  }
  return best;
}

function fill(pieces: readonly Word[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let usedWidth = 0;
  for (const piece of pieces) {
    if (line && usedWidth + piece.width > width) {
      lines.push(line.trimEnd());
      line = '';
      usedWidth = 0;
    }
    line += piece.text;
    usedWidth += piece.width + piece.gap;
  }
  return [...lines, line.trimEnd()];
}

/**
 * Break opportunities: after a space; in Japanese before a content word, never before a particle, an ending
 * or punctuation.
 */
function splitPieces(text: string, locale: Locale): string[] {
  if (locale !== 'jp') return text.match(/\S+\s*/g) ?? [];
  const pieces: string[] = [];
  for (const { segment } of new Intl.Segmenter('ja', { granularity: 'word' }).segment(text)) {
    const last = pieces.at(-1);
    if (last === undefined || mayEnd(last, segment)) pieces.push(segment);
    else pieces[pieces.length - 1] = last + segment;
  }
  return pieces;
}

const mayEnd = (before: string, next: string): boolean =>
  !/[「『（]$/u.test(before) &&
  (/^[\p{Script=Han}\p{Script=Katakana}\p{Script=Latin}\p{Number}「『（]/u.test(next) ||
    (/[、。！？」』）\s]$/u.test(before) && /^\p{Letter}/u.test(next)));
