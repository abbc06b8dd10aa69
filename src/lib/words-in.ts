// How many words a text has, as its language divides them; Japanese is written without spaces, so that only its own rules can tell. Pure.

const WORDS_OF_A_UNIT = 1_000;

/** `language`: of the text, as a tag that Intl knows; of an unknown one the words are divided as in English. */
export function wordsIn(text: string, language: string): number {
  let count = 0;
  for (const { isWordLike } of segmenterOf(language).segment(text)) if (isWordLike) count += 1;
  return count;
}

/** What a text is paid by: every thousand of its words that is begun; the first one always is. */
export const startedThousands = (text: string, language: string): number =>
  Math.max(1, Math.ceil(wordsIn(text, language) / WORDS_OF_A_UNIT));

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  const segmenter = new Intl.Segmenter(isLanguage(language) ? language : 'en', { granularity: 'word' });
  if (isLanguage(language)) segmenters.set(language, segmenter);
  return segmenter;
}

const isLanguage = (tag: string): boolean => ['en', 'es', 'ja'].includes(tag);
