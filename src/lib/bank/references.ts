// Payment references with check digits, which a payer's bank refuses when a digit is wrong. Pure.
import { removeSpaces } from './entries.ts';

const MODULUS = 97;
const MAX_RF_CHARS = 21;

/** Of digits and letters, A being 10; taken digit by digit because the number is beyond a safe integer. */
function computeMod97(text: string): number {
  let rest = 0;
  for (const char of text) for (const digit of String(Number.parseInt(char, 36))) rest = (rest * 10 + Number(digit)) % MODULUS;
  return rest;
}

/** ISO 7064: an IBAN or a reference with its first four characters moved to the end. */
const hasCheckDigits = (plain: string): boolean => computeMod97(plain.slice(4) + plain.slice(0, 4)) === 1;

export function isIban(text: string): boolean {
  const plain = removeSpaces(text);
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain) && hasCheckDigits(plain);
}

/** ISO 11649: "RF" and two check digits before letters and digits, such as those of an invoice's number. */
export function createRfReference(text: string): string {
  const plain = removeSpaces(text).replaceAll(/[^A-Z0-9]/g, '');
  if (plain === '' || plain.length > MAX_RF_CHARS) throw new RangeError(`no RF reference can be made from ${text}`);
  const check = MODULUS + 1 - computeMod97(`${plain}RF00`);
  return `RF${String(check).padStart(2, '0')}${plain}`;
}

export function isRfReference(text: string): boolean {
  const plain = removeSpaces(text);
  return /^RF\d{2}[A-Z0-9]{1,21}$/.test(plain) && hasCheckDigits(plain);
}

/** Of references in running text, where the next word may follow in the same groups of four. */
export function findRfReferences(text: string): string[] {
  return [...text.toUpperCase().matchAll(/\bRF\d{2}(?: ?[A-Z0-9]{1,21}){1,8}/g)].flatMap(([found]) => {
    const words = found.split(' ');
    const candidates = words.map((_, index) => removeSpaces(words.slice(0, words.length - index).join('')));
    return candidates.find(isRfReference) ?? [];
  });
}

/** The Norwegian customer identification, as agreed with the bank: its length includes the check digit. */
export type KidRule = { readonly length: number; readonly modulus: 'mod10' | 'mod11' };

const MIN_KID_CHARS = 2;
const MAX_KID_CHARS = 25;

/** Luhn: every other digit from the right counts twice. */
function computeMod10(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** Weights of 2 to 7 from the right. Ten is written as a dash. */
function computeMod11(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * ((index % 6) + 2), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? '-' : String(check);
}

const checkDigit = { mod10: computeMod10, mod11: computeMod11 } as const;

/** The length that owners agree on with their bank. */
const REFERENCE_KID_CHARS = 14;

/**
 * Of the code of an order, whose eight letters and digits make 13 digits at most; without a modulus an RF
 * reference.
 */
export const createReference = (code: string, modulus: KidRule['modulus'] | undefined): string =>
  modulus ? createKid(Number.parseInt(code, 36), { length: REFERENCE_KID_CHARS, modulus }) : createRfReference(code);

/** Fills the number up with zeros. */
export function createKid(number: number | string, { length, modulus }: KidRule): string {
  const digits = String(number).padStart(length - 1, '0');
  if (!/^\d+$/.test(digits) || digits.length !== length - 1 || length < MIN_KID_CHARS || length > MAX_KID_CHARS)
    throw new RangeError(`no KID of ${length} digits can be made from ${number}`);
  return digits + checkDigit[modulus](digits);
}

export function isKid(text: string, { length, modulus }: KidRule): boolean {
  const plain = removeSpaces(text);
  return plain.length === length && /^\d+[\d-]$/.test(plain) && checkDigit[modulus](plain.slice(0, -1)) === plain.at(-1);
}
