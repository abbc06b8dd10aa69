// Text as character codes for the model: folded, with single separators.
import { foldText } from '../fold.ts';
import { withoutMarkup } from './markup.ts';

export const SPACE = 32;
export const COMMA = 44;
export const END = 10;
export const isWordCode = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
export const isDigitCode = (code: number): boolean => code >= 48 && code <= 57;
/** True for kana and kanji after `fold`. */
export const isJapaneseCode = (code: number): boolean =>
  (code >= 0x3005 && code <= 0x30ff && code !== 0x30fb) || (code >= 0x3400 && code <= 0x9fff);

/** Letters and digits, with single spaces, commas at clause ends and line ends at sentence ends. */
export function encodeCharacters(text: string): Uint16Array {
  const folded = foldText(withoutMarkup(text));
  const codes = new Uint16Array(folded.length + 1);
  let length = 0;
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at);
    const last = length > 0 ? codes[length - 1] : END;
    if (isWordCode(code) || isJapaneseCode(code)) codes[length++] = code;
    else if (isSentenceEnd(folded, at, code)) {
      if (last === SPACE || last === COMMA) length--;
      if (length > 0 && codes[length - 1] !== END) codes[length++] = END;
    } else if (isClauseEnd(folded, at, code)) {
      if (last === SPACE) codes[length - 1] = COMMA;
      else if (last !== COMMA && last !== END) codes[length++] = COMMA;
    } else if (!isInsideWord(folded, at, code) && last !== SPACE && last !== COMMA && last !== END) codes[length++] = SPACE;
  }
  return codes.subarray(0, length);
}

const isBlank = (code: number): boolean => Number.isNaN(code) || code <= 32 || code === 0x3000;
const closing = new Set(Array.from('"”’»」』)）', (char) => char.charCodeAt(0)));
function isSentenceEnd(text: string, at: number, code: number): boolean {
  if (code === 10 || code === 13 || code === 0x3002 || code === 0x2028) return true;
  if (code !== 46 && code !== 33 && code !== 63 && code !== 0x2026) return false;
  const next = text.charCodeAt(at + 1);
  return isBlank(next) || closing.has(next) || (code !== 46 && isJapaneseCode(next));
}
const clauseEnds = new Set(Array.from(',;:、，；：()（）—–「」『』«»', (char) => char.charCodeAt(0)));
function isClauseEnd(text: string, at: number, code: number): boolean {
  if (!clauseEnds.has(code)) return false;
  return !((code === COMMA || code === 46) && isDigitCode(text.charCodeAt(at - 1)) && isDigitCode(text.charCodeAt(at + 1)));
}
/** Apostrophes inside words, and points or commas inside numbers, do not separate. */
function isInsideWord(text: string, at: number, code: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at + 1)];
  if (code === 39 || code === 0x2019) return isWordCode(before) && isWordCode(after);
  return (code === 46 || code === COMMA) && isDigitCode(before) && isDigitCode(after);
}
