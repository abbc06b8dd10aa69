// Document numbers under concurrent issuing with cut connections: no gap and no duplicate. Naive versions
// fail.

import { randomUUID } from 'node:crypto';
import { openDb } from '#platform/database/database.ts';
import { listFailedRows } from '#platform/jobs/each-row.ts';
import { tags } from '../../../tests/support/cart-lines.ts';
import { type Buyer, buyer, expectAudited, funded, order } from '../../../tests/support/money.ts';
import { endBusyConnection } from '../../../tests/support/rows/database.ts';
import { invoiceNumbers, numberByMaximum, numberBySequence } from '../../../tests/support/rows/work.ts';
import { isLeft, listInvoices } from '../../../tests/support/sample-shop.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';
import { type InvoicingDeps, issueDocuments } from './issue.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', DATABASE_POOL: '12' }, jobs: true });

const PURCHASES = process.env.FULL ? 500 : 60;
const NODES = 4;

/** A customer with many purchases without invoices. */
async function purchaser(shop: Shop): Promise<Buyer> {
  const who = await buyer(shop);
  await funded(shop, who, PURCHASES * 900);
  const placing = Array.from({ length: PURCHASES }, () => order(shop, who, { lines: [tags()], price: 900, payFromBalance: true }));
  for (const { status } of await Promise.all(placing)) expect(status).toBe(200);
  return who;
}

const never = new AbortController().signal;
const getIssuer = (): Omit<InvoicingDeps, 'ctx'> => ({
  shop: {
    brand: { name: 'Loaf', dateLocale: 'en-US', look: {} },
    company: {
      legalName: 'Loaf',
      registrationNumber: '1',
      vatId: '2',
      street: 's',
      city: 'c',
      postalCode: 'p',
      country: 'NO',
      email: 'e@shop.example',
      phone: '1',
    },
  },
  findTax: async () => tax,
  links: { ensure: async () => '' },
});
const words = { en: '-', es: '-', jp: '-' };
const tax = { vat: 'none', rates: {}, reverseCharge: false, notes: { none: words, zero: words, reverse: words } } as const;

/**
 * Issues all documents on several nodes with separate pools, retrying after failures. Resolves with the
 * number of failures.
 */
async function issueOnNodes(shop: Shop, cutting: boolean): Promise<number> {
  const name = `papers-${randomUUID().slice(0, 8)}`;
  let failures = 0;
  const nodes = Array.from({ length: NODES }, async () => {
    const db = openDb(shop.connection, { poolSize: 2, log: shop.ctx.log });
    // Instead of the name that every pool has.
    Object.assign(db.pool.options, { application_name: name });
    for (let done = false; !done; )
      done = await issueDocuments({ ctx: { ...shop.ctx, db }, ...getIssuer() }, never).then(
        () => true,
        () => {
          failures++;
          return false;
        },
      );
    await db.pool.end();
  });
  let running = true;
  const all = Promise.all(nodes).finally(() => {
    running = false;
  });
  // Ends connections as a killed node would.
  while (cutting && running && failures < NODES * 3) await endBusyConnection(shop, name);
  await all;
  return failures;
}

/** Purchases or deposits to be numbered. */
const causes = () => Array.from({ length: PURCHASES }, () => randomUUID());
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('a purchase that is paid and cancelled while invoices are issued gets its documents with the next run, and nothing fails', async ({
  shop,
}) => {
  const who = await buyer(shop);
  await funded(shop, who, 2 * 900);
  const buy = () => order(shop, who, { lines: [tags()], price: 900, payFromBalance: true });
  await buy();
  let late: Awaited<ReturnType<typeof buy>> | undefined;
  const issuer = {
    ...getIssuer(),
    // The invoices of this run are listed by now.
    async findTax() {
      if (!late) {
        late = await buy();
        await shop.call('POST /api/orders/cancel', { orderId: late.body.orderIds[0] }, { token: who.token });
      }
      return tax;
    },
  };
  const kinds = async () => (await listInvoices(shop, who, { subject: late?.body.purchaseId ?? '' })).map(({ kind }) => kind);
  await issueDocuments({ ctx: shop.ctx, ...issuer }, never);
  expect([await kinds(), await listFailedRows(shop.ctx.db.orm, 10)]).toEqual([[], []]);
  await issueDocuments({ ctx: shop.ctx, ...issuer }, never);
  expect((await kinds()).toSorted()).toEqual(['credit', 'invoice']);
});

describe('document numbers', () => {
  test('numbers are consecutive with four nodes, cut connections and new purchases', async ({ shop }) => {
    const who = await purchaser(shop);
    const before = (await invoiceNumbers(shop)).length;
    const [cuts] = await Promise.all([
      issueOnNodes(shop, true),
      ...Array.from({ length: 10 }, () => order(shop, who, { lines: [tags()], price: 900 })),
    ]);
    expect(cuts).toBeGreaterThan(0);
    do await issueDocuments({ ctx: shop.ctx, ...getIssuer() }, never);
    while (await isLeft(shop));
    expect(await invoiceNumbers(shop)).toEqual(upTo(before + PURCHASES));
    await expectAudited(shop);
  });

  test('naive version: a sequence loses the numbers of failed inserts', async ({ shop }) => {
    const naive = await numberBySequence(shop, causes());
    expect(naive).not.toEqual(upTo(naive.length));
  });

  test('naive version: the highest number plus one is issued twice', async ({ shop }) => {
    const naive = await numberByMaximum(shop, causes());
    expect(new Set(naive).size).toBeLessThan(naive.length);
  });
});
