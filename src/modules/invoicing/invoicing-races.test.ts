// Document numbers under concurrent issuing with cut connections: no gap and no duplicate. Naive versions fail.
import { randomUUID } from 'node:crypto';
import { tags } from '../../../tests/support/cart-lines.ts';
import { isLeft } from '../../../tests/support/invoices.ts';
import { type Buyer, buyer, expectAudited, funded, order } from '../../../tests/support/money.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';
import { openDb } from '../../infra/database/database.ts';
import { type InvoicingDeps, issueDocuments } from './issue.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', DATABASE_POOL: '12' }, jobs: true });

const PURCHASES = process.env.FULL ? 500 : 60;
const NODES = 4;

let shop: Shop;
let who: Buyer;
test.beforeEach(async ({ shop: opened }) => {
  shop = opened;
  who = await buyer(shop);
  await funded(shop, who, PURCHASES * 900);
  const placing = Array.from({ length: PURCHASES }, () => order(shop, who, { lines: [tags()], price: 900, payFromBalance: true }));
  for (const { status } of await Promise.all(placing)) expect(status).toBe(200);
});

const never = new AbortController().signal;
const issuerOf = (): InvoicingDeps['issuer'] => ({
  seller: {
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
  tax: { vat: 'none', rates: {}, reverseCharge: false, notes: { none: words, zero: words, reverse: words } },
});
const words = { en: '-', es: '-', jp: '-' };

/** Issues all documents on several nodes with separate pools, retrying after failures. Resolves with the number of failures. */
async function issueOnNodes(cutting: boolean): Promise<number> {
  const name = `papers-${randomUUID().slice(0, 8)}`;
  let failures = 0;
  const nodes = Array.from({ length: NODES }, async () => {
    const db = openDb({ ...shop.connection, application_name: name }, { poolSize: 2, log: shop.ctx.log });
    // The pool sets its own application name, so it is replaced here.
    db.pool.on('connect', (client) => void client.query(`set application_name = '${name}'`));
    for (let done = false; !done; )
      done = await issueDocuments({ ctx: { ...shop.ctx, db }, issuer: issuerOf() }, never).then(
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
  while (cutting && running && failures < NODES * 3)
    await shop.sql('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and state <> $2 limit 1', [
      name,
      'idle',
    ]);
  await all;
  return failures;
}

const issuedSerials = () =>
  shop
    .sql<{ serial: number }>("select serial from billing_document where kind = 'invoice' order by serial")
    .then((rows) => rows.map(({ serial }) => serial));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('document numbers', { timeout: 120_000 }, () => {
  test('numbers are consecutive with four nodes, cut connections and new purchases', async () => {
    const before = (await issuedSerials()).length;
    const [cuts] = await Promise.all([
      issueOnNodes(true),
      ...Array.from({ length: 10 }, () => order(shop, who, { lines: [tags()], price: 900 })),
    ]);
    expect(cuts).toBeGreaterThan(0);
    do await issueDocuments({ ctx: shop.ctx, issuer: issuerOf() }, never);
    while (await isLeft(shop));
    expect(await issuedSerials()).toEqual(upTo(before + PURCHASES));
    await expectAudited(shop);
  });

  test('naive version: a sequence loses the numbers of failed inserts', async () => {
    await shop.sql('create sequence if not exists naive_serial');
    await shop.sql('create table if not exists naive_paper (serial bigint, cause uuid)');
    const waiting = await shop.sql<{ id: string }>('select id from purchase where invoiced_at is null and state = $1', ['paid']);
    await Promise.all(
      waiting.map(({ id }, index) =>
        shop
          .sql(`insert into naive_paper values (nextval('naive_serial'), $1) returning serial / ($2 * serial)`, [id, index % 7])
          .catch(() => undefined),
      ),
    );
    const naive = await shop.sql<{ serial: string }>('select serial from naive_paper order by serial');
    expect(naive.map(({ serial }) => Number(serial))).not.toEqual(upTo(naive.length));
  });

  test('naive version: the highest number plus one is issued twice', async () => {
    await shop.sql('drop table if exists naive_paper');
    await shop.sql('create table naive_paper (serial bigint, cause uuid)');
    const waiting = await shop.sql<{ id: string }>('select id from purchase where invoiced_at is null and state = $1', ['paid']);
    await Promise.all(
      waiting.map(({ id }) =>
        shop.sql('insert into naive_paper select coalesce(max(serial), 0) + 1, $1 from naive_paper, (select pg_sleep(0.005)) as slow', [
          id,
        ]),
      ),
    );
    const naive = (await shop.sql<{ serial: string }>('select serial from naive_paper')).map(({ serial }) => serial);
    expect(new Set(naive).size).toBeLessThan(naive.length);
  });
});
