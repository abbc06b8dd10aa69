// Limits of an owner's Markdown, counted before parsing: the parser recurses per level and scans the whole
// paragraph for closing marks. Pure.
import type { OverLimit } from '../yaml/reasons.ts';

const MAX_DEPTH = 10;
/** A paragraph without an empty line. The longest in the sample shop, a table, has 1,600 characters. */
const PARAGRAPH_CHARS = 5_000;
/** Minimum indentation of a list level. */
const LEVEL_COLUMNS = 2;

/** `at`: start of the line. Undefined: within the limits. */
export function findOverMarkdown(text: string): OverLimit | undefined {
  let paragraphFrom = 0;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const to = end === -1 ? text.length : end;
    if (countDepth(text, at, to) > MAX_DEPTH) return { at, code: 'too-deep', values: { most: MAX_DEPTH } };
    if (text.slice(at, to).trim() === '') paragraphFrom = to + 1;
    else if (to - paragraphFrom > PARAGRAPH_CHARS)
      return { at: paragraphFrom, code: 'paragraph-too-long', values: { most: PARAGRAPH_CHARS.toLocaleString('en') } };
    at = to + 1;
  }
  return undefined;
}

/** Depth by what precedes a line's text: quote marks, list marks, indentation. */
function countDepth(text: string, from: number, to: number): number {
  let [marks, columns, at] = [0, 0, from];
  for (; at < to && marks <= MAX_DEPTH; at++) {
    const sign = text.charAt(at);
    if (sign === ' ') columns++;
    else if (sign === '\t') columns += 4;
    else if (sign === '>') marks++;
    else {
      const mark = listMark.exec(text.slice(at, at + MARK_CHARS));
      if (!mark) break;
      marks++;
      at += mark[0].length - 1;
    }
  }
  // A line without text has no depth.
  return at === to && marks === 0 ? 0 : marks + Math.floor(Math.max(0, columns - marks) / (2 * LEVEL_COLUMNS));
}

const MARK_CHARS = 11;
const listMark = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/;
