// The books of a month: the sums of the files in the ZIP equal the ledger and the documents.
import { strFromU8, unzipSync } from 'fflate';
import { readCsv } from '#lib/csv-reader.ts';
import { type Operating, openedContent, openedSetting, operating } from '../../../tests/support/desk.ts';
import { expectAudited, refund } from '../../../tests/support/money.ts';
import { auditedActs } from '../../../tests/support/rows/desk.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { createSale, freeLine, newClient, WHY } from '../../../tests/support/sales.ts';
import { test as base, expect, type Shop } from '../../../tests/support/shop.ts';
import { formatDatevHead } from './datev.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

async function download(shop: Shop, { cookie }: Operating, query: object) {
  const search = new URLSearchParams(query as Record<string, string>);
  const answer = await fetch(`${shop.urls.desk}/api/books?${search}`, { headers: { cookie } });
  return { status: answer.status, files: answer.ok ? unzipSync(new Uint8Array(await answer.arrayBuffer())) : {} };
}

type Row = Readonly<Record<string, string>>;
function readRows(file: Uint8Array | undefined): Row[] {
  const table = readCsv(file ?? new Uint8Array(), 1_000);
  if (typeof table === 'string') throw new Error(`no CSV: ${JSON.stringify(table)}`);
  return table.rows.map(({ cells }) => Object.fromEntries(table.head.map((name, index) => [name, cells[index] ?? ''])));
}
const cents = (text: string | undefined): number => Math.round(Number((text ?? '').replace(',', '.')) * 100);
const sum = (rows: readonly Row[], name: string, currency = 'EUR') =>
  rows.filter((row) => row.Currency === currency).reduce((total, row) => total + cents(row[name]), 0);

/** Three rates, reverse charge, a credit note, another currency. */
async function sellMonth(shop: Shop, owner: Operating): Promise<void> {
  const { text, save } = await openedContent(shop, 'company');
  const seller = { city: 'Bilbao', country: 'ES', postalCode: '48001', vatId: 'ESB58378431', phone: '+34 944 000 000' };
  expect((await save({ ...text, ...seller })).body.saved).toBe(true);
  const tax = { vat: 'inclusive', rates: { ES: 21, DE: 19 }, reducedRates: { DE: 7 }, reverseCharge: true };
  expect((await (await openedSetting(shop, 'tax')).save(tax as never)).status).toBe(200);
  const lines = [
    freeLine({ unitPrice: 11_900 }),
    freeLine({ title: 'A book', unitPrice: 10_700, taxCategory: 'reduced' }),
    freeLine({ title: 'A course', unitPrice: 5_000, taxCategory: 'exempt' }),
  ];
  const { body: mixed } = await createSale(owner, { lines, client: newClient({ company: 'Loaf "&" Queue', vatId: '' }) });
  await createSale(owner, { client: newClient({ company: 'Loaf GmbH', vatId: 'DE136695976' }) });
  await createSale(owner, { client: newClient({ country: 'ES' }), currency: 1 });
  expect((await refund(owner, mixed.orderIds[0] ?? '', { amount: 1_190 })).status).toBe(204);
  await owner.call('POST /api/claims/settle', { purchaseId: mixed.purchaseId, amount: 5_000, paidBy: 'bank', reason: WHY });
  await letRun(shop, 'invoicing.issue');
}

test('books of a month: documents, VAT, ledger and DATEV add up to what the shop has', async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  await sellMonth(shop, owner);
  await expectAudited(shop);
  const month = shop.clock.now().toISOString().slice(0, 7);
  const { status, files } = await download(shop, owner, { month });
  expect(status).toBe(200);
  const [documents, vat, ledger] = ['documents.csv', 'vat.csv', 'ledger.csv'].map((name) => readRows(files[name]));
  const stored = await shop.sql<{ number: string; net: number; vat: number; gross: number }>(
    `select content ->> 'number' as number, sign * net as net, sign * vat as vat, sign * gross as gross from billing_document
     cross join lateral (select case kind when 'credit' then -1 else 1 end as sign) as side where currency = 0 and kind <> 'receipt'`,
  );
  expect(stored).toHaveLength(3);
  for (const [head, key] of [
    ['Net', 'net'],
    ['VAT', 'vat'],
    ['Gross', 'gross'],
  ] as const) {
    const total = stored.reduce((all, row) => all + Number(row[key]), 0);
    expect([sum(documents ?? [], head), sum(vat ?? [], head)], head).toEqual([total, total]);
  }
  const [{ moved = 0 } = {}] = await shop.sql<{ moved: number }>(
    'select sum(amount)::int as moved from ledger_transfer where currency = 0',
  );
  expect(sum(ledger ?? [], 'Amount')).toBe(moved);
  const net = (from: string, to: string) => sum(ledger?.filter((row) => row.From === from && row.To === to) ?? [], 'Amount');
  // What was invoiced and lowered in the ledger is what the documents say.
  expect(net('receivable', 'sales') - net('sales', 'receivable')).toBe(sum(documents ?? [], 'Gross'));
  expect(vat?.filter((row) => row.Country === 'DE').map((row) => [row.Rate, row['Without VAT because'], row.Net])).toEqual([
    ['19', '', expect.any(String)],
    ['7', '', '100.00'],
    ['0', 'exempt', '50.00'],
    ['0', 'reverse', expect.any(String)],
  ]);
  // Each document as PDF; those with all data as e-invoice.
  for (const { Number: number } of documents ?? [])
    expect(strFromU8((files[`documents/${number}.pdf`] ?? new Uint8Array()).slice(0, 5))).toBe('%PDF-');
  expect(Object.keys(files).filter((name) => name.endsWith('.xml')).length).toBeGreaterThan(0);
  const entries = strFromU8(files['EXTF_Buchungsstapel.csv'] ?? new Uint8Array())
    .trim()
    .split('\r\n')
    .slice(2);
  const booked = entries.map((row) => row.split(';')).reduce((all, [amount, side]) => all + cents(amount) * (side === '"S"' ? 1 : -1), 0);
  expect(booked).toBe(sum(documents ?? [], 'Gross'));
  expect(entries.find((row) => row.startsWith('119,00'))).toMatch(
    /^119,00;"S";"EUR";;;;10000;8400;;\d{4};"INV-\d{4}-\d{6}";"";;"Loaf ""&"" Queue";{111}$/,
  );
  expect(entries.some((row) => row.includes(';8336;'))).toBe(true);
  expect(await auditedActs(shop, 'books.download')).toMatchObject([{ subjectId: month, operatorId: owner.id }]);
  const report = await owner.call('GET /api/reports/vat', { from: `${month}-01`, to: `${month}-28` });
  expect(report.status).toBe(200);
});

test('books without the documents, of another month, and for whom they are not', async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  const { files } = await download(shop, owner, { month: '2020-02', documents: 'without' });
  expect(Object.keys(files)).toEqual(['documents.csv', 'vat.csv', 'ledger.csv', 'EXTF_Buchungsstapel.csv']);
  for (const name of ['documents.csv', 'vat.csv', 'ledger.csv']) expect(readRows(files[name]), name).toEqual([]);
  expect((await download(shop, await operating(shop, 'manager'), { month: '2020-02' })).status).toBe(403);
  expect((await owner.call('GET /api/books', { month: '2026-13' })).body).toHaveProperty('errors.month');
});

test('DATEV: the head of a batch has 31 fields and 125 columns, each at its place', () => {
  const [head = '', columns = ''] = formatDatevHead({ from: '2026-11-01', until: '2026-11-30', at: new Date('2026-12-01T09:30:00.123Z') })
    .replace('\uFEFF', '')
    .split('\r\n');
  expect(head.split(';').slice(0, 17)).toEqual([
    ...['"EXTF"', '700', '21', '"Buchungsstapel"', '13', '20261201093000123', '', '""', '""', '""'],
    ...['1001', '1', '20260101', '4', '20261101', '20261130', '"Rechnungen"'],
  ]);
  expect([head.split(';').length, columns.split(';').length]).toEqual([31, 125]);
  // As in DATEV's own sample of the format.
  const named = { 1: 'Umsatz (ohne Soll/Haben-Kz)', 14: 'Buchungstext', 36: 'Beleginfo - Inhalt 8', 40: 'EU-Land u. UStID (Bestimmung)' };
  const more = { 87: 'Zusatzinformation- Inhalt 20', 102: 'Herkunft-Kz', 114: 'Festschreibung', 125: 'Abw. Skontokonto' };
  for (const [place, name] of Object.entries({ ...named, ...more })) expect(columns.split(';')[Number(place) - 1]).toBe(name);
});
