// Unpaid uses of limited coupons: how many one account and one address may hold, and how they are ended for
// another customer.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { logIn, register } from '../../../../tests/support/accounts.ts';
import {
  auditedTest,
  type Buyer,
  deposit,
  getErrors,
  listOrders,
  type Outcome,
  order,
  pay,
  statuses,
} from '../../../../tests/support/money.ts';
import { letRun } from '../../../../tests/support/rows/jobs.ts';
import { findPayment, lockBankPayment } from '../../../../tests/support/rows/payments.ts';
import {
  addCoupon,
  couponId,
  couponUses,
  deleteCouponUses,
  findHeldFrom,
  freeUseNaively,
  holdNaively,
  isUseReleased,
  restoreUse,
  setHeldFrom,
} from '../../../../tests/support/rows/wallet.ts';
import { describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import type { PlacedOrder } from '../shapes.ts';

const test = auditedTest({ environment: { TRUSTED_PROXIES: '127.0.0.1,::1', DATABASE_POOL: '12' } });

type Client = Buyer & { readonly headers: Readonly<Record<string, string>> };

let addresses = 0;
const newAddress = () => `10.1.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`;

async function client(shop: Shop, from = newAddress()): Promise<Client> {
  const headers = { 'x-forwarded-for': from };
  const email = await register(shop, {}, { headers });
  return signIn(shop, { email, token: '', headers });
}
/** Turning the clock expires the access token. */
const signIn = async (shop: Shop, who: Client): Promise<Client> => ({
  ...who,
  token: (await logIn(shop, who.email, {}, { headers: who.headers })).token,
});

const makeCode = (shop: Shop, totalLimit: number): Promise<string> => addCoupon(shop, { appliesTo: 'both', totalLimit });
const buy = (shop: Shop, who: Client, couponCode: string) => order(shop, who, { couponCode, price: 8_910 }, { headers: who.headers });
async function hold(shop: Shop, code: string, who?: Client) {
  const holder = who ?? (await client(shop));
  const { status, body } = await buy(shop, holder, code);
  expect([status, body]).toMatchObject([200, { paymentLink: expect.any(String) }]);
  return { who: holder, ...(body as PlacedOrder & { paymentLink: string }) };
}
async function holds(shop: Shop, code: string, count: number) {
  const made: Awaited<ReturnType<typeof hold>>[] = [];
  for (let index = 0; index < count; index++) {
    made.push(await hold(shop, code));
    shop.clock.turn({ seconds: 1 });
  }
  return made;
}
async function becomesPaid(shop: Shop, who: Client): Promise<void> {
  const later = await signIn(shop, who);
  await expect.poll(() => statuses(shop, later)).toEqual([2]);
}
const wait = (shop: Shop) => shop.clock.turn({ minutes: 6 });
const usedUp = [400, { couponCode: ['This code has reached its limit.'] }];
const tooMany = [
  400,
  { couponCode: ['Too many orders and deposits with codes are unpaid. Pay or cancel one, or try again in a few minutes.'] },
];

describe('code used up by unpaid orders', () => {
  test('nine of nine uses: the link of the oldest order is ended at the bank, and a tenth customer buys', async ({ shop }) => {
    const code = await makeCode(shop, 9);
    const [oldest, ...others] = await holds(shop, code, 9);
    const newcomer = await client(shop);
    // Their customers may be paying at this moment.
    expect(getErrors(await buy(shop, newcomer, code))).toEqual(usedUp);
    wait(shop);
    const tenth = await signIn(shop, newcomer);
    expect((await shop.call('GET /api/orders/coupon', { code }, tenth)).status).toBe(200);
    const { paymentLink } = await hold(shop, code, tenth);
    expect(await couponUses(shop, code)).toEqual({ counted: 9, held: 9 });
    expect((await pay(oldest?.paymentLink ?? ''))?.status).toBe(410);
    const before = await signIn(shop, oldest?.who as Client);
    expect(await listOrders(shop, before)).toMatchObject([{ paymentLink: null, couponReleased: true }]);
    for (const link of [paymentLink, ...others.map((other) => other.paymentLink)]) expect((await pay(link))?.status).toBe(303);
    await expect.poll(() => statuses(shop, tenth)).toEqual([2]);
    expect(getErrors(await buy(shop, before, code))).toEqual(usedUp);
  });

  test.for<[Outcome, number]>([
    ['success', 400],
    ['lost', 400],
    ['late', 400],
    ['decline', 200],
    ['abandon', 200],
  ])('the oldest order with the outcome %s: another customer gets %i', async ([outcome, status], { shop }) => {
    const code = await makeCode(shop, 1);
    const { who, paymentLink, purchaseId } = await hold(shop, code);
    wait(shop);
    await pay(paymentLink, outcome);
    const answer = await buy(shop, await client(shop), code);
    expect([answer.status, await isUseReleased(shop, purchaseId)]).toEqual([status, status === 200]);
    if (outcome === 'late') shop.clock.turn({ minutes: 2 });
    if (status === 400) await becomesPaid(shop, who);
    expect((await couponUses(shop, code)).counted).toBe(1);
  });

  test('the oldest order is paid and its webhook lost: the charge is recorded, and the next oldest link is ended', async ({ shop }) => {
    const code = await makeCode(shop, 3);
    const [paid, next, newest] = await holds(shop, code, 3);
    wait(shop);
    await pay(paid?.paymentLink ?? '', 'lost');
    await hold(shop, code);
    expect(await statuses(shop, await signIn(shop, paid?.who as Client))).toEqual([2]);
    expect([await isUseReleased(shop, next?.purchaseId ?? ''), await isUseReleased(shop, newest?.purchaseId ?? '')]).toEqual([true, false]);
  });

  test('the bank has not answered yet: the use is not free, and nothing is placed', async ({ shop }) => {
    const code = await makeCode(shop, 1);
    const { paymentLink, purchaseId } = await hold(shop, code);
    wait(shop);
    await fetch(paymentLink);
    const bank = await lockBankPayment(shop, (await findPayment(shop, purchaseId)).id);
    const other = await client(shop);
    const answer = buy(shop, other, code);
    await expect.poll(bank.waiting).toBe(1);
    expect([await isUseReleased(shop, purchaseId), await statuses(shop, other)]).toEqual([false, []]);
    await bank.answer();
    expect((await answer).status).toBe(200);
    expect((await pay(paymentLink))?.status).toBe(410);
  });

  test('the bank is silent: another customer gets an error, and the order can still be paid with the code', async ({ shop }) => {
    const code = await makeCode(shop, 1);
    const { who, paymentLink, purchaseId } = await hold(shop, code);
    wait(shop);
    await fetch(paymentLink);
    const bank = await lockBankPayment(shop, (await findPayment(shop, purchaseId)).id);
    expect(getErrors(await buy(shop, await client(shop), code))).toEqual(usedUp);
    expect([await isUseReleased(shop, purchaseId), (await findPayment(shop, purchaseId)).state]).toEqual([false, 'open']);
    await expect.poll(bank.waiting).toBe(0);
    await bank.answer();
    expect((await pay(paymentLink))?.status).toBe(303);
    await becomesPaid(shop, who);
    expect((await couponUses(shop, code)).counted).toBe(1);
  });

  test('payment and another customer at once, 12 times: one of them has the use', async ({ shop }) => {
    for (let round = 0; round < 12; round++) {
      const code = await makeCode(shop, 1);
      const { who, paymentLink } = await hold(shop, code);
      wait(shop);
      const other = await client(shop);
      // Each has a growing head start, in milliseconds, so that each wins sometimes on any machine.
      const [payAfter, buyAfter] = round % 2 ? [round * 3, 0] : [0, round];
      const [paid, bought] = await Promise.all([
        pause(payAfter).then(() => pay(paymentLink)),
        pause(buyAfter).then(() => buy(shop, other, code)),
      ]);
      expect([paid?.status, bought.status]).toBeOneOf([
        [303, 400],
        [410, 200],
      ]);
      if (paid?.status === 303) await becomesPaid(shop, who);
      expect((await couponUses(shop, code)).counted).toBe(1);
    }
  });

  test('naive version that frees the use before the bank answers: two orders are paid with one use', async ({ shop }) => {
    const code = await makeCode(shop, 1);
    const { who, paymentLink, purchaseId } = await hold(shop, code);
    await freeUseNaively(shop, purchaseId);
    const other = await hold(shop, code);
    for (const link of [paymentLink, other.paymentLink]) expect((await pay(link))?.status).toBe(303);
    for (const buyer of [who, other.who]) await expect.poll(() => statuses(shop, buyer)).toEqual([2]);
    expect((await couponUses(shop, code)).counted).toBe(1);
    await restoreUse(shop, purchaseId);
  });

  test('three customers at once: each gets the use of another order', async ({ shop }) => {
    const code = await makeCode(shop, 3);
    await holds(shop, code, 3);
    wait(shop);
    const others = await Promise.all([1, 2, 3].map(() => client(shop)));
    const answers = await Promise.all(others.map((who) => buy(shop, who, code)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await couponUses(shop, code)).toEqual({ counted: 3, held: 3 });
  });

  test('deposit: its link is ended for an order, and an order’s for a deposit', async ({ shop }) => {
    const code = await makeCode(shop, 1);
    const fill = (who: Client) => deposit(shop, who, { depositAmount: 10_000, price: 9_000, couponCode: code }, { headers: who.headers });
    const first = await client(shop);
    const { body } = await fill(first);
    wait(shop);
    await hold(shop, code);
    const { body: seen } = await shop.call('GET /api/balance/deposit', { id: body.depositId }, await signIn(shop, first));
    expect(seen).toMatchObject({ state: 'expired', paymentLink: null });
    expect((await pay(body.paymentLink ?? ''))?.status).toBe(410);
    wait(shop);
    const { status, body: last } = await fill(await client(shop));
    expect([status, await findHeldFrom(shop, last.depositId)]).toEqual([200, expect.any(String)]);
    await pay(last.paymentLink ?? '');
    await expect.poll(() => findHeldFrom(shop, last.depositId)).toBeNull();
    expect(await couponUses(shop, code)).toEqual({ counted: 1, held: 1 });
  });
});

describe('unpaid orders with limited codes', () => {
  const codes = (shop: Shop, count: number) => Promise.all(Array.from({ length: count }, () => makeCode(shop, 100)));

  test('account: at most three, then the link of its oldest one is ended', async ({ shop }) => {
    const [first = '', second = '', third = '', fourth = ''] = await codes(shop, 4);
    const ada = await client(shop);
    const { purchaseId } = await hold(shop, first, ada);
    shop.clock.turn({ seconds: 1 });
    for (const code of [second, third]) await hold(shop, code, ada);
    expect(getErrors(await buy(shop, ada, fourth))).toEqual(tooMany);
    wait(shop);
    await hold(shop, fourth, await signIn(shop, ada));
    expect([await isUseReleased(shop, purchaseId), (await couponUses(shop, first)).counted]).toEqual([true, 0]);
  });

  test('address: at most five, then the link of its oldest one is ended', async ({ shop }) => {
    const code = await makeCode(shop, 100);
    const from = newAddress();
    const { purchaseId } = await hold(shop, code, await client(shop, from));
    shop.clock.turn({ seconds: 1 });
    for (let index = 0; index < 4; index++) await hold(shop, code, await client(shop, from));
    const sixth = await client(shop, from);
    expect(getErrors(await buy(shop, sixth, code))).toEqual(tooMany);
    await hold(shop, code);
    wait(shop);
    await hold(shop, code, await signIn(shop, sixth));
    expect([await isUseReleased(shop, purchaseId), (await couponUses(shop, code)).counted]).toEqual([true, 6]);
  });

  test('new link of an order whose use was released: within the same limits', async ({ shop }) => {
    const [first = '', ...others] = await codes(shop, 4);
    const ada = await client(shop);
    const { purchaseId } = await hold(shop, first, ada);
    shop.clock.turn({ minutes: 32 });
    await letRun(shop, 'payments.poll');
    const later = await signIn(shop, ada);
    for (const code of others) await hold(shop, code, later);
    const retryPayment = () => shop.call('POST /api/orders/pay', { purchaseId }, later);
    const gone = ['This order’s code is no longer available. Without it, the total is €99.00.'];
    expect(getErrors(await retryPayment())).toEqual([400, { couponCode: gone }]);
    const [newest] = await listOrders(shop, later);
    await shop.call('POST /api/orders/cancel', { orderId: newest?.id ?? '' }, later);
    expect((await retryPayment()).status).toBe(200);
    expect([(await couponUses(shop, first)).counted, await findHeldFrom(shop, purchaseId)]).toEqual([1, expect.any(String)]);
  });

  test('a paid order does not count, even if a process of the release before has recorded the payment', async ({ shop }) => {
    const ada = await client(shop);
    for (const code of await codes(shop, 4)) {
      const { paymentLink, orderIds, purchaseId } = await hold(shop, code, ada);
      const heldFrom = await findHeldFrom(shop, purchaseId);
      await pay(paymentLink);
      const getStatus = async () => (await listOrders(shop, ada)).find(({ id }) => id === orderIds[0])?.status;
      await expect.poll(getStatus).toBe(2);
      expect([heldFrom, await findHeldFrom(shop, purchaseId)]).toEqual([expect.any(String), null]);
      await setHeldFrom(shop, purchaseId, heldFrom);
    }
  });

  test('ten orders with ten codes of one address at once: five are placed', async ({ shop }) => {
    const from = newAddress();
    const made = await codes(shop, 10);
    const clients: Client[] = [];
    for (const _ of made) clients.push(await client(shop, from));
    const answers = await Promise.all(made.map((code, index) => buy(shop, clients[index] as Client, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(5).fill(400)]);
  });

  test('naive version that counts before it writes: more than five are placed', async ({ shop }) => {
    const [id, accountId, from] = [await couponId(shop, await makeCode(shop, 100)), randomUUID(), newAddress()];
    const done = await Promise.all(Array.from({ length: 100 }, () => holdNaively(shop, id, accountId, from, 5)));
    expect(done.filter(Boolean).length).toBeGreaterThan(5);
    await deleteCouponUses(shop, accountId);
  });
});
