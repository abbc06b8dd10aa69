// Comparison with Stripe's books after a database was restored to a few minutes ago: every payment that
// Stripe knows is in the books again, or on the list.
import { afterAll, beforeAll, describe, vi } from 'vitest';
import { operating } from '../../../../tests/support/desk.ts';
import { again, type Buyer, becomes, buyer, cancel, deposit, expectAudited, placed, statuses } from '../../../../tests/support/money.ts';
import { patience } from '../../../../tests/support/patience.ts';
import { isAnalyzed } from '../../../../tests/support/rows/database.ts';
import { jobsOfTask, letRun, retryFailed, startJob } from '../../../../tests/support/rows/jobs.ts';
import { chargeReferences, customerRefunds, findPayment, webhooksMatching } from '../../../../tests/support/rows/payments.ts';
import { copyDatabase, expect, type OwnDatabase, shop as openShop, type Shop, test } from '../../../../tests/support/shop.ts';
import { openStripe, type StripeWorld } from '../../../../tests/support/stripe.ts';
import { pay } from '../../../../tests/support/stripe-shop.ts';

const BEFORE = '2026-03-02T10:00:00Z';
/** Before the first poll of the open payment. */
const LATER = '2026-03-02T10:04:00Z';

let stripe: StripeWorld;
let database: OwnDatabase;
let copy: OwnDatabase;
let restored: Shop;
let ada: Buyer;
let known = { purchaseId: '', refundedOrderId: '', intent: '' };

const openOn = async ({ connection }: OwnDatabase, at: string): Promise<Shop> => {
  const opened = await openShop({ at, environment: { RATE_LIMITS: 'off', ...stripe.environment }, through: () => connection });
  stripe.follow(opened.clock);
  return opened;
};

/** Reference of what Stripe was paid, by the links. */
const getIntent = (link: string): string => stripe.sessions.get(link.split('/').at(-1) ?? '')?.payment_intent ?? '';
const paidAtStripe = (): string[] => [...stripe.intents.values()].filter(({ status }) => status === 'succeeded').map(({ id }) => id);

let lost: readonly string[] = [];

beforeAll(async () => {
  stripe = await openStripe();
  database = await copyDatabase();
  let link = '';
  {
    await using early = await openOn(database, BEFORE);
    ada = await buyer(early);
    const paid = await placed(early, ada);
    await pay(early, stripe, paid.paymentLink);
    const open = await placed(early, ada);
    link = open.paymentLink;
    known = { purchaseId: open.purchaseId, refundedOrderId: paid.orderIds[0] ?? '', intent: '' };
  }
  copy = await copyDatabase(database.connection.database);
  // What the restored database has never seen.
  {
    await using late = await openOn(database, LATER);
    ada = await again(late, ada);
    await pay(late, stripe, link);
    const unknownOrder = await placed(late, ada);
    await pay(late, stripe, unknownOrder.paymentLink);
    const { body } = await deposit(late, ada);
    await pay(late, stripe, body.paymentLink ?? '');
    const owner = await operating(late, 'owner');
    expect((await cancel(owner, known.refundedOrderId, { back: 9_900, to: 'source' })).status).toBe(204);
    await vi.waitFor(() => expect(stripe.refunds).toHaveLength(1), { timeout: patience(60_000) });
    known = { ...known, intent: getIntent(link) };
    lost = [getIntent(unknownOrder.paymentLink), getIntent(body.paymentLink ?? '')];
  }
  const created = Math.floor(Date.parse(LATER) / 1_000);
  const dispute = { object: 'dispute', created, amount: 9_900, currency: 'eur', status: 'needs_response' };
  stripe.disputes.push(
    { ...dispute, id: 'dp_known', payment_intent: getIntent(link) },
    { ...dispute, id: 'dp_lost', payment_intent: lost[0] },
  );
  const payout = { object: 'payout', created, amount: 100, currency: 'eur' };
  stripe.payouts.push({ ...payout, id: 'po_paid', status: 'paid' }, { ...payout, id: 'po_failed', status: 'failed' });
  restored = await openOn(copy, LATER);
  ada = await again(restored, ada);
});
afterAll(async () => {
  await restored?.close();
  await stripe?.close();
  await database?.drop();
  await copy?.drop();
});

const unsettled = async () => {
  const owner = await operating(restored, 'owner');
  const { body } = await owner.call('GET /api/failures');
  return body.find(({ kind }) => kind === 'mismatch')?.items ?? [];
};
const listed = async (): Promise<string[]> => (await unsettled()).map(({ details }) => details ?? '').toSorted();

// Each test goes on from the books of the one before.
describe('database restored to a few minutes ago', { shuffle: false }, () => {
  test('naive version that polls its own open payments: money that Stripe has is neither in the books nor on a list', async () => {
    await letRun(restored, 'payments.poll');
    const booked = await chargeReferences(restored);
    expect(paidAtStripe().filter((id) => !booked.includes(id))).toEqual(expect.arrayContaining([known.intent, ...lost]));
    expect(await listed()).toEqual([]);
    await expectAudited(restored);
  });

  test('run that is interrupted after its first page: goes on with the second', async () => {
    const calls = () =>
      stripe.calls.filter(({ path }) => path === 'GET /v1/checkout/sessions').map(({ sent }) => sent.get('starting_after'));
    stripe.next(/^GET .*\/sessions$/, { refuse: 500 }, 1, 2);
    await startJob(restored, 'payments.reconcile');
    await expect.poll(() => calls().length).toBe(2);
    const [first, second, ...more] = calls();
    expect([first, second, more]).toEqual([null, expect.stringMatching(/^cs_/), []]);
  });

  test('comparison: each payment is in the books or on the list, and the audit finds nothing', async () => {
    await retryFailed(restored);
    await expect.poll(() => jobsOfTask(restored, 'payments.reconcile')).toEqual([]);
    await becomes(restored, ada, [2, 2]);
    const booked = await chargeReferences(restored);
    const found = await listed();
    expect(paidAtStripe().filter((id) => !booked.includes(id) && !found.includes(id))).toEqual([]);
    expect(found).toEqual([...lost, 'dp_lost', 'po_failed', stripe.refunds[0]?.id].toSorted());
    expect(await customerRefunds(restored, ada.email)).toEqual([]);
    await expect.poll(() => isAnalyzed(restored, 'payment_mismatch')).toBe(true);
    // The order's page at the desk says where the charge comes from.
    expect(await webhooksMatching(restored, `reconciled ${known.intent}`)).toBe(1);
    await expectAudited(restored);
  });

  test('comparison repeated: changes nothing; a settled item stays settled', async () => {
    const owner = await operating(restored, 'owner');
    const [first] = await unsettled();
    expect((await owner.call('POST /api/failures/retry', { kind: 'mismatch', id: first?.id })).body).toEqual({ count: 1 });
    const before = [await chargeReferences(restored), await listed()];
    await letRun(restored, 'payments.reconcile');
    expect([await chargeReferences(restored), await listed()]).toEqual(before);
    expect(await statuses(restored, ada)).toEqual([2, 2]);
    expect((await findPayment(restored, known.purchaseId)).state).toBe('paid');
    await expectAudited(restored);
  });
});
