// Tests the failures page over HTTP: failures are explained, can be retried by permitted roles, and retries are in the audit log.
import { randomUUID } from 'node:crypto';
import { operating } from '../../../../tests/support/desk.ts';
import { buyer, errorsOf, placed } from '../../../../tests/support/money.ts';
import { test as base, expect, type Shop } from '../../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { jobs: false, environment: { RATE_LIMITS: 'off' } });

async function giveUp({ sql }: Shop, task: string, payload: object = {}): Promise<string> {
  const [job] = await sql<{ id: string }>('select id::text from graphile_worker.add_job($1, $2::json)', [task, JSON.stringify(payload)]);
  await sql(`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'it broke' where id = $1`, [job?.id]);
  return job?.id ?? '';
}

async function failMail({ sql, clock }: Shop, to: string): Promise<string> {
  const [mail] = await sql<{ id: string }>(
    `insert into mail_outbox (id, "to", locale, mail, "values", created_at, attempts, last_error)
    values (gen_random_uuid(), $1, 'en', 'trial', '{"to":"a","postedAt":"secret-value"}', $2, 3, '550 no such mailbox') returning id`,
    [to, clock.now()],
  );
  return mail?.id ?? '';
}

const attempts = ({ sql }: Shop, ids: readonly string[]) =>
  sql<{ attempts: number }>('select attempts from graphile_worker.jobs where id = any($1::bigint[]) order by id', [ids]);

test('failed job: it is explained without its payload, and can be retried alone or with all of its task', async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  const ids = [
    await giveUp(shop, 'payments.refund', { id: 'secret-payload' }),
    await giveUp(shop, 'payments.refund'),
    await giveUp(shop, 'nobody.knows'),
  ];
  const { body } = await owner.call('GET /api/troubles');
  expect(body.map(({ task, title, items }) => [task, title, items.length])).toEqual(
    expect.arrayContaining([
      ['payments.refund', 'Refunds', 2],
      ['nobody.knows', 'Background work: nobody.knows', 1],
    ]),
  );
  expect(JSON.stringify(body)).not.toContain('secret-payload');
  expect((await owner.call('POST /api/troubles/retry', { kind: 'job', id: ids[0] })).body).toEqual({ count: 1 });
  expect((await owner.call('POST /api/troubles/retry', { kind: 'job', id: ids[0] })).body).toEqual({ count: 0 });
  expect((await owner.call('POST /api/troubles/retry', { kind: 'job', task: 'payments.refund' })).body).toEqual({ count: 1 });
  expect((await attempts(shop, ids)).map((job) => job.attempts)).toEqual([0, 0, 25]);
  const { body: lines } = await owner.call('GET /api/audit', { kind: 'job' });
  expect(lines.map(({ about, after, operatorId }) => [about, after, operatorId])).toEqual([
    ['payments.refund', { count: 1, ids: [ids[1]] }, owner.id],
    [ids[0], { count: 1, ids: [ids[0]] }, owner.id],
  ]);
});

test('failed mail: a retry queues it once, and not while it is being sent', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  const [first, second] = [await failMail(shop, 'one@shop.example'), await failMail(shop, 'other@shop.example')];
  const jobsOf = (id: string) => shop.sql(`select id from graphile_worker.jobs where key = 'mail.send:' || $1`, [id]);
  const { body } = await manager.call('GET /api/troubles');
  expect(
    body
      .find(({ kind }) => kind === 'mail')
      ?.items.map(({ what }) => what)
      .toSorted(),
  ).toEqual(['trial to one@shop.example', 'trial to other@shop.example']);
  expect(JSON.stringify(body)).not.toContain('secret-value');
  const answers = await Promise.all([1, 2, 3].map(() => manager.call('POST /api/troubles/retry', { kind: 'mail', id: first })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([(await jobsOf(first)).length, (await jobsOf(second)).length]).toEqual([1, 0]);
  await shop.sql(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where key = 'mail.send:' || $1`, [
    first,
  ]);
  expect((await manager.call('POST /api/troubles/retry', { kind: 'mail' })).body).toEqual({ count: 1 });
  expect([(await jobsOf(first)).length, (await jobsOf(second)).length]).toEqual([1, 1]);
});

test('stuck payment and refund: both are listed and can be retried', async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  const ada = await buyer(shop);
  const { purchaseId } = await placed(shop, ada);
  const [payment] = await shop.sql<{ id: string; poll_at: Date }>('select id, poll_at from payment where subject_id = $1', [purchaseId]);
  expect((await owner.call('POST /api/troubles/retry', { kind: 'payment', id: payment?.id })).body).toEqual({ count: 0 });
  await shop.sql(`update payment set link_expires_at = $2::timestamptz - interval '2 hours' where id = $1`, [
    payment?.id,
    shop.clock.now(),
  ]);
  const charge = randomUUID();
  await shop.sql(
    `insert into payment_charge (id, provider, reference, payment_id, account_id, amount, currency, charged_at, recorded_at, used) values ($1::uuid, 'sandbox', 'r', $2, (select account_id from payment where id = $2), 900, 0, $3, $3, 'settled')`,
    [charge, payment?.id, shop.clock.now()],
  );
  const [refund, refused] = [randomUUID(), randomUUID()];
  await shop.sql(
    `insert into payment_refund (id, charge_id, account_id, amount, state, requested_at, completed_at) values
    ($1, $3, $3, 500, 'asked', $4::timestamptz - interval '2 hours', null), ($2, $3, $3, 400, 'failed', $4, $4)`,
    [refund, refused, charge, shop.clock.now()],
  );
  const { body } = await owner.call('GET /api/troubles');
  const of = (kind: string) => body.find((each) => each.kind === kind)?.items.map(({ id, what }) => [id, what.split(' ')[0]]);
  expect([of('payment')?.length, of('refund'), of('refused')]).toEqual([1, [[refund, '€5.00']], [[refused, '€4.00']]]);
  expect((await owner.call('POST /api/troubles/retry', { kind: 'payment' })).body).toEqual({ count: 1 });
  expect((await owner.call('POST /api/troubles/retry', { kind: 'refund', id: refund })).body).toEqual({ count: 1 });
  expect(await shop.sql('select poll_at from payment where id = $1', [payment?.id])).toEqual([{ poll_at: shop.clock.now() }]);
  expect(await shop.sql(`select key from graphile_worker.jobs where key = 'payments.refund:' || $1`, [refund])).toHaveLength(1);
});

test('roles: support sees failures but cannot retry them; makers get 403', async ({ shop }) => {
  const [support, maker] = [await operating(shop, 'support'), await operating(shop, 'maker')];
  expect((await support.call('GET /api/troubles')).status).toBe(200);
  expect((await support.call('POST /api/troubles/retry', { kind: 'mail' })).status).toBe(403);
  expect((await maker.call('GET /api/troubles')).status).toBe(403);
});

test.for([{ kind: 'job' }, { kind: 'job', id: 'x' }, { kind: 'mail', id: '1' }, { kind: 'refused' }, {}])(
  'retry of %j is refused',
  async (wish, { shop }) => {
    const owner = await operating(shop, 'owner');
    expect(errorsOf(await owner.call('POST /api/troubles/retry', wish))[0]).toBe(400);
  },
);
