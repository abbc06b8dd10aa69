// Automatic steps: pieces made by a program, and deliveries accepted after a time.

import { showZonedMoment } from '#lib/time/date.ts';
import { phrases, tags, textCheck } from '../../../../tests/support/cart-lines.ts';
import { again, auditedTest, becomes, buyer, funded, listOrders, placed, statuses, withdraw } from '../../../../tests/support/money.ts';
import { whole } from '../../../../tests/support/pieces.ts';
import { addJob, letRun } from '../../../../tests/support/rows/jobs.ts';
import { orderRow } from '../../../../tests/support/rows/orders.ts';
import { failedPieces, startPieceNow } from '../../../../tests/support/rows/work.ts';
import { describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import { actAtDesk, deliver, delivered, desk, mira, noor, orderedPiece, save, take } from '../../../../tests/support/work.ts';
import type { Makers } from '../maker.ts';

/** A test program: the text of the brief chooses its outcome. */
const madeFor: string[] = [];
/** The program waits for this. */
const hold = { until: Promise.resolve() };
/** Of an unsteady program, before its first result. */
const failures = { left: 0 };
const sample: Makers = {
  makerFor: (offerId) =>
    offerId === 'content-checker-automatic'
      ? { name: 'sample', delivers: true }
      : offerId.startsWith('hashtag-magic') || offerId.startsWith('catchy-phrases')
        ? { name: 'sample', delivers: false }
        : undefined,
  async make(_, { answers, language, madeAt }, { accountId }) {
    madeFor.push(accountId);
    await hold.until;
    if (String(answers.text).includes('unsteady') && failures.left-- > 0) return { failed: 'died', why: 'Its process ended.' };
    if (String(answers.text).includes('slow')) return { failed: 'late', why: 'It took longer than it may.' };
    if (String(answers.text).includes('broken')) throw new Error('it broke');
    const isLarge = String(answers.text).includes('large');
    const bytes = isLarge ? Buffer.alloc(20 * 1024 * 1024 + 1, ' ') : new TextEncoder().encode('{"findings":[]}');
    return {
      text: `# Report in ${language}\n\nNothing was found at ${madeAt}.`,
      report: { layout: 1, checks: [{ name: 'length', state: 'fine', findings: [] }] },
      files: [{ name: 'report.json', bytes }],
      help: ['sample 1.0'],
    };
  },
  check: async (text) => ({ layout: 1, length: text.length }),
};

const test = auditedTest({ environment: { RATE_LIMITS: 'off' }, makers: sample });

async function checked(shop: Shop, text: string) {
  const who = await buyer(shop);
  await funded(shop, who, 100_000);
  const { orderIds } = await placed(shop, who, { lines: [textCheck(text)], payFromBalance: true });
  const orderId = orderIds[0] ?? '';
  return { who, orderId, pieceId: (await whole(shop, who, orderId)).pieces[0]?.id ?? '' };
}

const text = 'The bread is ready at seven and gone by nine. '.repeat(4);

describe('production program', () => {
  test('an automatic piece is delivered once and immediately, also without a request to start early', async ({ shop }) => {
    const { who, orderId, pieceId } = await checked(shop, text);
    // Two jobs at once, as on two nodes.
    await addJob(shop, 'fulfilment.makePiecesSoon');
    await letRun(shop, 'fulfilment.makePieces');
    await becomes(shop, who, [4]);
    const [order] = await listOrders(shop, who);
    expect(order).toMatchObject({
      id: orderId,
      status: 4,
      deliveries: [{ piece: 1, version: 1, report: { length: 'fine' }, files: [{ name: 'report.json' }] }],
    });
    const { id = '', files: [file] = [] } = order?.deliveries[0] ?? {};
    const { body } = await shop.call('GET /api/orders/delivery', { id }, { token: who.token });
    expect(body).toMatchObject({
      text: expect.stringContaining('Report in en'),
      report: { layout: 1 },
      passport: {
        madeBy: { kind: 'program' },
        help: ['sample 1.0'],
        files: [{ name: 'report.json', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      },
    });
    expect(body.text).toContain(`found at ${body.deliveredAt}.`);
    const content = await shop.call('GET /api/orders/delivery-file', { id: file?.id ?? '' }, { token: who.token });
    expect([content.status, content.body]).toEqual([200, '{"findings":[]}']);
    expect((await shop.mail(who.email, /report/)).text).toContain('not a guarantee');
    // Without the job that confirms payments, which runs each minute.
    expect((await shop.mail(who.email, /is confirmed/)).text).toContain('Content Checker');
    const revise = await shop.call('POST /api/orders/revise', { deliveryId: id, note: 'Again, please' }, { token: who.token });
    expect([revise.status, revise.body]).toMatchObject([400, { errors: { '': ['This report is automatic and includes no revisions.'] } }]);
    const accept = await shop.call('POST /api/orders/accept', { deliveryId: id }, { token: who.token });
    expect([accept.status, (await whole(shop, who, orderId)).pieces[0]]).toMatchObject([400, { state: 'delivered', acceptAt: null }]);
    expect((await desk(shop).queue({ limit: 10 })).rows.map((row) => row.id)).not.toContain(pieceId);
    expect((await desk(shop).piece(pieceId)).draft).toBeNull();
  });

  test('nine pieces of one account: a later piece of another account waits for only one of them', async ({ shop }) => {
    const [ada, grace] = [await buyer(shop), await buyer(shop)];
    for (const who of [ada, grace]) await funded(shop, who, 100_000);
    madeFor.length = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    // The second order is placed while the first piece of the first one is made.
    hold.until = promise;
    await placed(shop, ada, { lines: Array.from({ length: 9 }, (_, index) => textCheck(`${text}${index}`)), payFromBalance: true });
    await addJob(shop, 'fulfilment.makePiecesSoon');
    await expect.poll(() => madeFor.length).toBe(1);
    const { orderIds } = await placed(shop, grace, { lines: [textCheck(text)], payFromBalance: true });
    // The same run makes all of them: with a second one beside it, the order of two claims would be chance.
    resolve();
    await becomes(shop, grace, [4]);
    await expect.poll(() => madeFor.length).toBe(10);
    const { accountId } = await orderRow(shop, orderIds[0] ?? '');
    expect(madeFor.indexOf(accountId)).toBe(1);
  });

  test('a program that fails twice: the third result is delivered', async ({ shop }) => {
    failures.left = 2;
    const { who } = await checked(shop, `${text} unsteady`);
    await letRun(shop, 'fulfilment.makePieces');
    expect([Math.max(0, failures.left), await statuses(shop, who)]).toEqual([0, [4]]);
    expect((await shop.mails(who.email)).map(({ subject }) => subject)).not.toContainEqual(expect.stringContaining('takes longer'));
  });

  test('a program that fails three times: the piece is in the queue with the reason, the customer gets a mail, and it does not run again', async ({
    shop,
  }) => {
    const slow = await checked(shop, `${text} slow`);
    const others = [await checked(shop, `${text} broken`), await checked(shop, `${text} large`)];
    await letRun(shop, 'fulfilment.makePieces');
    const { rows } = await desk(shop).queue({ limit: 10 });
    expect([slow, ...others].map(({ pieceId }) => rows.find(({ id }) => id === pieceId))).toMatchObject([
      { state: 'ready', makerError: 'It took longer than it may.' },
      { state: 'ready', makerError: expect.stringContaining('it broke') },
      { state: 'ready', makerError: 'It made too much: report.json has more than 20 MB.' },
    ]);
    const last = await failedPieces(shop);
    shop.clock.turn({ minutes: 11 });
    await letRun(shop, 'fulfilment.makePieces');
    expect(await failedPieces(shop)).toEqual(last);
    const { text: said } = await shop.mail(slow.who.email, /takes longer/);
    const [{ expectedAt = null } = {}] = await listOrders(shop, await again(shop, slow.who));
    expect(said).toContain(showZonedMoment(new Date(expectedAt ?? ''), { timeZone: 'UTC', dateLocale: 'en-US', locale: 'en' }));
    expect((await shop.mails(slow.who.email)).filter(({ subject }) => /takes longer/.test(subject))).toHaveLength(1);
    await delivered(shop, mira, slow.pieceId, 'Read by a person.');
    expect(await listOrders(shop, await again(shop, slow.who))).toMatchObject([{ status: 4 }]);
  });

  test('a program for drafts leaves the delivery to an operator and never overwrites a draft', async ({ shop }) => {
    const first = await orderedPiece(shop, undefined, { lines: [tags()] });
    const second = await orderedPiece(shop, undefined, { lines: [tags()] });
    await take(shop, mira, second.pieceId);
    await save(shop, mira, second.pieceId, 'My own');
    await letRun(shop, 'fulfilment.makePieces');
    expect(await desk(shop).piece(first.pieceId)).toMatchObject({
      state: 'ready',
      maker: null,
      files: [{ name: 'report.json' }],
      draft: { version: 1, help: ['sample 1.0'], by: { id: 'program' }, report: { layout: 1 } },
    });
    expect(await desk(shop).piece(second.pieceId)).toMatchObject({ draft: { text: 'My own', help: [] }, files: [] });
    const id = await delivered(shop, noor, first.pieceId, '#bread #loaf');
    expect((await shop.call('GET /api/orders/delivery', { id }, { token: first.who.token })).body.passport).toMatchObject({
      madeBy: { kind: 'person', name: 'Noor Sample' },
      help: ['sample 1.0'],
      checks: { layout: 1 },
    });
  });

  test('a check report belongs to one version of the draft', async ({ shop }) => {
    const { pieceId } = await orderedPiece(shop);
    await take(shop, mira, pieceId);
    await save(shop, mira, pieceId, 'Four');
    expect(await desk(shop).check(pieceId)).toEqual({ layout: 1, length: 4 });
    expect((await desk(shop).piece(pieceId)).draft?.report).toEqual({ layout: 1, length: 4 });
    await save(shop, mira, pieceId, 'Five!', 1);
    expect((await desk(shop).piece(pieceId)).draft?.report).toBeNull();
  });
});

describe('automatic acceptance', () => {
  test('a delivery is accepted after 72 hours with a mail a day before, and cannot be revised afterwards', async ({ shop }) => {
    const { who, pieceId } = await orderedPiece(shop);
    const id = await delivered(shop, mira, pieceId);
    shop.clock.turn({ hours: 47 });
    await letRun(shop, 'fulfilment.acceptDue');
    expect((await shop.mails(who.email)).some(({ subject }) => subject.startsWith('Still time'))).toBe(false);
    shop.clock.turn({ hours: 2 });
    await letRun(shop, 'fulfilment.acceptDue');
    await letRun(shop, 'fulfilment.acceptDue');
    await shop.mail(who.email, /^Still time for changes/);
    expect((await shop.mails(who.email)).filter(({ subject }) => subject.startsWith('Still time'))).toHaveLength(1);
    expect((await desk(shop).piece(pieceId)).state).toBe('delivered');
    shop.clock.turn({ hours: 23 });
    const now = await again(shop, who);
    const late = await shop.call('POST /api/orders/revise', { deliveryId: id, note: 'Shorter' }, { token: now.token });
    expect([late.status, late.body]).toMatchObject([400, { errors: { '': [expect.stringContaining('already accepted')] } }]);
    await letRun(shop, 'fulfilment.acceptDue');
    const { body } = await shop.call('GET /api/orders/delivery', { id }, { token: now.token });
    expect(body).toMatchObject({ acceptedBy: 'time', acceptedAt: shop.clock.now().toISOString() });
    expect((await shop.call('GET /api/orders/piece', { pieceId }, { token: now.token })).body).toMatchObject({
      state: 'accepted',
      acceptAt: null,
    });
  });

  test('a requested revision stops the acceptance, and the next delivery has 72 hours of its own', async ({ shop }) => {
    const { who, pieceId } = await orderedPiece(shop);
    const id = await delivered(shop, mira, pieceId);
    await shop.call('POST /api/orders/revise', { deliveryId: id, note: 'Shorter' }, { token: who.token });
    shop.clock.turn({ hours: 73 });
    await letRun(shop, 'fulfilment.acceptDue');
    expect(await desk(shop).piece(pieceId)).toMatchObject({ state: 'revisionAsked', clock: 'late' });
    await delivered(shop, mira, pieceId, 'Shorter.');
    const now = shop.clock.now().getTime();
    expect((await desk(shop).piece(pieceId)).acceptAt).toBe(new Date(now + 72 * 3_600_000).toISOString());
  });

  test('a delivery withdrawn from is not accepted', async ({ shop }) => {
    const who = await buyer(shop);
    await funded(shop, who, 100_000);
    // Delivered within the withdrawal period without consent, so the full price is refunded.
    const { orderId, pieceId } = await orderedPiece(shop, who, { startNow: false });
    await startPieceNow(shop, pieceId, shop.clock.now());
    await delivered(shop, mira, pieceId);
    expect((await withdraw(shop, who, { orderId, back: 9_900 })).status).toBe(200);
    shop.clock.turn({ hours: 73 });
    await letRun(shop, 'fulfilment.acceptDue');
    expect(await desk(shop).piece(pieceId)).toMatchObject({ state: 'delivered', acceptAt: null });
  });
});

describe('how a delivery was made', () => {
  async function drafted(shop: Shop, lines: Parameters<typeof orderedPiece>[2]) {
    const ordered = await orderedPiece(shop, undefined, lines);
    await letRun(shop, 'fulfilment.makePieces');
    await expect.poll(async () => (await desk(shop).piece(ordered.pieceId)).draft?.help).toEqual(['sample 1.0']);
    await take(shop, mira, ordered.pieceId);
    return ordered;
  }

  test('offers say what is promised, and an automatic report that no person read it', async ({ shop }) => {
    const { offers } = (await shop.call('POST /api/prices', { currency: 0 })).body;
    const promised = (id: string) => offers.find((offer) => offer.id === id)?.howMade;
    expect(promised('brand-stories-600')).toEqual({ kind: 'person', tools: [] });
    expect(promised('content-checker-automatic')).toEqual({ kind: 'generated', tools: ['Hunspell', 'Harper'] });
    const { who, pieceId } = await checked(shop, text);
    await letRun(shop, 'fulfilment.makePieces');
    await becomes(shop, who, [4]);
    const [order] = await listOrders(shop, who);
    const howMade = { kind: 'generated', tools: ['sample 1.0'], reviewedBy: null, reviewedAt: null };
    expect(order?.deliveries).toMatchObject([{ pieceId, howMade }]);
  });

  test('a mixed service: the draft of a program, reviewed by who delivers it, in three languages', async ({ shop }) => {
    const { who, pieceId } = await drafted(shop, { lines: [tags()] });
    const { version } = (await desk(shop).piece(pieceId)).draft ?? { version: 0 };
    const { deliveryId: id } = await deliver(shop, mira, pieceId, version);
    const { body } = await shop.call('GET /api/orders/delivery', { id }, { token: who.token });
    expect(body.howMade).toEqual({ kind: 'assisted', tools: ['sample 1.0'], reviewedBy: 'Mira Sample', reviewedAt: body.deliveredAt });
    expect(body.labels.map((each) => [each.language, each.text])).toEqual([
      ['en', 'Made with the help of sample 1.0, and reviewed by a person.'],
      ['es', 'Hecho con ayuda de sample 1.0 y revisado por una persona.'],
      ['ja', 'sample 1.0を利用して制作し、人が確認しました。'],
    ]);
  });

  test('a service of people: the draft of a program asks, needs a reason, and the answer is recorded', async ({ shop }) => {
    const { pieceId } = await drafted(shop, { lines: [phrases()] });
    const { version } = (await desk(shop).piece(pieceId)).draft ?? { version: 0 };
    const review = await desk(shop).review(pieceId);
    const send = (more: Partial<Parameters<ReturnType<typeof desk>['deliver']>[2]>) =>
      actAtDesk(shop, (tx) => desk(shop).deliver(tx, mira, { pieceId, version, ...more }, { ...review, concerns: [] }));
    await expect(send({})).rejects.toMatchObject({ errors: { howMade: [{ id: 'howMade.ask', values: { tools: 'sample 1.0' } }] } });
    const howMade = { kind: 'assisted' as const, tools: ['sample 1.0'] };
    await expect(send({ howMade })).rejects.toMatchObject({ errors: { why: [{ id: 'work.why' }, { id: 'howMade.beyond' }] } });
    const { after } = await send({ howMade, why: 'The customer agreed.' });
    expect(after).toMatchObject({ howMade: { ...howMade, reviewedBy: 'Mira Sample' }, concerns: ['It was promised as made by people.'] });
  });
});
