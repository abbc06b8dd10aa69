// Invoices, receipts and credit notes at the desk: the list with its filters, the file, and who may have
// them.
import { atDesk, operating } from '../../../tests/support/desk.ts';
import { buyer, paidFromBalance, refund } from '../../../tests/support/money.ts';
import { addInvoiceDetails, renameAccount } from '../../../tests/support/rows/accounts.ts';
import { auditedActs } from '../../../tests/support/rows/desk.ts';
import { issue } from '../../../tests/support/sample-shop.ts';
import { expect, shop as openShop, test } from '../../../tests/support/shop.ts';

const environment = { RATE_LIMITS: 'off' };

/** Without the byte order mark and the last line end. */
const splitLines = (body: unknown): string[] =>
  String(body)
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');

test('list and file: an invoice, the deposit’s receipt and a credit note, by type, currency and day', async () => {
  await using shop = await openShop({ environment });
  const ada = await buyer(shop);
  await renameAccount(shop, ada.email, 'Ada', 'Lovelace');
  await addInvoiceDetails(shop, ada.email, '=Loaf & "Queue", Ltd', 'NO123456785MVA');
  const id = await paidFromBalance(shop, ada, 9_900);
  await issue(shop);
  shop.clock.turn({ days: 3 });
  const late = await operating(shop, 'manager');
  await refund(late, id, { amount: 2_000 });
  await issue(shop);

  const { invoices, more } = (await late.call('GET /api/papers', {})).body;
  expect(more).toBe(false);
  expect(invoices.map(({ kind }) => kind).toSorted()).toEqual(['credit', 'invoice', 'receipt']);
  expect(invoices[0]).toMatchObject({ kind: 'credit', gross: 2_000, customer: { name: 'Ada Lovelace', email: ada.email } });
  const [invoice] = (await late.call('GET /api/papers', { kind: 'invoice' })).body.invoices;
  expect(invoice).toMatchObject({ gross: 9_900, buyer: '=Loaf & "Queue", Ltd', corrects: null });
  expect(invoices[0]?.corrects).toBe(invoice?.number);
  const listKinds = async (filter: object) => (await late.call('GET /api/papers', filter)).body.invoices.map(({ kind }) => kind);
  expect(await listKinds({ currency: 1 })).toEqual([]);
  expect(await listKinds({ from: '2026-05-15', zone: 'Europe/Oslo' })).toEqual(['credit']);
  expect((await listKinds({ until: '2026-05-14' })).toSorted()).toEqual(['invoice', 'receipt']);
  const first = (await late.call('GET /api/papers', { limit: 1 })).body;
  expect(first.more).toBe(true);
  expect(await listKinds({ before: first.invoices[0]?.id })).toHaveLength(2);

  const [head, ...rows] = splitLines((await late.call('GET /api/papers/table', { currency: 0 })).body);
  expect(head).toBe('Number,Type,Issued (UTC),Buyer,VAT ID,Country,Email,Corrects,Net,VAT,Gross,Currency');
  expect(rows).toHaveLength(3);
  const note = rows.find((row) => row.includes('Credit note'));
  expect(note).toMatch(/^CRN-2026-000001,Credit note,2026-05-15 \d\d:\d\d:\d\d,"'=Loaf & ""Queue"", Ltd",NO123456785MVA,/);
  expect(note).toMatch(new RegExp(`,${ada.email},${invoice?.number},-[\\d.]+,-?[\\d.]+,-20\\.00,EUR$`));
  expect(rows.find((row) => row.includes(',Invoice,'))).toMatch(/,99\.00,EUR$/);
  expect(await auditedActs(shop, 'list.download')).toMatchObject([
    { subjectId: 'invoices', operatorId: late.id, after: { filters: ['currency'] } },
  ]);
});

test('a maker, a customer and a stranger get neither the list nor a file', async ({ shop }) => {
  const [ada, maker] = [await buyer(shop), await operating(shop, 'maker')];
  for (const list of ['papers', 'orders', 'payments', 'customers'] as const) {
    const call = `GET /api/${list}/table` as const;
    expect((await maker.call(call, {})).status, call).toBe(403);
    expect((await atDesk(shop, call, {})).status, call).toBe(401);
    const asCustomer = await fetch(`${shop.urls.desk}/api/${list}/table`, { headers: { authorization: `Bearer ${ada.token}` } });
    expect(asCustomer.status, call).toBe(401);
  }
  expect((await maker.call('GET /api/papers', {})).status).toBe(403);
  expect(await auditedActs(shop, 'list.download'), 'nothing was given').toEqual([]);
});

test('the 31st file within ten minutes is refused, other operators and lists on the screen are not', async () => {
  await using shop = await openShop({ environment: { RATE_LIMITS: 'on' } });
  const [support, other] = [await operating(shop, 'support'), await operating(shop, 'support')];
  const statuses: number[] = [];
  for (let count = 0; count < 31; count++) statuses.push((await support.call('GET /api/orders/table', {})).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  expect((await support.call('GET /api/customers/table', {})).status).toBe(429);
  expect((await support.call('GET /api/customers', {})).status).toBe(200);
  expect((await other.call('GET /api/orders/table', {})).status).toBe(200);
  shop.clock.turn({ minutes: 11 });
  expect((await support.call('GET /api/orders/table', {})).status).toBe(200);
});

test('the audit log names the filters of a file, but not the text that was searched for', async ({ shop }) => {
  const support = await operating(shop, 'support');
  await support.call('GET /api/customers/table', { q: 'somebody@secret.example', sort: 'name' });
  const line = (await auditedActs(shop, 'list.download')).find(({ operatorId }) => operatorId === support.id);
  expect(line).toMatchObject({ subjectId: 'customers', after: { filters: ['q'] } });
  expect(JSON.stringify(line)).not.toContain('secret.example');
});
