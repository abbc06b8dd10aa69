// Creates demo coupons, one of each kind. Never in production.

import type { AppContext } from '../../infra/app-context.ts';
import { transaction } from '../../infra/database/database.ts';
import { Currency } from '../../lib/money/money.ts';
import { insertCoupon, type NewAmount, type NewCoupon } from './queries.ts';
import { codeKey } from './rules.ts';

type Demo = Omit<NewCoupon, 'codeKey' | 'createdAt'> & { readonly amounts?: readonly NewAmount[] };

const demos: readonly Demo[] = [
  { code: 'WELCOME10', kind: 'percent', percent: 10, appliesTo: 'orders' },
  {
    code: 'FIVE',
    kind: 'amount',
    appliesTo: 'both',
    amounts: [
      { currency: Currency.EUR, amount: 5_00, minimum: 20_00 },
      { currency: Currency.USD, amount: 5_00, minimum: 20_00 },
      { currency: Currency.AUD, amount: 8_00, minimum: 32_00 },
      { currency: Currency.NOK, amount: 55_00, minimum: 220_00 },
    ],
  },
  { code: 'ONCE', kind: 'percent', percent: 20, appliesTo: 'orders', totalLimit: 1 },
  { code: 'LATE', kind: 'percent', percent: 15, appliesTo: 'orders', expiresAt: new Date('2026-01-01T00:00:00Z') },
  { code: 'TOPUP5', kind: 'percent', percent: 5, appliesTo: 'deposits' },
];

/** Created once; later uses stay. */
export async function makeDemoCoupons({ config, db, clock }: AppContext): Promise<void> {
  if (config.production) return;
  await transaction(db, async (tx) => {
    for (const { amounts = [], ...row } of demos)
      await insertCoupon(tx, { ...row, codeKey: codeKey(row.code), createdAt: clock.now() }, amounts);
  });
}
