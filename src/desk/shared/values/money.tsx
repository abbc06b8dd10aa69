// Formats and parses amounts in minor units.
import { type CurrencyNumber, showMoney } from '../../../lib/money/money.ts';

type Props = { readonly amount: number; readonly currency: CurrencyNumber };

export const MoneyText = ({ amount, currency }: Props) => <>{showMoney({ amount, currency }, 'en')}</>;

/** "12.50", "12,5" or "1250": in minor units; undefined if it is no amount. */
export function parseAmount(text: string): number | undefined {
  const [, units, cents = ''] = /^\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*$/.exec(text) ?? [];
  return units === undefined ? undefined : Number(units) * 100 + Number(cents.padEnd(2, '0'));
}

export const amountInput = (amount: number): string => (amount / 100).toFixed(2);
