// Normalizes text, so that spelling variants and disguises compare equal. Linear time.

/** Lookalikes of Latin letters in other scripts. */
const lookalikesByLetter: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  з: '3',
  и: 'u',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  ѕ: 's',
  т: 't',
  у: 'y',
  ү: 'y',
  ѵ: 'v',
  х: 'x',
  ԁ: 'd',
  ԝ: 'w',
  һ: 'h',
  ё: 'e',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ɡ: 'g',
  ɑ: 'a',
  ᴏ: 'o',
  ꜱ: 's',
  ɩ: 'i',
  ʟ: 'l',
  ᴇ: 'e',
  ʀ: 'r',
  ᴋ: 'k',
  ᴜ: 'u',
  ʙ: 'b',
};

const lookalikes: ReadonlyMap<string, string> = new Map(Object.entries(lookalikesByLetter));

/** Separators of spelled-out words: f.o.l.l.o.w */
const SEPARATORS = ' .*・･·/|~+,_-';
const between = new Set(SEPARATORS);
const KATAKANA = 'ァ-ヺー-ヿ';
/** Letters that spelled-out words consist of. */
const LETTER = `[a-z${KATAKANA}]`;

export const isLatin = (char: string | undefined): boolean => char !== undefined && char >= 'a' && char <= 'z';
const letter = new RegExp(LETTER, 'u');
const isLetter = (char: string | undefined): boolean => char !== undefined && letter.test(char);

/** Folds width, case, accents, invisible characters, lookalikes, kana and stretched letters. */
export function foldText(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f]|[\p{Cf}\u115f\u1160\u3164]/gu, '')
    .normalize('NFC');
  const long = plain.replace(NOT_ASCII, toPlainLetter).replace(LONG_VOWEL, 'ー');
  const short = long.replace(STRETCHED, '$1$1');
  return SPELLED.test(short) ? joinLetters(Array.from(short)) : short;
}

// Expressions, because this runs for each order, and a loop over the characters takes two to seven times as
// long.
const NOT_ASCII = /[^\0-\x7f]/gu;
/** The kanji for one, dashes and lines can stand for a long vowel mark. */
const LONG_VOWEL = new RegExp(`(?<=[${KATAKANA}])[一―─－‐–—~〜-](?!\\d)`, 'gu');
const STRETCHED = /([a-z])\1{2,}/g;
/** The shortest spelled-out word; most texts have none. */
const SPELLED = new RegExp(`(?<!${LETTER})${LETTER}([${SEPARATORS}])${LETTER}\\1${LETTER}`, 'u');

const FIRST_HIRAGANA = 0x3041;
/** Hiragana to katakana, so that いいね, イイネ and ｲｲﾈ are equal. */
const katakana: readonly string[] = Array.from({ length: 86 }, (_, at) => String.fromCharCode(FIRST_HIRAGANA + 0x60 + at));

function toPlainLetter(char: string): string {
  const code = char.charCodeAt(0);
  if (code >= 0x3000 && code < 0xa000) return katakana[code - FIRST_HIRAGANA] ?? char;
  return lookalikes.get(char) ?? char;
}

/** Joins spelled-out words: at least three single letters with the same separator. */
function joinLetters(chars: readonly string[]): string {
  const out: string[] = [];
  for (let at = 0; at < chars.length; ) {
    const end = endOfSpelled(chars, at);
    if (end > at) {
      for (let each = at; each < end; each += 2) out.push(chars[each] ?? '');
      at = end;
    } else out.push(chars[at++] ?? '');
  }
  return out.join('');
}

function endOfSpelled(chars: readonly string[], from: number): number {
  const sign = chars[from + 1];
  if (sign === undefined || !between.has(sign) || !isLetter(chars[from]) || isLetter(chars[from - 1])) return from;
  let end = from + 1;
  while (chars[end] === sign && isLetter(chars[end + 1]) && isLatin(chars[end + 1]) === isLatin(chars[from])) end += 2;
  // The last letter may start an ordinary word.
  if (isLatin(chars[from]) && isLatin(chars[end])) end -= 2;
  return end - from >= 5 ? end : from;
}

/** Leetspeak. */
const leet: Readonly<Record<string, readonly string[]>> = {
  '0': ['o'],
  '1': ['i', 'l'],
  '2': ['z'],
  '3': ['e'],
  '4': ['a'],
  '5': ['s'],
  '6': ['g'],
  '7': ['t'],
  '8': ['b'],
  '9': ['g'],
  '@': ['a'],
  $: ['s'],
  '€': ['e'],
  '!': ['i'],
};
const MAX_READINGS = 8;

/** Leet readings of a word; none for plain words and numbers. */
export function listReadings(word: string): string[] {
  if (!/[a-z]/.test(word) || !/[^a-z]/.test(word) || /^\d+[a-z]{0,2}$/.test(word) || word.length > 24) return [];
  let found = [''];
  for (const char of word) {
    const next = found.flatMap((start) => (leet[char] ?? [char]).map((letter) => start + letter));
    found = next.slice(0, MAX_READINGS);
  }
  return found;
}
