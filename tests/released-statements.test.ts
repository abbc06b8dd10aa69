// Processes of the last release run beside newer ones during a deployment, so its statements must work with
// the newest schema. They are recorded in released-statements.json, from a shop that logs customers in,
// sells, delivers and answers tickets: RECORD_STATEMENTS=1 with the code of each release, right after it. The
// next release drops a column only after that.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { root } from '#platform/paths.ts';
import { logIn, PASSWORD, refresh, register } from './support/accounts.ts';
import { again, buyer, funded, listOrders, pay, placed } from './support/money.ts';
import { getDemo } from './support/sample-shop.ts';
import { copyDatabase, shop as openShop, type Shop } from './support/shop.ts';
import { recordStatements } from './support/test-context.ts';
import { asked, atDesk, environment, sendTicket } from './support/tickets.ts';

const path = join(root, 'tests/released-statements.json');
const recording = process.env.RECORD_STATEMENTS === '1';

/** Prepares each statement, as the driver does. */
async function refused(client: pg.Client, statements: readonly string[]): Promise<string[]> {
  const errors: string[] = [];
  for (const statement of statements)
    await client.query(`prepare released as ${statement}`).then(
      () => client.query('deallocate released'),
      ({ message }: Error) => errors.push(`${message}: ${statement}`),
    );
  return errors;
}

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { connection, drop } = await copyDatabase();
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await drop();
  }
}

const readReleased = async (): Promise<string[]> => JSON.parse(await readFile(path, 'utf8'));

/** Statements that differ only in the number of their values are one. */
const getKind = (statement: string): string =>
  statement
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\$(, \$)+/g, '$')
    .replaceAll(/(\([^()]*\$[^()]*\))(, ?\([^()]*\$[^()]*\))+/g, '$1');

/**
 * A statement that can be prepared, of this shop: not the job queue's, nor the sandbox's, which is never in
 * production.
 */
const isOwn = (statement: string): boolean =>
  /^(select|insert|update|delete|with|values|merge)\b/i.test(statement) && !/"(sandbox|graphile_worker)"\./.test(statement);

/** Runs `work` and returns the statements that were sent meanwhile, the shortest of each kind. */
async function record(work: () => Promise<void>): Promise<string[]> {
  const kinds = new Map<string, string>();
  for (const statement of await recordStatements(work)) {
    const kind = getKind(statement);
    if (isOwn(statement) && statement.length < (kinds.get(kind)?.length ?? Infinity)) kinds.set(kind, statement);
  }
  return [...kinds.values()].sort();
}

/** Log-ins, orders, payments, deliveries, invoices and tickets. */
async function liveThrough(shop: Shop): Promise<void> {
  await getDemo(shop);
  const who = await buyer(shop);
  await funded(shop, who);
  const { paymentLink } = await placed(shop, who);
  await pay(paymentLink);
  await expect.poll(async () => (await listOrders(shop, who))[0]?.status).toBe(1);
  const email = await register(shop);
  await refresh(shop, (await logIn(shop, email)).refreshToken);
  await shop.call('POST /api/Accounts/login', { email, password: `not ${PASSWORD}` });
  const { ticketNumber } = await sendTicket(shop, asked());
  await (await atDesk(shop)).answer(ticketNumber, 'On its way.');
  shop.clock.turn({ days: 4 });
  await listOrders(shop, await again(shop, who));
}

if (recording)
  test('statements of this release: recorded', async () => {
    await using shop = await openShop({ environment });
    const statements = await record(() => liveThrough(shop));
    const own = await withClient(async (client) => {
      const errors = await refused(client, statements);
      for (const error of errors) console.log(`not recorded: ${error}`);
      return statements.filter((statement) => !errors.some((error) => error.endsWith(`: ${statement}`)));
    });
    expect(own.length).toBeGreaterThan(100);
    await writeFile(path, `${JSON.stringify(own, null, 2)}\n`);
  });

test('newest schema: every statement of the last release can be prepared', async () => {
  const statements = await readReleased();
  for (const table of ['account', 'account_session', 'shop_order', 'payment', 'ledger_transfer', 'support_ticket', 'delivery'])
    expect(
      statements.filter((statement) => new RegExp(`\\b${table}\\b`).test(statement)),
      table,
    ).not.toEqual([]);
  expect(await withClient((client) => refused(client, statements))).toEqual([]);
});

test.for([
  ['renamed column', 'alter table payment rename column amount to total'],
  ['dropped column', 'alter table delivery drop column passport'],
  ['dropped table', 'drop table support_message cascade'],
  ['changed type', 'alter table account_session rename column id to number; alter table account_session add column id text'],
  [
    'dropped function',
    "do $$ begin execute (select 'drop function ' || oid::regprocedure from pg_proc where proname = 'credit_wallet'); end $$",
  ],
])('%s: refused, because the last release uses it', async ([, change = '']) => {
  const statements = await readReleased();
  const errors = await withClient(async (client) => {
    await client.query(change);
    return refused(client, statements);
  });
  expect(errors).not.toEqual([]);
});
