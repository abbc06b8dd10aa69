// The steps of a history. Each picks its target from what the shop shows, so any list of steps is valid. A
// user error is an allowed outcome.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { tellShop } from '../bank.ts';
import { cancel, deposit, getBalance, type Outcome, order, pay, preview, refund, withdraw } from '../money.ts';
import { createBrief, whole } from '../pieces.ts';
import { listPayments } from '../rows/payments.ts';
import type { Carry, Step } from './kinds.ts';
import { carryPlans } from './steps-plans.ts';
import { carryQuotes } from './steps-quotes.ts';
import { carrySales } from './steps-sales.ts';
import { type Customer, coupons, isUnpaid, lines, type Order, one, runJobs, stageNames, taken, type World } from './world.ts';

const paidStates = [2, 3, 4];

async function chosen(world: World, { who, index }: { readonly who: number; readonly index: number }, fits: (order: Order) => boolean) {
  const customer = world.customers[who] as Customer;
  const found = one((await world.orders(customer)).filter(fits), index);
  return found && { customer, order: found, buyer: await world.as(customer) };
}

/** What is saved with the others may be paid or declined. */
const isToldAtOnce: readonly Outcome[] = ['success', 'twice', 'dispute', 'dispute-lost', 'authenticate'];

/** If the bank sends its webhook at once, waits until the shop has processed it. */
async function paid(link: string, outcome: Outcome, isThere: () => Promise<boolean>): Promise<void> {
  const answer = await pay(link, outcome, { save: 'on' });
  const isTold = isToldAtOnce.includes(outcome) && answer?.status === 303;
  if (isTold) await expect.poll(isThere, { interval: 15 }).toBe(true);
}

const why = 'asked for by phone';

const carry: Carry = {
  ...carrySales,
  ...carryPlans,
  ...carryQuotes,
  async place({ shop, as, customers }, { who, lines: names, coupon, fromBalance, startNow, saveMeans }) {
    const buyer = await as(customers[who] as Customer);
    const request = { currency: 0 as const, couponCode: coupons[coupon], orderFormData: names.map((name) => lines[name]()) };
    const quote = await shop.call('POST /api/orders/quote', request, { token: buyer.token });
    if (!taken(quote)) return;
    taken(
      await order(shop, buyer, {
        ...request,
        lines: request.orderFormData,
        price: quote.body.price,
        payFromBalance: fromBalance,
        startNow,
        saveMeans,
      }),
    );
  },
  async cancelLine(world, given) {
    const found = await chosen(world, given, ({ status }) => isUnpaid({ status } as Order) || status === 2);
    if (found)
      taken(
        await world.shop.call('POST /api/orders/cancel', { orderId: found.order.id, refundTo: given.to }, { token: found.buyer.token }),
      );
  },
  async cancelUnit(world, given) {
    const isOpen = ({ state }: Order['pieces'][number]) => state === 'waiting' || state === 'ready';
    const found = await chosen(
      world,
      given,
      ({ status, piecesTotal, pieces }) => paidStates.includes(status) && piecesTotal > 1 && pieces.some(isOpen),
    );
    const piece = found && one(found.order.pieces.filter(isOpen), given.index);
    if (!found || !piece) return;
    const sent = { orderId: found.order.id, pieceId: piece.id, refundTo: given.to };
    taken(await world.shop.call('POST /api/orders/cancel-unit', sent, { token: found.buyer.token }));
  },
  async payLink(world, given) {
    const found = await chosen(world, given, ({ paymentLink }) => paymentLink !== null);
    if (!found) return;
    const { customer, order: bought } = found;
    const isThere = async () => (await world.orders(customer)).some(({ id, status }) => id === bought.id && !isUnpaid({ status } as Order));
    await paid(bought.paymentLink ?? '', given.outcome, isThere);
  },
  async removeMeans(world, { who, index }) {
    const { token } = await world.as(world.customers[who] as Customer);
    const { body } = await world.shop.call('GET /api/payment-means', undefined, { token });
    const id = one(body, index)?.id;
    if (id) taken(await world.shop.call('POST /api/payment-means/remove', { id }, { token }));
  },
  async openLink(world, given) {
    const found = await chosen(world, given, ({ paymentLink }) => paymentLink !== null);
    const subjectId = found?.order.purchaseId;
    if (found) taken(await world.shop.call('POST /api/payments/begin', { subjectId }, { token: found.buyer.token }));
  },
  async checkPayment(world, given) {
    const found = await chosen(world, given, isUnpaid);
    const subjectId = found?.order.purchaseId;
    // An order by hand that its customer has not agreed to has no payment.
    if (!found || !subjectId || (await listPayments(world.shop, subjectId)).length === 0) return;
    taken(await world.shop.call('POST /api/payments/check', { subjectId }, { token: found.buyer.token }));
  },
  /** One dispute of each payment, reported in any order. */
  async dispute(world, given) {
    const found = await chosen(world, given, ({ paidFrom }) => paidFrom === 'link');
    const [paid] = found ? (await listPayments(world.shop, found.order.purchaseId)).filter(({ state }) => state === 'paid') : [];
    if (!found || !paid) return;
    const amount = Math.max(1, Math.floor((found.order.purchasePrice * given.share) / 100));
    const event = { kind: given.report, paymentId: paid.id, reference: `dp_${paid.id}`, amount, currency: 0 };
    expect(await tellShop(world.shop, event)).toBe(204);
  },
  async payFromBalance(world, given) {
    const found = await chosen(world, given, isUnpaid);
    if (found)
      taken(
        await world.shop.call(
          'POST /api/orders/pay',
          { purchaseId: found.order.purchaseId, payFromBalance: true },
          { token: found.buyer.token },
        ),
      );
  },
  async reload(world, given) {
    const found = await chosen(world, given, isUnpaid);
    if (found) taken(await world.shop.call('POST /api/orders/pay', { purchaseId: found.order.purchaseId }, { token: found.buyer.token }));
  },
  async deposit(world, { who, amount, coupon, pays }) {
    const buyer = await world.as(world.customers[who] as Customer);
    const price = coupon === 'funds' ? amount - Math.floor(amount / 5) : amount;
    const answer = await deposit(world.shop, buyer, { depositAmount: amount, price, couponCode: coupons[coupon] });
    if (!taken(answer) || !pays) return;
    const before = await getBalance(world.shop, buyer);
    await paid(answer.body.paymentLink ?? '', 'success', async () => (await getBalance(world.shop, buyer)) !== before);
  },
  async withdraw(world, given) {
    const found = await chosen(world, given, ({ status }) => paidStates.includes(status));
    if (!found) return;
    const shown = await preview(world.shop, found.buyer, found.order.id);
    if (taken(shown)) taken(await withdraw(world.shop, found.buyer, { orderId: found.order.id, back: shown.body.back }));
  },
  async refundPart(world, given) {
    const found = await chosen(world, given, ({ status, price }) => paidStates.includes(status) && price > 0);
    if (!found) return;
    const operator = await world.operator();
    const amount = Math.max(1, Math.floor((found.order.price * given.share) / 100));
    const shown = await operator.call('GET /api/order/back', { id: found.order.id, amount, to: given.to });
    if (taken(shown)) taken(await refund(operator, found.order.id, { amount, given: shown.body.given, to: given.to }));
  },
  async cancelAtDesk(world, given) {
    const found = await chosen(world, given, ({ status }) => status >= 0);
    if (!found) return;
    const operator = await world.operator();
    const shown = await operator.call('GET /api/order/back', { id: found.order.id, to: given.to });
    if (taken(shown)) taken(await cancel(operator, found.order.id, { back: shown.body.back, to: given.to }));
  },
  async depositBack(world, { who, index, share }) {
    const { email } = world.customers[who] as Customer;
    const payments = await world.shop.sql<{ id: string; amount: number }>(
      `select payment.id, amount from payment join account on account.id = account_id where email_key = $1 and purpose = 'deposit' and payment.state = 'paid' order by 1`,
      [email],
    );
    const found = one(payments, index);
    if (!found) return;
    const operator = await world.operator();
    const amount = Math.max(1, Math.floor((found.amount * share) / 100));
    const shown = await operator.call('GET /api/payment/deposit-back', { id: found.id, amount });
    if (!taken(shown)) return;
    const { given, credit } = shown.body;
    const act = randomUUID();
    taken(await operator.call('POST /api/payment/deposit-back', { act, id: found.id, amount, given, credit, why: 'asked for by phone' }));
  },
  async brief(world, given) {
    const found = await chosen(world, given, ({ piecesWaiting }) => piecesWaiting > 0);
    if (!found) return;
    const { pieces } = await whole(world.shop, found.buyer, found.order.id);
    const waiting = pieces.filter(({ state }) => state === 'waiting').slice(0, 1 + (given.index % pieces.length));
    if (given.byTeam && waiting[0]) {
      const { id: pieceId, ...brief } = createBrief(waiting[0]);
      return void taken(await (await world.operator()).call('POST /api/for-customer/brief', { pieceId, ...brief, why }));
    }
    const sent = { orderId: found.order.id, pieces: waiting.map((piece) => createBrief(piece)) };
    taken(await world.shop.call('POST /api/orders/brief', sent, { token: found.buyer.token }));
  },
  async moveStage(world, { index, to }) {
    const operator = await world.operator();
    const { body } = await operator.call('GET /api/queue', { limit: 50 });
    const found = one(
      body.rows.filter(({ stage }) => stage !== null),
      index,
    );
    const sent = { pieceId: found?.id, from: found?.stage, to: stageNames[to] };
    if (found) taken(await operator.call('POST /api/queue/move', sent));
  },
  async deliver(world, { index }) {
    const operator = await world.operator();
    const { body } = await operator.call('GET /api/queue', { limit: 50 });
    const found = one(body.rows, index);
    if (!found) return;
    const pieceId = found.id;
    if (!found.maker && !taken(await operator.call('POST /api/queue/take', { pieceId }))) return;
    const { body: piece } = await operator.call('GET /api/piece', { pieceId });
    const text = 'The loaf comes out of the oven at six. '.repeat(20);
    const saved = await operator.call('POST /api/piece/draft', { pieceId, text, version: piece.draft?.version ?? 0 });
    if (taken(saved)) taken(await operator.call('POST /api/piece/deliver', { pieceId, version: saved.body.version, why: 'a sample' }));
  },
  async approve(world, { index, returns }) {
    const colleague = await world.colleague();
    const { body } = await colleague.call('GET /api/queue', { state: 'inReview', limit: 50 });
    const pieceId = one(body.rows, index)?.id;
    if (!pieceId) return;
    if (returns) taken(await colleague.call('POST /api/piece/return', { pieceId, note: 'Shorter, please.' }));
    const { body: piece } = await colleague.call('GET /api/piece', { pieceId });
    if (!returns) taken(await colleague.call('POST /api/piece/approve', { pieceId, version: piece.draft?.version ?? 0 }));
  },
  async revise(world, given) {
    const found = await chosen(world, given, ({ deliveries }) => deliveries.length > 0);
    const deliveryId = found?.order.deliveries.at(-1)?.id;
    const sent = { deliveryId, note: 'Shorter, please.' };
    if (deliveryId && given.byTeam) taken(await (await world.operator()).call('POST /api/for-customer/revise', { ...sent, why }));
    else if (deliveryId) taken(await world.shop.call('POST /api/orders/revise', sent, { token: found.buyer.token }));
  },
  async accept(world, given) {
    const found = await chosen(world, given, ({ deliveries }) => deliveries.length > 0);
    const deliveryId = found?.order.deliveries.at(-1)?.id;
    if (deliveryId && given.byTeam) taken(await (await world.operator()).call('POST /api/for-customer/accept', { deliveryId, why }));
    else if (deliveryId) taken(await world.shop.call('POST /api/orders/accept', { deliveryId }, { token: found.buyer.token }));
  },
  async turn({ shop }, { hours }) {
    shop.clock.turn({ hours });
    await runJobs(shop);
  },
};

export async function carryOut(world: World, { do: name, with: given }: Step): Promise<void> {
  await (carry[name] as (world: World, given: unknown) => Promise<unknown>)(world, given);
}
