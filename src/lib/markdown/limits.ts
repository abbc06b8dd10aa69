// What a Markdown text of an owner may hold. Counted before it is read: a reader of Markdown calls itself once for each level, and looks for the other end of each mark in the whole
// paragraph. Pure.

const MAX_DEPTH = 10;
/** Without an empty line. The longest one of the sample shop, a table, has 1,600. */
const PARAGRAPH_CHARS = 5_000;
/** A level of a list is indented by at least so many columns. */
const LEVEL_COLUMNS = 2;

/** `at`: where the line begins. Undefined: it may be read. */
export function overMarkdown(text: string): { readonly at: number; readonly reason: string } | undefined {
  let paragraphFrom = 0;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const to = end === -1 ? text.length : end;
    if (depthOf(text, at, to) > MAX_DEPTH) return { at, reason: `is nested deeper than ${MAX_DEPTH} levels` };
    if (text.slice(at, to).trim() === '') paragraphFrom = to + 1;
    else if (to - paragraphFrom > PARAGRAPH_CHARS)
      return { at: paragraphFrom, reason: 'has a paragraph of more than 5,000 characters: an empty line divides it' };
    at = to + 1;
  }
  return undefined;
}

/** By what stands before the words of a line: quotes, the marks of lists, and columns that are empty. */
function depthOf(text: string, from: number, to: number): number {
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
  // A line without words has no level.
  return at === to && marks === 0 ? 0 : marks + Math.floor(Math.max(0, columns - marks) / (2 * LEVEL_COLUMNS));
}

const MARK_CHARS = 11;
const listMark = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/;
