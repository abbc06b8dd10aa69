// Steps of a history: what an operator sells by hand, and the money that settles it.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { PaperList } from '#modules/invoicing/shapes.ts';
import { cancel, pay, refund } from '../money.ts';
import { accountId } from '../rows/accounts.ts';
import { listStandingSettlements } from '../rows/claims.ts';
import { listPayments } from '../rows/payments.ts';
import { freeLine, importCsv, payInvoice, sale, WHY } from '../sales.ts';
import type { Carry } from './kinds.ts';
import { type Customer, freePrices, freeTitle, isUnpaid, lines, listClaims, one, taken, type World } from './world.ts';

type SalesStep =
  | 'sell'
  | 'confirmSale'
  | 'settle'
  | 'undoSettlement'
  | 'payClaim'
  | 'importStatement'
  | 'settleEntry'
  | 'settleAtOnce'
  | 'payOut'
  | 'refundSale'
  | 'creditInvoice'
  | 'correctInvoice';

/** An open claim of the customer. */
async function chosenClaim(world: World, { who, index }: { readonly who: number; readonly index: number }) {
  return one(await listClaims(world, world.customers[who] as Customer), index);
}

/** At least a cent. */
const getShare = (amount: number, percent: number): number => Math.max(1, Math.floor((amount * percent) / 100));

async function findAccount({ shop, customers }: World, who: number): Promise<string> {
  return accountId(shop, (customers[who] as Customer).email);
}

export const carrySales: Pick<Carry, SalesStep> = {
  async sell(world, { who, lines: names, discountPercent, pay }) {
    const manager = await world.operator();
    const customerId = await findAccount(world, who);
    const agreed = pay === 'balance' ? await manager.call('POST /api/agreements/create', { customerId, text: WHY }) : undefined;
    const free = (category: keyof typeof freePrices, quantity: number) =>
      freeLine({ title: freeTitle(category), quantity, unitPrice: freePrices[category], taxCategory: category });
    const request = sale({
      ...{ client: { customerId }, pay, discountPercent, agreementId: agreed?.body.id, reason: WHY },
      lines: names.map((name, index) => (name in freePrices ? free(name as keyof typeof freePrices, index + 1) : lines[name as 'story']())),
    });
    const made = await manager.call('POST /api/orders/create', request);
    if (taken(made)) expect(made.body.invoiceId === null).toBe(pay !== 'invoice');
  },
  async confirmSale(world, { who, index, startNow }) {
    const { shop } = world;
    const customer = world.customers[who] as Customer;
    const order = one((await world.orders(customer)).filter(isUnpaid), index);
    if (!order) return;
    const { token } = await world.as(customer);
    const { body } = await shop.call('POST /api/orders/pay', { purchaseId: order.purchaseId }, { token });
    // Other orders are paid at the provider.
    if (!body.paymentLink?.startsWith(`${shop.urls.storefront}/pay?`)) return;
    const sent = { agree: 'on', startNow, country: 'DE', city: 'Berlin', address: 'Street 1', zipCode: '10115' };
    const headers = { origin: shop.urls.storefront };
    const answer = await fetch(body.paymentLink, { method: 'POST', headers, body: new URLSearchParams(sent), redirect: 'manual' });
    expect(answer.status).toBe(303);
  },
  async settle(world, given) {
    const claim = await chosenClaim(world, given);
    if (!claim) return;
    const { purchaseId, open } = claim;
    const sent = { purchaseId, amount: getShare(open, given.share), paidBy: given.paidBy, reason: WHY };
    taken(await (await world.operator()).call('POST /api/claims/settle', sent));
  },
  async undoSettlement(world, given) {
    const id = one(await listStandingSettlements(world.shop, await findAccount(world, given.who)), given.index);
    if (id) taken(await (await world.operator()).call('POST /api/claims/undo', { id, reason: WHY }));
  },
  async payClaim(world, given) {
    const claim = await chosenClaim(world, given);
    if (!claim?.link || claim.due === 0) return;
    const bank = await payInvoice(claim.link);
    if (bank === '') return;
    const payment = (await listPayments(world.shop, claim.purchaseId)).find(({ state }) => state === 'open');
    await pay(bank, given.outcome);
    if (given.outcome === 'decline' || given.outcome === 'debit') return;
    // Its page asks the bank if the webhook is lost.
    await fetch(`${claim.link}&back=yes`);
    const isPaid = async () => (await listPayments(world.shop, claim.purchaseId)).find(({ id }) => id === payment?.id)?.state;
    await expect.poll(isPaid).toBe('paid');
  },
  async importStatement(world, given) {
    const claim = await chosenClaim(world, given);
    if (!claim) return;
    const reference = given.isNamed ? claim.reference : 'with thanks';
    const amount = (getShare(claim.open, given.share) / 100).toFixed(2);
    const manager = await world.operator();
    const row = `2026-11-20,${amount},EUR,${reference},Ada Sample,,${randomUUID()}`;
    const { body: first } = await importCsv(manager, row);
    expect([first.matched.length, first.known]).toEqual([given.isNamed ? 1 : 0, 0]);
    const { body: second } = await importCsv(manager, row);
    expect(second).toEqual({ matched: [], unmatched: [], known: 1 });
  },
  async settleEntry(world, given) {
    const claim = await chosenClaim(world, given);
    const manager = await world.operator();
    const { body } = await manager.call('GET /api/bank-entries');
    const entry = one(body.entries, given.index);
    if (claim && entry)
      taken(await manager.call('POST /api/bank-entries/settle', { entryId: entry.id, purchaseId: claim.purchaseId, reason: WHY }));
  },
  async settleAtOnce(world, given) {
    const claim = await chosenClaim(world, given);
    const customer = world.customers[given.who] as Customer;
    const order = (await world.orders(customer)).find(({ purchaseId, status }) => purchaseId === claim?.purchaseId && status === 2);
    if (!claim || !order) return;
    const manager = await world.operator();
    const settle = { purchaseId: claim.purchaseId, amount: claim.open, paidBy: 'bank' as const, reason: WHY };
    const { token } = await world.as(customer);
    const answers = await Promise.all([
      manager.call('POST /api/claims/settle', settle),
      manager.call('POST /api/claims/settle', settle),
      world.shop.call('POST /api/orders/cancel', { orderId: order.id, refundTo: 'balance' }, { token }),
    ]);
    for (const answer of answers) taken(answer);
  },
  async payOut(world, { who, share }) {
    const customer = world.customers[who] as Customer;
    const { body } = await world.shop.call(
      'GET /api/balance/statement',
      { currency: 0, limit: 1 },
      { token: (await world.as(customer)).token },
    );
    const amount = getShare(body.balance - body.promo, share);
    const sent = { act: randomUUID(), customerId: await findAccount(world, who), currency: 0 as const, amount, reason: WHY };
    const manager = await world.operator();
    // The second one pays nothing.
    for (const _ of [1, 2]) taken(await manager.call('POST /api/payouts/create', sent));
  },
  async correctInvoice(world, { who, index, byTeam }) {
    const { token } = await world.as(world.customers[who] as Customer);
    const { body } = await world.shop.call('GET /api/papers', { limit: 50 }, { token });
    const invoice = one(
      (body as PaperList).papers.filter(({ kind }) => kind === 'invoice'),
      index,
    );
    if (!invoice) return;
    const buyer = { company: '', vatId: '', reference: randomUUID(), firstName: 'Ada', lastName: 'Sample', zipCode: '', city: 'Oslo' };
    const sent = { id: invoice.id, ...buyer, address: 'Street 2' };
    taken(
      await (byTeam
        ? (await world.operator()).call('POST /api/invoices/correct', { ...sent, why: WHY })
        : world.shop.call('POST /api/papers/correct', sent, { token })),
    );
  },
  async creditInvoice(world, { who, index, share }) {
    const customer = world.customers[who] as Customer;
    const { body } = await world.shop.call('GET /api/papers', { limit: 50 }, { token: (await world.as(customer)).token });
    const invoice = one(
      (body as PaperList).papers.filter(({ kind }) => kind === 'invoice'),
      index,
    );
    if (!invoice) return;
    const operator = await world.operator();
    const shown = await operator.call('GET /api/invoices/creditable', { id: invoice.id });
    if (!taken(shown)) return;
    const sent = { act: randomUUID(), id: invoice.id, amount: getShare(shown.body.left, share), why: WHY };
    const made = await operator.call('POST /api/invoices/credit', sent);
    if (taken(made)) expect((await operator.call('POST /api/invoices/credit', sent)).body).toEqual(made.body);
  },
  async refundSale(world, given) {
    const sales = (await world.orders(world.customers[given.who] as Customer)).filter(
      ({ paidFrom, status, price }) => paidFrom === 'invoice' && [2, 3, 4].includes(status) && price > 0,
    );
    const order = one(sales, given.index);
    if (!order) return;
    const operator = await world.operator();
    const part = given.cancels ? {} : { amount: getShare(order.price, given.share) };
    const shown = await operator.call('GET /api/order/back', { id: order.id, to: 'balance', ...part });
    if (!taken(shown)) return;
    const { back, given: before } = shown.body;
    taken(
      await (part.amount === undefined
        ? cancel(operator, order.id, { back })
        : refund(operator, order.id, { amount: part.amount, given: before })),
    );
  },
};
