// How many words a text has: one rule for who asks for a price and who makes it. Where words stand apart, they are what stands between spaces, as a
// word processor counts them: well-known, 3.14 and an address are one word each, a dash alone is none. Japanese has no spaces, so its words are those
// that a dictionary finds.

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

/** What a text is paid by. */
export const WORDS_OF_A_UNIT = 1_000;

/** Every thousand of its words that is begun; the first one always is. */
export const startedThousands = (text: string): number => Math.max(1, Math.ceil(countWords(text) / WORDS_OF_A_UNIT));

/** Made with the first Japanese text: it brings a dictionary along. */
let finder: Intl.Segmenter | undefined;

function countFound(text: string): number {
  finder ??= new Intl.Segmenter('ja', { granularity: 'word' });
  let words = 0;
  for (const { isWordLike } of finder.segment(text)) if (isWordLike) words += 1;
  return words;
}
