// An invoice that is paid by link from its open page, and what races with that or takes it back.
import { tellShop } from '../../../tests/support/bank.ts';
import { type Operating, operating } from '../../../tests/support/desk.ts';
import { auditedTest, type Buyer, buyer, getBalance, pay } from '../../../tests/support/money.ts';
import { prepareNaiveSettlement } from '../../../tests/support/rows/claims.ts';
import { findPayment } from '../../../tests/support/rows/payments.ts';
import { findClaim, freeLine, importCsv, PRICE, payInvoice, WHY } from '../../../tests/support/sales.ts';
import { describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { auditBooks } from '../../audit/audit.ts';

const options = { environment: { RATE_LIMITS: 'off' } };
const test = auditedTest(options);

type Invoiced = {
  readonly manager: Operating;
  readonly ada: Buyer;
  readonly page: string;
  readonly purchaseId: string;
  readonly reference: string;
};

async function invoiced(shop: Shop): Promise<Invoiced> {
  const manager = await operating(shop, 'manager');
  const ada = await buyer(shop);
  const { body } = await manager.call('POST /api/invoices/create', {
    ...{ client: { email: ada.email }, currency: 0, lines: [freeLine()], termsDays: 14 },
  });
  return { manager, ada, page: body.link, purchaseId: body.purchaseId, reference: body.reference };
}

const read = async (address: string) => (await fetch(address)).text();
const fromBank = (manager: Operating, reference: string, amount: string, id: string) =>
  importCsv(manager, `2026-11-22,${amount},EUR,${reference},Ada Sample,,${id}`);
const getOpen = async (manager: Operating, purchaseId: string) => (await findClaim(manager, purchaseId))?.open ?? 0;

describe('paying an invoice by link', () => {
  test('settles it, leads back to its page, and is shown at the desk', async ({ shop }) => {
    const { manager, ada, page, purchaseId } = await invoiced(shop);
    expect(await read(page)).toContain('Pay €500.00');
    const link = await payInvoice(page);
    expect(await payInvoice(page), 'the same payment').toBe(link);
    const back = (await pay(link))?.headers.get('location') ?? '';
    expect(back).toBe(`${page}&back=yes`);
    const html = await read(back);
    expect(html).toContain('This invoice is paid');
    expect(html).not.toContain('Pay €');
    expect([await getOpen(manager, purchaseId), await getBalance(shop, ada)]).toEqual([0, 0]);
    const { body } = await shop.call('GET /api/account-statement', { currency: 0 }, { token: ada.token });
    expect(body).toMatchObject({ closing: 0 });
  });

  test('a part of it was settled: the rest is charged; settled meanwhile: what is more goes to the balance', async ({ shop }) => {
    const { manager, ada, page, purchaseId, reference } = await invoiced(shop);
    await fromBank(manager, reference, '200.00', `${purchaseId}-1`);
    const link = await payInvoice(page);
    expect((await findPayment(shop, purchaseId)).link).toBe(link);
    expect(await read(link)).toContain('300.00');
    await fromBank(manager, reference, '250.00', `${purchaseId}-2`);
    await pay(link);
    await expect.poll(() => getBalance(shop, ada)).toBe(25_000);
    expect(await getOpen(manager, purchaseId)).toBe(0);
  });

  test('at once with a bank statement that settles it: it is settled once, and the other money is on the balance', async ({ shop }) => {
    for (let round = 0; round < 6; round++) {
      const { manager, ada, page, purchaseId, reference } = await invoiced(shop);
      const link = await payInvoice(page);
      await Promise.all([pay(link, 'twice'), fromBank(manager, reference, '500.00', purchaseId)]);
      const sum = async () => {
        const { entries } = (await manager.call('GET /api/bank-entries')).body;
        return (
          (await getBalance(shop, ada)) + (entries.some((entry) => entry.reference === reference && entry.why === 'closed') ? PRICE : 0)
        );
      };
      await expect.poll(sum).toBe(PRICE);
      expect(await getOpen(manager, purchaseId)).toBe(0);
    }
  });

  test('a debit is being confirmed, and cannot be paid again', async ({ shop }) => {
    const { page } = await invoiced(shop);
    await pay(await payInvoice(page), 'debit');
    const html = await read(`${page}&back=yes`);
    expect(html).toContain('Your bank is confirming a payment');
    expect(html).not.toContain('Pay €');
    expect(await payInvoice(page)).toBe('');
  });
});

describe('what a bank takes back of it', () => {
  const tell = async (shop: Shop, purchaseId: string, kind: string, amount = PRICE) => {
    const { id } = await findPayment(shop, purchaseId);
    expect(await tellShop(shop, { kind, paymentId: id, reference: `dp_${id}`, amount, currency: 0 })).toBe(204);
  };

  test('is owed again and can be paid again; without a credit note', async ({ shop }) => {
    const { manager, ada, page, purchaseId } = await invoiced(shop);
    await pay(await payInvoice(page), 'dispute-lost');
    const getReturned = () => shop.sql('select returned from settlement where purchase_id = $1', [purchaseId]);
    await expect.poll(getReturned).toEqual([{ returned: PRICE }]);
    expect(await getOpen(manager, purchaseId)).toBe(PRICE);
    const papers = (await shop.call('GET /api/papers', { limit: 10 }, { token: ada.token })).body.papers;
    expect(papers.map(({ kind }: { kind: string }) => kind)).toEqual(['invoice']);
    await pay(await payInvoice(page));
    await expect.poll(() => getOpen(manager, purchaseId)).toBe(0);
  });

  test('dispute that the bank reverses: the claim is settled again; if it was paid by other money, the balance gets the amount', async ({
    shop,
  }) => {
    const { manager, ada, page, purchaseId, reference } = await invoiced(shop);
    await pay(await payInvoice(page));
    await expect.poll(() => getOpen(manager, purchaseId)).toBe(0);
    await tell(shop, purchaseId, 'disputeLost', 20_000);
    expect(await getOpen(manager, purchaseId)).toBe(20_000);
    await fromBank(manager, reference, '150.00', purchaseId);
    await tell(shop, purchaseId, 'disputeWon', 20_000);
    expect([await getOpen(manager, purchaseId), await getBalance(shop, ada)]).toEqual([0, 15_000]);
  });

  test('of what was more than the claim: the balance pays it back', async ({ shop }) => {
    const { manager, ada, page, purchaseId, reference } = await invoiced(shop);
    const link = await payInvoice(page);
    await fromBank(manager, reference, '200.00', purchaseId);
    await pay(link);
    await expect.poll(() => getBalance(shop, ada)).toBe(20_000);
    await tell(shop, purchaseId, 'disputeLost');
    expect([await getOpen(manager, purchaseId), await getBalance(shop, ada)]).toEqual([30_000, 0]);
    const { body } = await manager.call('POST /api/claims/settle', { purchaseId, amount: 30_000, paidBy: 'bank', reason: WHY });
    expect(body).toHaveProperty('id');
  });
});

test('naive version: a settlement that read the claim before the charge by link is written is lost, and the audit reports it', async () => {
  await using shop = await openShop(options);
  const { page, purchaseId } = await invoiced(shop);
  const settle = await prepareNaiveSettlement(shop, { purchaseId, amount: PRICE / 10 });
  await pay(await payInvoice(page));
  await expect.poll(() => shop.sql('select settled from claim where purchase_id = $1', [purchaseId])).toEqual([{ settled: PRICE }]);
  await settle();
  expect(await auditBooks(shop.ctx.db.pool)).toMatchObject([
    { rule: 'what is owed by invoice is what was invoiced, less what settled it and what was credited', row: { purchase_id: purchaseId } },
  ]);
});
