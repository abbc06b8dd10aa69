// What the form of a deposit asks, in the shape that its fields have: the amount is a text in the reader's language. It comes when somebody fills it in.
import * as z from 'zod/mini';
import type { Locale } from '../../../../lib/locale.ts';
import { askState, billingFields } from '../../../../lib/money/billing.ts';
import { type CurrencyNumber, showMoney } from '../../../../lib/money/money.ts';
import { own } from '../../../../lib/zod-message.ts';
import { readAmount } from './amount-input.ts';

type Limit = { readonly currency: CurrencyNumber; readonly least: number; readonly most: number };

/** The sentences are the form's own, by these ids. */
export function depositFormShape(locale: Locale, { currency, least, most }: Limit) {
  const shown = (amount: number) => showMoney({ amount, currency }, locale, 'ifAny');
  const limits = own({ id: 'deposit.limits', message: '', values: { least: shown(least), most: shown(most) } });
  const amount = own({ id: 'deposit.amount', message: '' });
  const fits = (text: string) => {
    const read = readAmount(text, locale);
    return read === undefined || (read >= least && read <= most);
  };
  return z
    .object({
      ...billingFields,
      depositAmount: z.string().check(
        z.refine((text) => readAmount(text, locale) !== undefined, amount),
        z.refine(fits, limits),
      ),
    })
    .check(askState);
}
