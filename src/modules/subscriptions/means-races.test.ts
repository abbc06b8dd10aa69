// Charges of saved means by two nodes, with cut connections, lost answers and reports in any order: one
// charge for each month. A naive charge is made twice.
import { randomUUID } from 'node:crypto';
import { createSandboxProvider, tellShop } from '../../../tests/support/bank.ts';
import { becomes, expectAudited, getBalance, statuses } from '../../../tests/support/money.ts';
import { patience } from '../../../tests/support/patience.ts';
import { again, logInLater, PRICE, running, subscribedByMeans, waitForCharges } from '../../../tests/support/pieces.ts';
import { endConnectionsRunning } from '../../../tests/support/rows/database.ts';
import { addJobs, jobsOfTask, letRun } from '../../../tests/support/rows/jobs.ts';
import { pollNow } from '../../../tests/support/rows/payments.ts';
import { secondNode } from '../../../tests/support/second-node.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';

const environment = { RATE_LIMITS: 'off' };
const test = base.extend('shopOptions', { scope: 'file' }, { environment });

const CUSTOMERS = process.env.FULL ? 40 : 6;

type BankCharges = { readonly payments: number; readonly charges: number; readonly booked: number };

/** What the bank has charged for the months after the first, and what of it is in the books. */
async function bankCharges(shop: Shop): Promise<BankCharges> {
  const [row] = await shop.sql<BankCharges>(
    `select count(distinct p.subject_id)::int as payments, count(c.reference)::int as charges, count(booked.id)::int as booked
     from payment p join sandbox.bank_charge c on c.payment_id = p.id::text
     left join payment_charge booked on booked.reference = c.reference where p.means_id is not null`,
  );
  return row ?? { payments: 0, charges: 0, booked: 0 };
}

describe('one charge', () => {
  test('two nodes charge, and their connections are cut between the charge and its record', async () => {
    await using shop = await openShop({ environment });
    const buyers = await Promise.all(
      Array.from({ length: CUSTOMERS }, (_, index) => subscribedByMeans(shop, index === 0 ? 'success' : 'twice')),
    );
    shop.clock.turn({ days: 29 });
    await letRun(shop, 'subscriptions.renew');
    shop.clock.turn({ days: 3 });
    await using _ = await secondNode(shop, environment);
    let cuts = 0;
    await addJobs(shop, 'subscriptions.renew', 4);
    await expect
      .poll(
        async () => {
          if (cuts < 10) cuts += await endConnectionsRunning(shop, 'payment_charge|payment_means|ledger_transfer');
          const open = await Promise.all(['subscriptions.renew', 'payments.charge'].map((task) => jobsOfTask(shop, task)));
          return open.flat().length;
        },
        { timeout: patience(200_000), interval: 20 },
      )
      .toBe(0);
    await pollNow(shop, shop.clock.now());
    await letRun(shop, 'payments.poll');
    expect(await bankCharges(shop)).toEqual({ payments: CUSTOMERS, charges: CUSTOMERS, booked: CUSTOMERS });
    for (const who of buyers) await becomes(shop, await again(shop, who), [2, 2]);
    await expectAudited(shop);
  });

  test('the answer never arrives and no webhook comes: the poll asks, and books it once', async ({ shop }) => {
    const ada = await subscribedByMeans(shop, 'lost');
    await logInLater(shop, ada, { days: 29 });
    const now = await logInLater(shop, ada, { days: 3 });
    await waitForCharges(shop);
    await becomes(shop, now, [2, 2]);
    for (const _ of [1, 2, 3]) {
      await pollNow(shop, shop.clock.now());
      await letRun(shop, 'payments.poll');
    }
    const { rows } = await shop.ctx.db.pool.query(
      `select from sandbox.bank_charge c join payment p on p.id::text = c.payment_id join account a on a.id = p.account_id where email = $1`,
      [ada.email],
    );
    expect([rows.length, await statuses(shop, now), await getBalance(shop, now)]).toEqual([2, [2, 2], 0]);
    await expectAudited(shop);
  });

  test('naive version: a try under a new id charges twice', async ({ shop }) => {
    const provider = await createSandboxProvider(shop.ctx);
    await subscribedByMeans(shop);
    const [means] = await shop.sql<{ customer: string; reference: string; kind: 'card' }>(
      'select * from payment_means order by id desc limit 1',
    );
    const charge = (paymentId: string) =>
      provider.chargeMeans?.({ paymentId, amount: PRICE, currency: 0, what: 'A month', means: means as never }, AbortSignal.timeout(5_000));
    const count = async () => (await shop.sql(`select from sandbox.bank_charge where description = 'A month'`)).length;
    const id = randomUUID();
    await Promise.all([charge(id), charge(id), charge(id)]);
    expect(await count()).toBe(1);
    await Promise.all([charge(randomUUID()), charge(randomUUID())]);
    expect(await count()).toBe(3);
  });
});

describe('reports in any order, each twice', () => {
  test.for([
    [['declined', 'paid'], 1, PRICE],
    [['paid', 'declined'], 0, 0],
    [['begun', 'declined', 'begun'], 1, 0],
  ] as const)('%j', async ([kinds, failures, balance], { shop }) => {
    const ada = await subscribedByMeans(shop, 'debit');
    await logInLater(shop, ada, { days: 29 });
    const now = await logInLater(shop, ada, { days: 3 });
    await waitForCharges(shop);
    const [{ id = '', reference = '' } = {}] = await shop.sql<{ id: string; reference: string }>(
      `select p.id, c.reference from payment p join sandbox.bank_charge c on c.payment_id = p.id::text
       join account a on a.id = p.account_id where email = $1 and p.means_id is not null`,
      [ada.email],
    );
    for (const kind of kinds)
      for (const _ of [1, 2]) {
        const more = kind === 'paid' ? { reference, amount: PRICE, currency: 0 } : {};
        expect(await tellShop(shop, { kind, paymentId: id, ...more })).toBe(204);
      }
    const [row] = await shop.sql('select failures from subscription where account_id = (select id from account where email = $1)', [
      ada.email,
    ]);
    expect([row, await getBalance(shop, now)]).toEqual([{ failures }, balance]);
    if (kinds.join() === 'paid,declined') expect(await running(shop, now)).toMatchObject([{ unpaid: null }]);
    await expectAudited(shop);
  });
});
