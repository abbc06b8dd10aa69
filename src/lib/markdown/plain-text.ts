// Cleans user input to plain text: removes invisible characters instead of rejecting them, and what a
// database or mail cannot store (NUL, lone surrogates).

/**
 * More marks on one letter than any language has, as in Unicode's Stream-Safe Text Format: they would cover
 * the page, and cannot be broken.
 */
const stackedMarks = /(\p{M}{30})\p{M}+/gu;
const toWellFormed = (text: string): string => text.toWellFormed().replace(stackedMarks, '$1');

/** One line: line breaks become spaces. */
export const toOneLine = (text: string): string =>
  toWellFormed(text)
    .replace(/[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cc}+/gu, '');

/**
 * One line of a name: no zero-width spaces, no bidirectional overrides. Joiners stay, because some scripts
 * need them.
 */
export const nameLine = (text: string): string => toOneLine(text).replace(/[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, '');

/** Several lines, each ending with a line feed. */
export const toCleanLines = (text: string): string =>
  toWellFormed(text)
    .replace(/\r\n?|[\u0085\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/[^\P{Cc}\n\t]+/gu, '');
