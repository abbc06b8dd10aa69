// Normalizes a text for search (case, width, accents) and maps positions back to the original.

export type Folded = { readonly text: string; readonly findPlace: (index: number) => number };

/** A letter with its combining marks, including half-width kana marks; the limit bounds each match. */
const letters = /\P{M}[\p{M}ﾞﾟ]{0,8}|\p{M}/gsu;
const spaces = /^\s$/u;

export function foldText(text: string): Folded {
  const parts: string[] = [];
  const places: number[] = [];
  let wasSpace = false;
  for (const { 0: letter, index } of text.matchAll(letters)) {
    const isSpace = spaces.test(letter);
    // Runs of white space count as one space.
    const part = isSpace ? (wasSpace ? '' : ' ') : fold(letter);
    wasSpace = isSpace;
    parts.push(part);
    for (let each = 0; each < part.length; each++) places.push(index);
  }
  return { text: parts.join(''), findPlace: (index) => places[index] ?? text.length };
}

const fold = (letter: string): string => letter.normalize('NFKC').toLowerCase().replaceAll('’', "'");

/** Normalizes the phrase; broken surrogates are removed, because they would match inside a character. */
const foldPhrase = (phrase: string): string => foldText(phrase.trim().toWellFormed()).text;

const wordSign = /[\p{L}\p{N}]/u;
/** Scripts that separate words. */
const apart = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u;

/** Finds a phrase as whole words, in scripts that separate words: "art" is not found in "party". */
export function findPlaces(phrase: string, { text, findPlace }: Folded, limit = 50): { from: number; to: number }[] {
  const foldedTarget = foldPhrase(phrase);
  const found: { from: number; to: number }[] = [];
  if (foldedTarget === '') return found;
  for (let at = text.indexOf(foldedTarget); at !== -1 && found.length < limit; at = text.indexOf(foldedTarget, at + foldedTarget.length))
    if (isWholeWord(text, at, at + foldedTarget.length)) found.push({ from: findPlace(at), to: findPlace(at + foldedTarget.length) });
  return found;
}

const isWholeWord = (text: string, from: number, to: number): boolean =>
  !isInsideWord(text.charAt(from - 1), text.charAt(from)) && !isInsideWord(text.charAt(to - 1), text.charAt(to));

const isInsideWord = (before: string, after: string): boolean =>
  wordSign.test(before) && wordSign.test(after) && apart.test(before) && apart.test(after);
