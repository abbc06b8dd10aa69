// Amounts in minor units, and choices of a currency.
import { type CurrencyNumber, getCurrencyCode, showMoney } from '#lib/money/money.ts';

export const formatMoney = (amount: number, currency: CurrencyNumber): string => showMoney({ amount, currency }, 'en');

export const listCurrencyOptions = (currencies: readonly CurrencyNumber[]): { value: string; label: string }[] =>
  currencies.map((currency) => ({ value: String(currency), label: getCurrencyCode(currency) }));

/** A filter of lists; none if there is no choice. */
export const listCurrencyFilters = (currencies: readonly CurrencyNumber[]) =>
  currencies.length > 1 ? [{ name: 'currency', label: 'Currency', options: listCurrencyOptions(currencies) }] : [];
