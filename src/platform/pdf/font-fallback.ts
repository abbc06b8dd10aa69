// Chooses one of two fonts for a text: the Japanese one lacks many European letters, such as Ł and č; the
// other is Latin only.

export type Letters = { readonly text: string; readonly face: 'wide' | 'latin' };

/** Letters and signs that the Japanese font may lack; it has the long vowels of romanized Japanese. */
const european = /[Ā-ɏḀ-ỿ₹₱฿]/u;
/** In neither font. */
const shekel = /₪/gu;
const longVowels = 'ĀāĒēĪīŌōŪū';
const beyondLatin = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Greek}\p{Script=Cyrillic}　-〿＀-￯]/u;

export function splitLetters(typed: string): Letters {
  const text = typed.normalize('NFC').replace(shekel, 'ILS\u00a0');
  if (!european.test(text)) return { text, face: 'wide' };
  if (!beyondLatin.test(text)) return { text, face: 'latin' };
  // If a text needs both, drop the accents: a name without accents is readable, one with boxes is not.
  return { text: Array.from(text, removeMarks).join(''), face: 'wide' };
}

/** Instead of a sign. */
const codes = { '₹': 'INR\u00a0', '₱': 'PHP\u00a0', '฿': 'THB\u00a0' };
const strokes: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', İ: 'I', ı: 'i', Ħ: 'H', ħ: 'h', ...codes };

const removeMarks = (sign: string): string =>
  european.test(sign) && !longVowels.includes(sign) ? (strokes[sign] ?? sign.normalize('NFD').replace(/\p{M}/gu, '')) : sign;
