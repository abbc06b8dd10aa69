// Counts words, for price quotes and orders alike. With spaces: as a word processor counts them
// ("well-known", 3.14 and a URL are one word, a dash alone is none). Japanese: by dictionary segmentation.

const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const lettersOrDigits = /[\p{L}\p{N}]/u;

export function countWords(text: string): number {
  let words = 0;
  for (const [part] of text.matchAll(/\S+/g)) {
    if (japanese.test(part)) words += countFound(part);
    else if (lettersOrDigits.test(part)) words += 1;
  }
  return words;
}

/** The billing unit of a text. */
export const WORDS_OF_A_UNIT = 1_000;

/** Every started thousand of words; at least one. */
export const countStartedThousands = (text: string): number => Math.max(1, Math.ceil(countWords(text) / WORDS_OF_A_UNIT));

/** Created on first use, because it loads a dictionary. */
let finder: Intl.Segmenter | undefined;

function countFound(text: string): number {
  finder ??= new Intl.Segmenter('ja', { granularity: 'word' });
  let words = 0;
  for (const { isWordLike } of finder.segment(text)) if (isWordLike) words += 1;
  return words;
}
