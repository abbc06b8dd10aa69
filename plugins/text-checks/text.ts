// Splits a text into words and sentences with offsets, in one linear pass.

export type TextSpan = { readonly from: number; readonly to: number };
/** `word`: normalized for comparison (case and apostrophes). */
export type Token = TextSpan & { readonly word: string };

/** Longer texts are cut; the report says so. */
export const MAX_CHARS = 200_000;

/** The part of a text that is read: well-formed, and not cut inside a character. */
export function truncateToReadable(text: string): string {
  const cut = text.toWellFormed().slice(0, MAX_CHARS);
  return cut.toWellFormed();
}

const words = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;
export const japaneseScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Characters per lookup of the word segmenter. */
const DICTIONARY_CHARS = 1_000;

/** Longer words are cut: normalizing a million accents takes minutes. */
const WORD_CHARS = 64;

/** Normalized for comparison. */
export const normalizeWord = (word: string): string => word.slice(0, WORD_CHARS).normalize('NFKC').toLowerCase().replaceAll('’', "'");

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: word, index: from } of text.matchAll(words)) {
    if (japaneseScript.test(word)) for (const token of splitJapanese(word, from)) tokens.push(token);
    else tokens.push({ from, to: from + word.length, word: normalizeWord(word) });
  }
  return tokens;
}

/** Created with the first Japanese text, because it loads a dictionary. */
let finder: Intl.Segmenter | undefined;

/** Japanese words, found by the segmenter. */
function* splitJapanese(run: string, from: number): Generator<Token> {
  finder ??= new Intl.Segmenter('ja', { granularity: 'word' });
  for (let start = 0; start < run.length; ) {
    const end = endOfWholeCharacter(run, start + DICTIONARY_CHARS);
    for (const { segment, index, isWordLike } of finder.segment(run.slice(start, end)))
      if (isWordLike) yield { from: from + start + index, to: from + start + index + segment.length, word: normalizeWord(segment) };
    start = end;
  }
}

/** Avoids cutting a surrogate pair. */
export function endOfWholeCharacter(text: string, at: number): number {
  const splits = at > 0 && at < text.length && isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1));
  return Math.min(splits ? at + 1 : at, text.length);
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

const wide = new Set('。！？｡');
const narrow = new Set('.!?…');
const closers = new Set('"\'”’»)]」』）】');
const space = /\s/;
const lettersOrDigits = /[\p{L}\p{N}]/u;

/** Abbreviations whose full stop ends no sentence. */
const abbreviations = new Set('e.g i.e etc mr mrs ms dr vs no st approx p.ej ej sr sra srta dra ud uds núm pág aprox ee.uu'.split(' '));
const SHORTENED_CHARS = 8;

/** Sentences end at a full stop, another mark or the end of a line. */
export function splitSentences(text: string): TextSpan[] {
  const sentences: TextSpan[] = [];
  let from = 0;
  const end = (to: number): void => {
    const span = trimSpan(text, from, to);
    if (lettersOrDigits.test(text.slice(span.from, span.to))) sentences.push(span);
    from = to;
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '\n') end(at + 1);
    else if (wide.has(sign) || narrow.has(sign)) {
      let after = at + 1;
      while (after < text.length && (wide.has(text.charAt(after)) || narrow.has(text.charAt(after)) || closers.has(text.charAt(after))))
        after++;
      const ends = wide.has(sign) || after === text.length || (space.test(text.charAt(after)) && !isShortened(text, at));
      if (ends) end(after);
      at = after - 1;
    }
  }
  end(text.length);
  return sentences;
}

function isShortened(text: string, at: number): boolean {
  const before =
    text
      .slice(Math.max(0, at - SHORTENED_CHARS), at)
      .split(/[\s(]/)
      .at(-1) ?? '';
  return text.charAt(at) === '.' && abbreviations.has(before.toLowerCase());
}

function trimSpan(text: string, from: number, to: number): TextSpan {
  while (from < to && space.test(text.charAt(from))) from++;
  while (to > from && space.test(text.charAt(to - 1))) to--;
  return { from, to };
}

/** Runs without white space, with offsets. */
export function* splitChunks(text: string): Generator<TextSpan & { readonly chunk: string }> {
  for (const { 0: chunk, index: from } of text.matchAll(/\S+/g)) yield { chunk, from, to: from + chunk.length };
}
