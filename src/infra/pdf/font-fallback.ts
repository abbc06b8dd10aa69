// In which of the two faces a text is set. The one that holds Japanese lacks many letters of European names, such as Ł and č; the other has all of those, and
// nothing that is not Latin.

export type Letters = { readonly text: string; readonly face: 'wide' | 'latin' };

/** What the wide face may lack; it has the long vowels that Japanese is spelled with. */
const european = /[Ā-ɏḀ-ỿ]/u;
const longVowels = 'ĀāĒēĪīŌōŪū';
const beyondLatin = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Greek}\p{Script=Cyrillic}　-〿＀-￯]/u;

export function lettersOf(typed: string): Letters {
  const text = typed.normalize('NFC');
  if (!european.test(text)) return { text, face: 'wide' };
  if (!beyondLatin.test(text)) return { text, face: 'latin' };
  // Both in one text: a name without its accents can be read, one with boxes cannot.
  return { text: Array.from(text, bare).join(''), face: 'wide' };
}

const strokes: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', İ: 'I', ı: 'i', Ħ: 'H', ħ: 'h' };

const bare = (sign: string): string =>
  european.test(sign) && !longVowels.includes(sign) ? (strokes[sign] ?? sign.normalize('NFD').replace(/\p{M}/gu, '')) : sign;
