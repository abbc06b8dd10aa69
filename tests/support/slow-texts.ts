// Texts of maximum length that once made a checker slow. They are the same in every run.
import type { TextLanguage } from '#modules/fulfilment/shapes-report.ts';

export const TEXT_CHARS = 20_000;
export type NastyText = { readonly name: string; readonly language: TextLanguage; readonly text: string };

let seed = 7;
const random = (most: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
  return Math.floor((seed / 0x7fffffff) * most);
};
const filled = (next: () => string): string => {
  let text = '';
  while (text.length < TEXT_CHARS) text += next();
  return text.slice(0, TEXT_CHARS).toWellFormed();
};
const again = (part: string): string => filled(() => part);
const mixed = (signs: string): string => filled(() => [...signs][random([...signs].length)] ?? '');
const letters = (count: number, of: string): string => Array.from({ length: count }, () => of[random(of.length)]).join('');
const words = (count: () => number, of: string): string => filled(() => `${letters(count(), of)} `);
const nonsense = (consonants: string, vowels: string): string =>
  filled(
    () => `${Array.from({ length: 2 + random(4) }, () => letters(1, consonants) + letters(1, vowels)).join('')}${random(12) ? '' : '.'} `,
  );

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~';
const of = (language: TextLanguage, texts: Readonly<Record<string, string>>): NastyText[] =>
  Object.entries(texts).map(([name, text]) => ({ name, language, text }));

/** A few characters repeated. The checks shorten repetitions. */
export const repeatedTexts: readonly NastyText[] = [
  ...of('en', {
    brackets: again('('),
    dashes: again('--'),
    'one letter': again('a'),
    'letter and quote': again("a'"),
    'quote and dash': again('"-'),
  }),
  ...of('en', {
    'points and spaces': again('. '),
    'brackets and spaces': again('( ) '),
    emoji: again('😀🎉 '),
    'accents on a letter': again('a\u0301\u0323'),
  }),
  ...of('es', { 'letter and quote': again("a'") }),
  ...of('ja', { 'kanji without punctuation': again('東京'), 'a particle and a comma': again('の、'), emoji: again('😀🎉') }),
];

/** Texts without repetition. */
export const randomTexts: readonly NastyText[] = [
  ...of('en', { nonsense: nonsense('bcdfghjklmnprstvwz', 'aeiou'), 'random words': words(() => 1 + random(12), ALPHABET) }),
  ...of('en', { 'rare letters': words(() => 5, 'qxzjkv'), 'four accents': words(() => 4, 'éüñàøß'), capitals: words(() => 8, 'QXZJKVBD') }),
  ...of('en', { 'words of quotes': filled(() => `${"a'".repeat(1 + random(28))} `), 'words of 16': words(() => 16, ALPHABET) }),
  ...of('en', {
    'one long word': letters(TEXT_CHARS, ALPHABET),
    'all signs': mixed(`${ALPHABET}${ALPHABET.toUpperCase()}0123456789 ${PUNCTUATION}`),
  }),
  ...of('en', { 'quote, dash, point': mixed('"-.'), 'punctuation and spaces': mixed(`${PUNCTUATION} `), digits: mixed('0123456789.,:/ ') }),
  ...of('en', { 'emoji and points': mixed('😀🎉👍🏽 a.'), 'quotes and spaces': mixed('"\' -.') }),
  ...of('es', {
    nonsense: nonsense('bcdfghjlmnñprstv', 'aeiouáéíóú'),
    'four accents': words(() => 4, 'éüñàøß'),
    'mixed capitals': words(() => 7, 'QxzJkvBd'),
  }),
  ...of('ja', {
    kanji: mixed('東京都日本語漢字新聞記者会社員大学生先生学校時間今日明日昨日年月火水木金土'),
    signs: mixed('。、「」（）！？・…'),
  }),
  ...of('ja', {
    hiragana: mixed('あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほ'),
    katakana: mixed('アイウエオカキクケコサシスセソタチツテトナニヌネノ'),
  }),
];
