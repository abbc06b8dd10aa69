// What the audit finds about claims: naive versions that ignore the lock or the claim, and planted rows.
import { operating } from '../../../tests/support/desk.ts';
import { buyer, expectAudited } from '../../../tests/support/money.ts';
import { type PlantedBooking, plantBooking, prepareNaiveSettlement, refundNaively } from '../../../tests/support/rows/claims.ts';
import { undone } from '../../../tests/support/rows/planted-errors.ts';
import { createSale, findClaim, importCsv, PRICE } from '../../../tests/support/sales.ts';
import { test as base, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { auditAll, auditBooks } from '../../audit/audit.ts';

const options = { environment: { RATE_LIMITS: 'off' }, jobs: false };
const test = base.extend('shopOptions', { scope: 'file' }, options);

const OWED = 'what is owed by invoice is what was invoiced, less what settled it and what was credited';
const BOOKED = 'what settled a claim is booked once, and what is undone once more';
const FOUNDED = 'nothing is invoiced, settled or paid out but for a claim or a payout';
const ENTRY = 'an entry of a bank statement settles one claim, with its whole amount';

/** Half of it is settled by an entry of a bank statement. */
async function settledInPart(shop: Shop): Promise<string> {
  const manager = await operating(shop, 'manager');
  const ada = await buyer(shop);
  const { purchaseId } = (await createSale(manager, { client: { email: ada.email } })).body;
  const claim = await findClaim(manager, purchaseId);
  const { body } = await importCsv(manager, `2026-11-20,250.00,EUR,${claim?.reference},Ada Sample,,${purchaseId}`);
  expect(body.matched).toHaveLength(1);
  await expectAudited(shop);
  return purchaseId;
}

test.for<readonly [PlantedBooking, string]>([
  ['claim that is settled with more', OWED],
  ['claim that is credited without a refund', OWED],
  ['purchase by invoice without a claim', 'a purchase is paid with its price, once, or not at all'],
  ['settlement of another amount', BOOKED],
  ['settlement that is undone, and not in the books', BOOKED],
  ['money at the bank for no settlement', FOUNDED],
  ['payout that nobody made', FOUNDED],
  ['entry that settles with a part of its amount', ENTRY],
])('planted violation is reported: %s', async ([booking, rule], { shop }) => {
  const purchaseId = await settledInPart(shop);
  const client = await shop.ctx.db.pool.connect();
  try {
    const breaches = await undone(client, async () => {
      await plantBooking(client, booking, purchaseId);
      return auditAll(client);
    });
    expect(breaches.map((each) => each.rule)).toContain(rule);
  } finally {
    client.release();
  }
});

test('naive settlements that read before either writes: the second is lost, and the audit reports the claim', async () => {
  await using shop = await openShop(options);
  const purchaseId = await settledInPart(shop);
  const both = await Promise.all([1, 2].map(() => prepareNaiveSettlement(shop, { purchaseId, amount: PRICE / 10 })));
  for (const settle of both) await settle();
  expect(await auditBooks(shop.ctx.db.pool)).toMatchObject([{ rule: OWED, row: { purchase_id: purchaseId } }]);
});

test('a naive refund to the balance while the invoice is open: reported', async () => {
  await using shop = await openShop(options);
  const purchaseId = await settledInPart(shop);
  await refundNaively(shop, { purchaseId, amount: PRICE / 10 });
  const broken = (await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule);
  expect(broken).toContain('nothing goes back to a balance while its invoice is open');
});
