// Saved means of payment at Stripe, against a simulated Stripe that answers as its documents say.
import { monthly } from '../../../../tests/support/cart-lines.ts';
import { type Buyer, becomes, buyer, placed, statuses } from '../../../../tests/support/money.ts';
import { about, again, logInLater, waitForCharges } from '../../../../tests/support/pieces.ts';
import { letRun } from '../../../../tests/support/rows/jobs.ts';
import { pollNow } from '../../../../tests/support/rows/payments.ts';
import { describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import type { StripeWorld } from '../../../../tests/support/stripe.ts';
import { expectKept, tell, test } from '../../../../tests/support/stripe-shop.ts';

const CHARGE = /^POST .*\/payment_intents$/;

test.beforeEach(({ shop, stripe }) => stripe.follow(shop.clock));
test.afterEach(({ shop }) => expectKept(shop));

type Member = Buyer & { readonly customer: unknown };

const list = async (shop: Shop, { token }: Pick<Buyer, 'token'>) => (await shop.call('GET /api/payment-means', undefined, { token })).body;
/** Other customers of the shop renew too. */
const chargesAt = ({ calls }: StripeWorld, { customer }: Member) =>
  calls.filter(({ path, sent }) => CHARGE.test(path) && sent.get('customer') === customer);
const lastIntent = ({ intents }: StripeWorld, { customer }: Member) =>
  [...intents.values()].filter((each) => each.customer === customer).at(-1);

/** The first month is paid on Stripe's page. */
async function subscribe(
  shop: Shop,
  stripe: StripeWorld,
  { how = 'paid', refusal = '' }: { how?: 'paid' | 'pending'; refusal?: string } = {},
) {
  const ada = await buyer(shop);
  const { paymentLink } = await placed(shop, ada, { lines: [monthly()], saveMeans: true });
  expect(await tell(shop, stripe, stripe.pay(paymentLink, how, refusal))).toBe(204);
  const session = paymentLink.split('/').at(-1) ?? '';
  if (how === 'pending') expect(await tell(shop, stripe, stripe.settle(session, 'paid'))).toBe(204);
  await becomes(shop, ada, [2]);
  return { ...ada, customer: [...stripe.methods.values()].at(-1)?.customer };
}

async function renew(shop: Shop, who: Member): Promise<Member> {
  await logInLater(shop, who, { days: 29 });
  await logInLater(shop, who, { days: 3 });
  await waitForCharges(shop);
  return { ...who, ...(await again(shop, who)) };
}

describe('saving', () => {
  test('the session asks for a customer and later use, and the card is listed', async ({ shop, stripe }) => {
    const ada = await subscribe(shop, stripe);
    const session = stripe.calls.filter(({ path }) => /^POST .*\/sessions$/.test(path)).at(-1);
    expect(Object.fromEntries(session?.sent ?? [])).toMatchObject({
      customer_creation: 'always',
      'payment_intent_data[setup_future_usage]': 'off_session',
      'metadata[fanfare_save]': 'yes',
    });
    expect(await list(shop, ada)).toMatchObject([{ kind: 'card', brand: 'Visa', last4: '4242', expires: '2031-08' }]);
  });

  test('without a tick, nothing is asked for or listed', async ({ shop, stripe }) => {
    const ada = await buyer(shop);
    const { paymentLink } = await placed(shop, ada);
    expect(await tell(shop, stripe, stripe.pay(paymentLink))).toBe(204);
    const session = stripe.calls.filter(({ path }) => /^POST .*\/sessions$/.test(path)).at(-1);
    expect([...(session?.sent.keys() ?? [])].join()).not.toMatch(/setup_future_usage|customer_creation/);
    expect(await list(shop, ada)).toEqual([]);
  });

  test('a card that its network has replaced shows the new date; a detached one is gone', async ({ shop, stripe }) => {
    const ada = await subscribe(shop, stripe);
    const method = [...stripe.methods.values()].at(-1);
    const card = { brand: 'visa', last4: '1881', exp_month: 2, exp_year: 2033 };
    expect(await tell(shop, stripe, stripe.event('payment_method.automatically_updated', { ...method, card }))).toBe(204);
    expect(await list(shop, ada)).toMatchObject([{ last4: '1881', expires: '2033-02' }]);
    expect(await tell(shop, stripe, stripe.event('payment_method.detached', { ...method, customer: null }))).toBe(204);
    expect(await list(shop, ada)).toEqual([]);
  });

  test('removing detaches it', async ({ shop, stripe }) => {
    const ada = await subscribe(shop, stripe);
    const [{ id = '' } = {}] = await list(shop, ada);
    expect((await shop.call('POST /api/payment-means/remove', { id }, { token: ada.token })).status).toBe(204);
    await expect.poll(() => stripe.calls.at(-1)?.path).toMatch(/\/payment_methods\/pm_\w+\/detach$/);
  });
});

describe('charging while the customer is away', () => {
  test('a month is one off-session payment with our id as its key', async ({ shop, stripe }) => {
    const ada = await renew(shop, await subscribe(shop, stripe));
    expect(await statuses(shop, ada)).toEqual([2, 2]);
    const call = chargesAt(stripe, ada).at(-1);
    expect(Object.fromEntries(call?.sent ?? [])).toMatchObject({
      ...{ amount: '9900', currency: 'eur', off_session: 'true', confirm: 'true', 'metadata[fanfare_payment]': call?.key },
    });
  });

  test('the answer is lost and the key forgotten: the charge is found, and booked once', async ({ shop, stripe }) => {
    const who = await subscribe(shop, stripe);
    stripe.next(CHARGE, 'cut');
    await logInLater(shop, who, { days: 29 });
    await logInLater(shop, who, { days: 3 });
    await expect.poll(() => chargesAt(stripe, who).length).toBe(1);
    stripe.forgetKeys();
    await pollNow(shop, shop.clock.now());
    await letRun(shop, 'payments.poll');
    await becomes(shop, await again(shop, who), [2, 2]);
    expect(chargesAt(stripe, who)).toHaveLength(1);
  });

  test.for([
    ['authenticate', 'Your bank wants you to confirm this payment.'],
    ['expired', 'Your card has expired.'],
    ['insufficient', 'There wasn’t enough money on the card or account.'],
  ] as const)('%s: declined with its reason, whatever the webhook adds', async ([refusal, why], { shop, stripe }) => {
    const ada = await renew(shop, await subscribe(shop, stripe, { refusal }));
    const failed = lastIntent(stripe, ada);
    expect(await tell(shop, stripe, stripe.event('payment_intent.payment_failed', failed))).toBe(204);
    await letRun(shop, 'subscriptions.renew');
    expect((await shop.mail(ada.email, /^Not paid yet: /)).text).toContain(why);
    expect([await statuses(shop, ada), await about(shop, ada, /^Not paid yet: /)]).toEqual([[5, 2], 1]);
  });

  test('a debit is in process until its event, which may come twice', async ({ shop, stripe }) => {
    const ada = await renew(shop, await subscribe(shop, stripe, { how: 'pending' }));
    expect(await list(shop, ada)).toMatchObject([{ kind: 'debit', brand: 'SEPA', last4: '3000', expires: null }]);
    expect(await statuses(shop, ada)).toEqual([5, 2]);
    const intent = { ...lastIntent(stripe, ada), status: 'succeeded' };
    for (const _ of [1, 2]) expect(await tell(shop, stripe, stripe.event('payment_intent.succeeded', intent))).toBe(204);
    expect(await statuses(shop, ada)).toEqual([2, 2]);
  });

  test('a debit that its bank returns is a lost dispute', async ({ shop, stripe }) => {
    const ada = await renew(shop, await subscribe(shop, stripe));
    const intent = lastIntent(stripe, ada);
    const dispute = { id: 'du_returned', object: 'dispute', amount: 9_900, currency: 'eur', payment_intent: intent?.id, status: 'lost' };
    expect(await tell(shop, stripe, stripe.event('charge.dispute.created', dispute))).toBe(204);
    const [order] = (await shop.call('GET /api/orders', undefined, { token: ada.token })).body;
    expect(order).toMatchObject({ status: 2, dispute: 'lost' });
  });
});
