// Tests the failures page over HTTP: failures are explained, can be retried by permitted roles, and retries
// are in the audit log.

import { operating } from '../../../tests/support/desk.ts';
import { buyer, deposit, getErrors, listOrders, pay, placed } from '../../../tests/support/money.ts';
import { addGivenUpJob, jobsWithKey, lockJobs, queuedJobs } from '../../../tests/support/rows/jobs.ts';
import { addMissingCharge, addStuckRefunds, findPayment, pollNow, setLinkExpiry } from '../../../tests/support/rows/payments.ts';
import { addFailedMail } from '../../../tests/support/rows/support.ts';
import { test as base, expect } from '../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { jobs: false, environment: { RATE_LIMITS: 'off' } });

test('failed job: it is explained without its payload, and can be retried alone or with all of its task', async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  const ids = [
    await addGivenUpJob(shop, 'payments.refund', { payload: { id: 'secret-payload' } }),
    await addGivenUpJob(shop, 'payments.refund'),
    await addGivenUpJob(shop, 'nobody.knows'),
  ];
  const { body } = await owner.call('GET /api/failures');
  expect(body.map(({ task, title, items }) => [task, title, items.length])).toEqual(
    expect.arrayContaining([
      ['payments.refund', 'Refunds', 2],
      ['nobody.knows', 'Background job', 1],
    ]),
  );
  expect(JSON.stringify(body)).not.toContain('secret-payload');
  expect((await owner.call('POST /api/failures/retry', { kind: 'job', id: ids[0] })).body).toEqual({ count: 1 });
  expect((await owner.call('POST /api/failures/retry', { kind: 'job', id: ids[0] })).body).toEqual({ count: 0 });
  expect((await owner.call('POST /api/failures/retry', { kind: 'job', task: 'payments.refund' })).body).toEqual({ count: 1 });
  expect((await queuedJobs(shop)).filter(({ id }) => ids.includes(id)).map(({ attempts }) => attempts)).toEqual([0, 0, 25]);
  const { body: lines } = await owner.call('GET /api/audit', { kind: 'job' });
  expect(lines.map(({ about, after, operatorId }) => [about, after, operatorId])).toEqual([
    ['payments.refund', { count: 1, ids: [ids[1]] }, owner.id],
    [ids[0], { count: 1, ids: [ids[0]] }, owner.id],
  ]);
});

test('failed mail: a retry queues it once, and not while it is being sent', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  const at = shop.clock.now();
  const [first, second] = [await addFailedMail(shop, 'one@shop.example', { at }), await addFailedMail(shop, 'other@shop.example', { at })];
  const listJobs = (id: string) => jobsWithKey(shop, `mail.send:${id}`);
  const { body } = await manager.call('GET /api/failures');
  expect(
    body
      .find(({ kind }) => kind === 'mail')
      ?.items.map(({ what }) => what)
      .toSorted(),
  ).toEqual(['Test email to one@shop.example', 'Test email to other@shop.example']);
  expect(JSON.stringify(body)).not.toContain('secret-value');
  const answers = await Promise.all([1, 2, 3].map(() => manager.call('POST /api/failures/retry', { kind: 'mail', id: first })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([(await listJobs(first)).length, (await listJobs(second)).length]).toEqual([1, 0]);
  await lockJobs(shop, { key: `mail.send:${first}`, by: 'somebody' });
  expect((await manager.call('POST /api/failures/retry', { kind: 'mail' })).body).toEqual({ count: 1 });
  expect([(await listJobs(first)).length, (await listJobs(second)).length]).toEqual([1, 1]);
});

test('stuck payment and refund: both are listed and can be retried', async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  const ada = await buyer(shop);
  const { purchaseId } = await placed(shop, ada);
  const payment = await findPayment(shop, purchaseId);
  expect((await owner.call('POST /api/failures/retry', { kind: 'payment', id: payment.id })).body).toEqual({ count: 0 });
  const expiresAt = new Date(shop.clock.now().getTime() - 2 * 3_600_000);
  await setLinkExpiry(shop, payment.id, expiresAt);
  await pollNow(shop, expiresAt);
  const { body: before } = await owner.call('GET /api/failures');
  expect(
    before.find(({ kind }) => kind === 'payment'),
    'not paid in time, the bank was not asked yet',
  ).toBeUndefined();
  await pollNow(shop, shop.clock.now());
  const { waiting: refund, failed: refused } = await addStuckRefunds(shop, payment.id, shop.clock.now());
  const { body } = await owner.call('GET /api/failures');
  const of = (kind: string) => body.find((each) => each.kind === kind)?.items.map(({ id, what, link }) => [id, what, link]);
  const [placedOrder] = await listOrders(shop, ada);
  const link = { kind: 'order', id: placedOrder?.id };
  const paidFor = `for Brand Stories, 600 words, ${placedOrder?.number}`;
  expect([of('payment'), of('refund'), of('refused')]).toEqual([
    [[payment.id, `€99.00 ${paidFor}`, link]],
    [[refund, `€5.00 refund ${paidFor}`, link]],
    [[refused, `€4.00 refund ${paidFor}`, link]],
  ]);
  expect((await owner.call('POST /api/failures/retry', { kind: 'payment' })).body).toEqual({ count: 1 });
  expect((await owner.call('POST /api/failures/retry', { kind: 'refund', id: refund })).body).toEqual({ count: 1 });
  expect((await findPayment(shop, purchaseId)).pollAt).toEqual(shop.clock.now());
  expect(await jobsWithKey(shop, `payments.refund:${refund}`)).toHaveLength(1);
});

test('difference from the bank: it names the deposit and its customer, with a link; the reference is a detail', async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  const ada = await buyer(shop);
  const { body } = await deposit(shop, ada);
  await pay(body.paymentLink ?? '');
  await expect.poll(async () => (await findPayment(shop, body.depositId)).state).toBe('paid');
  const payment = await findPayment(shop, body.depositId);
  const reference = await addMissingCharge(shop, payment.id);
  const { body: failures } = await owner.call('GET /api/failures');
  const found = failures.find(({ kind }) => kind === 'mismatch')?.items;
  expect(found).toMatchObject([
    {
      what: '€100.00 deposit by Ada Sample',
      link: { kind: 'payment', id: payment.id },
      error: 'Not found at Test bank',
      details: reference,
    },
  ]);
});

test('roles: support sees failures but cannot retry them; makers get 403', async ({ shop }) => {
  const [support, maker] = [await operating(shop, 'support'), await operating(shop, 'maker')];
  expect((await support.call('GET /api/failures')).status).toBe(200);
  expect((await support.call('POST /api/failures/retry', { kind: 'mail' })).status).toBe(403);
  expect((await maker.call('GET /api/failures')).status).toBe(403);
});

test.for([{ kind: 'job' }, { kind: 'job', id: 'x' }, { kind: 'mail', id: '1' }, { kind: 'refused' }, {}])(
  'retry of %j is refused',
  async (wish, { shop }) => {
    const owner = await operating(shop, 'owner');
    expect(getErrors(await owner.call('POST /api/failures/retry', wish))[0]).toBe(400);
  },
);
