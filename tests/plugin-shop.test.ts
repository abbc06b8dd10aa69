// A running shop with plugins: what customers, staff and the provider of a plugin see.
import { createHmac, randomUUID } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { story, textCheck } from './support/cart-lines.ts';
import { operating } from './support/desk.ts';
import { buyer, expectAudited, getBalance, getErrors, placed, statuses } from './support/money.ts';
import { whole } from './support/pieces.ts';
import { addJob, jobsOfTask, letRun, queuedJobs } from './support/rows/jobs.ts';
import { refundStates } from './support/rows/payments.ts';
import { issue, listInvoices, readContent, test } from './support/sample-shop.ts';
import { shop as openShop } from './support/shop.ts';
import { deliver, delivered, desk, LOAF, mira, orderedPiece, save, take } from './support/work.ts';

test('a running shop: the plugin’s format is offered and downloaded, and its tax rule is on the invoice and in the set-up, and the desk lists its maker', async ({
  folder,
}) => {
  await cp(join(import.meta.dirname, '../shop'), folder, { recursive: true });
  await writeFile(join(folder, 'plugins.yaml'), 'plugins: [fanfare-glossary-plugin, ./dear.js]\n');
  await writeFile(join(folder, 'dear.js'), "export default { name: 'dear', taxRule: () => ({ rate: 1000, why: null }) };\n");
  await using shop = await openShop({ environment: { RATE_LIMITS: 'off', SHOP_DIR: folder } });
  const ordered = await orderedPiece(shop);
  const id = await delivered(shop, mira, ordered.pieceId, '# Bread\n\nWe bake **rye** bread.');
  const { token } = ordered.who;
  const { body } = await shop.call('GET /api/orders/delivery', { id }, { token });
  expect(body.formats).toEqual([{ as: 'txt', label: 'Text' }]);
  const query = new URLSearchParams({ id, as: 'txt' });
  const file = await fetch(`${shop.urls.storefront}/api/orders/take-away?${query}`, { headers: { authorization: `Bearer ${token}` } });
  expect([file.status, (await file.text()).startsWith('Bread\n\nWe bake rye bread.')]).toEqual([200, true]);
  await issue(shop);
  const invoice = (await listInvoices(shop, ordered.who)).find(({ kind }) => kind === 'invoice');
  expect((await readContent(shop, invoice?.id)).rate).toBe(1000);
  const owner = await operating(shop, 'owner');
  // No service uses it yet.
  expect((await owner.call('GET /api/offers')).body.pluginMakers).toEqual([{ name: 'glossary-tools:glossary', label: 'Glossary drafts' }]);
  const { body: steps } = await owner.call('POST /api/setup/try', { step: 'tax' });
  expect(steps.find(({ step }) => step === 'tax')?.lines.join(' ')).toContain('The tax rule of a plugin applies after this.');
});

test('a shop without plugins: it starts and sells, nothing is gated, and people do what programs did', async ({ folder, write }) => {
  await cp(join(import.meta.dirname, '../shop'), folder, { recursive: true });
  await write('plugins.yaml', 'builtIn: []\nplugins: []\n');
  await using shop = await openShop({ folder, makers: 'own', environment: { RATE_LIMITS: 'off' } });
  expect(shop.catalogue.current().offers.some(({ isInstant }) => isInstant)).toBe(false);
  const gated = story();
  const fake = { ...gated, answers: { ...gated.answers, notes: 'Buy 500 likes for our page.' } };
  const { who } = await orderedPiece(shop, undefined, { lines: [fake] });
  const { orderId, pieceId } = await orderedPiece(shop, who, { lines: [textCheck(LOAF.repeat(3))] });
  await letRun(shop, 'fulfilment.makePieces');
  expect(await whole(shop, who, orderId)).toMatchObject({ deliveries: [], pieces: [{ expectedBecause: 'paid' }] });
  const owner = await operating(shop, 'owner');
  await take(shop, mira, pieceId);
  const { version } = await save(shop, mira, pieceId, 'Two commas are missing, [where].');
  expect(getErrors(await owner.call('POST /api/piece/check', { pieceId }))).toEqual([400, { '': ['Text checks aren’t set up.'] }]);
  // What the shop itself counts needs a reason, as ever.
  expect((await desk(shop).review(pieceId)).concerns.map(({ id }) => id)).toContain('deliver.placeholder');
  await deliver(shop, mira, pieceId, version);
  expect((await whole(shop, who, orderId)).deliveries).toHaveLength(1);
  await expectAudited(shop);
});

const listener = `import { appendFileSync } from 'node:fs';
const note = (kind) => (notice) => appendFileSync(new URL('./notices.jsonl', import.meta.url), JSON.stringify({ kind, ...notice }) + '\\n');
export default { name: 'listener', notices: { staff: note('staff'), customer: note('customer') } };
`;
const bad = (name: string, staff: string) => `export default { name: '${name}', notices: { staff: ${staff} } };\n`;

describe('notices for a plugin', () => {
  test('a paid order, its delivery and requested changes arrive; bad plugins do not hold them back, and their notices are kept', async ({
    folder,
    write,
  }) => {
    await cp(join(import.meta.dirname, '../shop'), folder, { recursive: true });
    await write('plugins.yaml', 'plugins: [./plugins/hangs.js, ./plugins/throws.js, ./plugins/listener.js]\n');
    await write('plugins/hangs.js', bad('hangs', '() => { for (;;); }'));
    await write('plugins/throws.js', bad('throws', "() => { throw new Error('no line') }"));
    await write('plugins/listener.js', listener);
    const received = async (): Promise<readonly Record<string, unknown>[]> =>
      (await readFile(join(folder, 'plugins/notices.jsonl'), 'utf8').catch(() => ''))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    await using shop = await openShop({ environment: { RATE_LIMITS: 'off', SHOP_DIR: folder } });
    const { who, orderId, pieceId } = await orderedPiece(shop);
    const id = await delivered(shop, mira, pieceId);
    await shop.call('POST /api/orders/revise', { deliveryId: id, note: 'A secret wish' }, { token: who.token });
    await letRun(shop, 'orders.sendConfirmations');
    await letRun(shop, 'desk.sendNotices');
    await expect
      .poll(async () => (await received()).map(({ event }) => event).sort())
      .toEqual(['changesRequested', 'deposit-paid', 'order-paid', 'orderPaid', 'piece-delivered']);
    const all = await received();
    const link = `${shop.urls.desk}/orders/${orderId}`;
    expect(all.find(({ event }) => event === 'orderPaid')).toMatchObject({ kind: 'staff', amount: '€99.00', link, id: expect.any(String) });
    expect(all.find(({ event }) => event === 'piece-delivered')).toMatchObject({
      kind: 'customer',
      email: who.email,
      locale: 'en',
      values: { name: 'Ada', number: expect.stringMatching(/^F-/) },
    });
    expect(JSON.stringify(all)).not.toContain('secret wish');
    // The log-in mails of this customer, which have links, are not among them. The customer's mail itself was
    // sent.
    expect((await shop.mail(who.email, /Delivered/)).subject).toContain('Delivered');
    const waiting = (await jobsOfTask(shop, 'desk.notifyPlugin')).map(({ payload }) => (payload as { plugin: string }).plugin);
    expect([...new Set(waiting)].sort()).toEqual(['hangs', 'throws']);
    await orderedPiece(shop, who);
  });

  test('a notice for a plugin that was removed is dropped', async () => {
    await using shop = await openShop({ environment: { RATE_LIMITS: 'off' } });
    await addJob(shop, 'desk.notifyPlugin', { id: randomUUID(), plugin: 'gone' });
    await addJob(shop, 'mail.notifyPlugin', { id: randomUUID(), plugin: 'gone' });
    await expect.poll(async () => (await queuedJobs(shop)).filter(({ task }) => task.endsWith('notifyPlugin'))).toEqual([]);
  });
});

const payPlugin = `import { createHmac } from 'node:crypto';
import { appendFileSync } from 'node:fs';
const paymentProvider = ({ BadWebhook }) => ({
  name: 'pay',
  hosts: ['pay.example'],
  linkAtOnce: ({ paymentId }) => 'https://pay.example/' + paymentId,
  async readWebhook(raw, headers) {
    if (headers['pay-signature'] !== createHmac('sha256', 'pay-key').update(raw).digest('hex')) throw new BadWebhook('signature');
    const { at, ...event } = JSON.parse(raw);
    return { ...event, at: new Date(at) };
  },
  cancelLink: async () => ({ state: 'cancelled' }),
  askState: async () => ({ state: 'open' }),
  listRecords: async () => ({ records: [], next: undefined }),
  async refund(request) {
    appendFileSync(new URL('./refunds.jsonl', import.meta.url), JSON.stringify(request) + '\\n');
    return { reference: 'refund-' + request.refundId };
  },
});
export default { name: 'pay', paymentProvider };
`;

test('purchase through a plugin’s provider: ordered by link, paid by its webhook once, refunded; a forged webhook pays nothing; the set-up is done', async ({
  folder,
  write,
}) => {
  await cp(join(import.meta.dirname, '../shop'), folder, { recursive: true });
  await write('plugins.yaml', 'plugins: [./plugins/pay.js]\n');
  await write('plugins/pay.js', payPlugin);
  await using shop = await openShop({ environment: { RATE_LIMITS: 'off', SHOP_DIR: folder } });
  const who = await buyer(shop);
  const { paymentLink, orderIds } = await placed(shop, who);
  const paymentId = /^https:\/\/pay\.example\/([0-9a-f-]{36})$/.exec(paymentLink)?.[1];
  const paid = { kind: 'paid', eventId: 'event-1', paymentId, reference: 'charge-1', amount: 9_900, currency: 0, at: shop.clock.now() };
  const webhook = async (event: object, key = 'pay-key'): Promise<number> => {
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json', 'pay-signature': createHmac('sha256', key).update(body).digest('hex') };
    return (await fetch(`${shop.urls.storefront}/api/payments/webhook/pay`, { method: 'POST', headers, body })).status;
  };
  expect(await webhook(paid, 'another-key')).toBe(400);
  expect(await statuses(shop, who)).toEqual([1]);
  // At once, again with the same event, and as another event about the same charge.
  const answers = await Promise.all([webhook(paid), webhook(paid), webhook({ ...paid, eventId: 'event-2' })]);
  expect([...answers, await webhook(paid)]).toEqual([204, 204, 204, 204]);
  expect(await statuses(shop, who)).toEqual([2]);
  const { status } = await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '', refundTo: 'source' }, { token: who.token });
  expect(status).toBe(204);
  const refunds = async () => (await readFile(join(folder, 'plugins/refunds.jsonl'), 'utf8').catch(() => '')).split('\n').filter(Boolean);
  await expect.poll(refunds).toHaveLength(1);
  expect(JSON.parse((await refunds())[0] ?? '')).toMatchObject({ paymentId, reference: 'charge-1', amount: 9_900, currency: 0 });
  await expect.poll(() => refundStates(shop, paymentId ?? '')).toEqual(['done']);
  expect([await webhook(paid), await statuses(shop, who), await getBalance(shop, who)]).toEqual([204, [-1], 0]);
  const owner = await operating(shop, 'owner');
  const { body: steps } = await owner.call('POST /api/setup/try', { step: 'payments' });
  expect(steps.find(({ step }) => step === 'payments')).toMatchObject({
    state: 'done',
    lines: ['The plugin pay takes the payments.', 'It has no check of its account: place an order to test it.'],
  });
  const { body: guide } = await owner.call('GET /api/setup');
  expect(guide.steps.find(({ step }) => step === 'payments')).toMatchObject({ isDone: true });
  await expectAudited(shop);
});
