// What operators sell by hand: `const { body } = await createSale(manager, { lines: [freeLine()] })`.
import { randomUUID } from 'node:crypto';
import type { Operating } from './desk.ts';
import type { Shop } from './shop.ts';

export const WHY = 'agreed on the phone';
export const PRICE = 50_000;
export const freeLine = (more: object = {}) => ({
  title: 'A day of editing',
  quantity: 1,
  unitPrice: PRICE,
  taxCategory: 'standard',
  ...more,
});
export const newClient = (more: object = {}) => ({
  ...{ email: `client-${randomUUID()}@example.com`, firstName: 'Ada', lastName: 'Sample' },
  ...{ country: 'DE', city: 'Berlin', address: 'Street 1', zipCode: '10115', ...more },
});
export const sale = (more: object = {}) => ({ client: newClient(), currency: 0, lines: [freeLine()], pay: 'invoice', ...more });
export const createSale = (manager: Operating, more: object = {}) => manager.call('POST /api/orders/create', sale(more));
export const findAccountId = async (shop: Shop, email: string) =>
  (await shop.sql<{ id: string }>('select id from account where email = $1', [email]))[0]?.id;
export const findClaim = async (manager: Operating, purchaseId: string) =>
  (await manager.call('GET /api/claims', { limit: 200 })).body.claims.find((claim) => claim.purchaseId === purchaseId);

/** The bank's page that an open page leads on to; empty if it leads to none. */
export const readBankLink = (html: string): string => (/href="(http[^"]+\/pay\/[^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

/** Asks on the open page of an invoice to pay it. Resolves with the bank's page; empty if there is none. */
export async function payInvoice(page: string): Promise<string> {
  const { origin, pathname, searchParams } = new URL(page);
  const body = new URLSearchParams({ code: searchParams.get('code') ?? '' });
  const { headers } = await fetch(origin + pathname, { method: 'POST', body, headers: { origin }, redirect: 'manual' });
  const next = headers.get('location');
  return next === null ? '' : readBankLink(await (await fetch(new URL(next, page))).text());
}

/** With an idempotency key, as an integration sends it. */
export async function createOnce(shop: Shop, { cookie }: Operating, key: string, sent: object, path = '/api/orders/create') {
  const headers = { cookie, origin: shop.urls.desk, 'content-type': 'application/json', 'idempotency-key': key };
  const answer = await fetch(shop.urls.desk + path, { method: 'POST', headers, body: JSON.stringify(sent) });
  return { status: answer.status, body: await answer.json() };
}

/** A statement with one transfer in NOK, with a structured reference. */
export const importCamt = (manager: Operating, { id, reference, amount = '500.00' }: { id: string; reference: string; amount?: string }) =>
  manager.call('POST /api/bank-statements/import', {
    format: 'camt.053',
    text: `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>
<Ntry><Amt Ccy="NOK">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt>
<AcctSvcrRef>${id}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>
</Ntry></Stmt></BkToCstmrStmt></Document>`,
  });

/** A bank statement of these rows, in the columns of the first one. */
export const importCsv = (manager: Operating, ...rows: readonly string[]) =>
  manager.call('POST /api/bank-statements/import', {
    format: 'csv',
    text: ['date,amount,currency,reference,name,iban,id', ...rows].join('\n'),
  });
