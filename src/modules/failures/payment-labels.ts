// Says what a payment is for, as "€99.00 for Logo design, F-VNAYAWMM", with a link to its page.
import { type CurrencyNumber, showMoney } from '#lib/money/money.ts';
import { findCustomersByIds } from '#modules/accounts/actions.ts';
import { type CatalogueModule, describeOrderLine } from '#modules/catalogue/actions.ts';
import { listSubjectOrders } from '#modules/orders/refunds/queries.ts';
import type { Purpose } from '#modules/payments/rules.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Failures } from './shapes.ts';

export type FailureDeps = { readonly ctx: AppContext; readonly catalogue: CatalogueModule };

type PaymentRow = {
  readonly paymentId: string;
  readonly accountId: string;
  readonly purpose: Purpose;
  readonly subjectId: string;
};

type Label = Pick<Failures[number]['items'][number], 'what' | 'link'>;
export type LabelPayment = (row: PaymentRow & { readonly amount: number; readonly currency: CurrencyNumber }, verb?: 'refund') => Label;

export async function createPaymentLabels(deps: FailureDeps, rows: readonly PaymentRow[]): Promise<LabelPayment> {
  const { ctx } = deps;
  const accounts = rows.map(({ accountId }) => accountId);
  const purchases = rows.flatMap(({ purpose, subjectId }) => (purpose === 'deposit' ? [] : [subjectId]));
  const [people, found] = await Promise.all([
    accounts.length > 0 ? findCustomersByIds(ctx, [...new Set(accounts)]) : undefined,
    purchases.length > 0 ? listSubjectOrders(ctx.db.orm, [...new Set(purchases)]) : [],
  ]);
  const orders = Map.groupBy(found, ({ subject }) => subject);
  return ({ paymentId, accountId, purpose, subjectId, amount, currency }, verb) => {
    const money = `${showMoney({ amount, currency }, 'en')}${verb ? ` ${verb}` : ''}`;
    const payment = { kind: 'payment', id: paymentId } as const;
    if (purpose === 'deposit') {
      const person = people?.get(accountId)?.name ?? 'a closed account';
      return { what: `${money}${verb ? ' of a' : ''} deposit by ${person}`, link: payment };
    }
    const [order, ...more] = orders.get(subjectId) ?? [];
    if (!order) return { what: `${money} for an order`, link: payment };
    if (more.length > 0) return { what: `${money} for ${more.length + 1} orders, ${order.number} and more`, link: payment };
    return { what: `${money} for ${describeOrderLine(deps, order)}, ${order.number}`, link: { kind: 'order', id: order.id } };
  };
}
