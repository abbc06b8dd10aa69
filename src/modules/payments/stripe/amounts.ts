// Amounts as Stripe counts them. Pure. See https://docs.stripe.com/currencies
import { type CurrencyNumber, getCurrencyCode, getDecimals } from '#lib/money/money.ts';

/** Whole at Stripe, but counted in hundredths for older integrations. */
const countedInHundredths: readonly string[] = ['ISK', 'UGX'];
/** ISO 4217 has hundredths, Stripe has none. */
const wholeAtStripe: readonly string[] = ['MGA'];

/** How many of Stripe's units one of our minor units is. */
export const getStripeUnits = (currency: CurrencyNumber): number => (countedInHundredths.includes(getCurrencyCode(currency)) ? 100 : 1);

/** Why Stripe cannot take every amount of a currency; undefined if it can. */
export function findCurrencyError(currency: CurrencyNumber): string | undefined {
  const code = getCurrencyCode(currency);
  const steps = getDecimals(currency) > 2 ? 'steps of 0.01' : wholeAtStripe.includes(code) ? 'whole units' : undefined;
  return (
    steps &&
    `${code}: Stripe takes it in ${steps} only, which discounts and refunds do not keep. Take payments in it with another provider.`
  );
}
