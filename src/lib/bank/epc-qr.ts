// The text of the QR code for a SEPA credit transfer, EPC069-12 version 002, which banking apps scan. Pure.
import { Currency, type Money } from '../money/money.ts';
import { removeSpaces } from './entries.ts';
import { isIban, isRfReference } from './references.ts';

export type CreditTransfer = {
  readonly name: string;
  readonly iban: string;
  /** Needed outside of the European Economic Area only; otherwise empty. */
  readonly bic: string;
  readonly total: Money;
  /** With check digits it is a creditor's reference, otherwise words to the payee. */
  readonly reference: string;
};

const MAX_NAME_CHARS = 70;
const MAX_TEXT_CHARS = 140;
const MAX_AMOUNT = 99_999_999_999;
const MAX_BYTES = 331;

/** Undefined where there is no such code: another currency, an invalid account, an amount out of bounds. */
export function formatEpcQr({ name, iban, bic, total: { amount, currency }, reference }: CreditTransfer): string | undefined {
  if (currency !== Currency.EUR || amount < 1 || amount > MAX_AMOUNT || !isIban(iban) || name.trim() === '') return undefined;
  const isStructured = isRfReference(reference);
  const line = (text: string, maxChars: number) => text.replaceAll(/\s+/g, ' ').trim().slice(0, maxChars);
  const text = [
    ...['BCD', '002', '1', 'SCT', removeSpaces(bic), line(name, MAX_NAME_CHARS), removeSpaces(iban)],
    `EUR${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`,
    '',
    isStructured ? removeSpaces(reference) : '',
    isStructured ? '' : line(reference, MAX_TEXT_CHARS),
  ].join('\n');
  return new TextEncoder().encode(text).length <= MAX_BYTES ? text.trimEnd() : undefined;
}
