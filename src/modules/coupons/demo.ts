// Creates demo coupons, one of each kind. Never in production.

import { Currency, type CurrencyNumber, getDecimals } from '#lib/money/money.ts';
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import { insertCoupon, type NewAmount, type NewCoupon } from './queries.ts';
import { normalizeCode } from './rules.ts';

type Demo = Omit<NewCoupon, 'codeKey' | 'createdAt'> & { readonly hasAmounts?: true };

/** Worth about as much in each. */
const amounts: readonly NewAmount[] = [
  { currency: Currency.EUR, amount: 5_00, minimum: 20_00 },
  { currency: Currency.USD, amount: 5_00, minimum: 20_00 },
  { currency: Currency.AUD, amount: 8_00, minimum: 32_00 },
  { currency: Currency.NOK, amount: 55_00, minimum: 220_00 },
];
/** In a currency of the owner: five units, or five hundred small ones. */
const createAmount = (currency: CurrencyNumber): NewAmount => {
  const amount = 5 * 10 ** Math.max(2, getDecimals(currency));
  return { currency, amount, minimum: 4 * amount };
};

const demos: readonly Demo[] = [
  { code: 'WELCOME10', kind: 'percent', percent: 10, appliesTo: 'orders' },
  {
    code: 'FIVE',
    kind: 'amount',
    appliesTo: 'both',
    hasAmounts: true,
  },
  { code: 'ONCE', kind: 'percent', percent: 20, appliesTo: 'orders', totalLimit: 1 },
  { code: 'LATE', kind: 'percent', percent: 15, appliesTo: 'orders', expiresAt: new Date('2026-01-01T00:00:00Z') },
  { code: 'TOPUP5', kind: 'percent', percent: 5, appliesTo: 'deposits' },
];

/** Created once; later uses stay. */
export async function makeDemoCoupons({ config, db, clock }: AppContext, currencies: readonly CurrencyNumber[]): Promise<void> {
  if (config.production) return;
  await transaction(db, async (tx) => {
    for (const { hasAmounts, ...row } of demos) {
      const worth = currencies.map((currency) => amounts.find((each) => each.currency === currency) ?? createAmount(currency));
      await insertCoupon(tx, { ...row, codeKey: normalizeCode(row.code), createdAt: clock.now() }, hasAmounts ? worth : []);
    }
  });
}
