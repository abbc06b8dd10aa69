// The display fonts come in two files each: the characters of nearly every English and Spanish page, and all
// others of Latin-1 with some signs, which browsers load only for a page that has one of them.
// `npm run fanfare -- fonts` makes the files (scripts/fonts.ts).

/** In the order in which they are declared. */
export const fontParts = ['rest', 'common'] as const;
export type FontPart = (typeof fontParts)[number];

/** Digits, letters and signs of English and Spanish. */
export const COMMON_RANGE =
  'U+20-7E,U+A0,U+A1,U+AB,U+B0,U+B7,U+BB,U+BF,U+C1,U+C9,U+CD,U+D1,U+D3,U+D7,U+DA,U+DC,U+E1,U+E9,U+ED,U+F1,U+F3,U+FA,U+FC,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2026,U+20AC,U+2212';

/**
 * Of the two faces: shorter than the lists of their characters. Browsers take a character that a file lacks
 * from the other face, or from the next font.
 */
export const FACE_RANGES: Readonly<Record<FontPart, string>> = {
  rest: 'U+80-FF,U+131,U+152-153,U+2BB-329,U+2000-2215',
  common: 'U+20-2212',
};

/** Of both files. Of two faces with a character, browsers take the one that is declared later. */
export const ALL_RANGE =
  'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';

/** The code points of a `unicode-range`. */
export const listCodePoints = (range: string): number[] =>
  range.split(',').flatMap((part) => {
    const [from = 0, to = from] = part
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
