// Schema of the deposit form: the amount is text in the user's locale. Loaded when the user starts to fill in
// the form.
import * as z from 'zod/mini';
import type { Locale } from '#lib/locale.ts';
import { askPrefecture, askState, billingFields } from '#lib/money/billing.ts';
import { type CurrencyNumber, getDecimals, showMoney } from '#lib/money/money.ts';
import { withMessage } from '#lib/zod-message.ts';
import { readAmount, writeAmount } from './amount-input.ts';

type Limit = { readonly currency: CurrencyNumber; readonly least: number; readonly most: number };

/** The form's own messages, by these ids. */
export function createDepositFormShape(locale: Locale, { currency, least, most }: Limit) {
  const formatAmount = (amount: number) => showMoney({ amount, currency }, locale, 'ifAny');
  const limits = withMessage({ id: 'deposit.limits', message: '', values: { least: formatAmount(least), most: formatAmount(most) } });
  const example = writeAmount(getDecimals(currency) > 2 ? 12_500 : 1_250, locale, currency);
  const amount = withMessage({ id: 'deposit.amount', message: '', values: { example } });
  const fits = (text: string) => {
    const read = readAmount(text, locale, currency);
    return read === undefined || (read >= least && read <= most);
  };
  return z
    .object({
      ...billingFields,
      depositAmount: z.string().check(
        z.refine((text) => readAmount(text, locale, currency) !== undefined, amount),
        z.refine(fits, limits),
      ),
    })
    .check(askState, askPrefecture);
}
