// What a person typed, as plain text: harmless characters that nobody sees are taken out instead of being refused, and nothing is left that a
// database or a mail could not hold (NUL, half a character).

/** One line: line breaks become spaces. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cc}+/gu, '');

/** One line of a name: without spaces that have no width, and without marks that turn the direction of what follows. Joiners stay: scripts need them. */
export const nameLine = (text: string): string => oneLine(text).replace(/[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, '');

/** Lines as they were typed, each ending with a line feed. */
export const manyLines = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/[^\P{Cc}\n\t]+/gu, '');
