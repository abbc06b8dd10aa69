// Quotes over HTTP: what the desk sends, and what its client does with the link.

import { randomUUID } from 'node:crypto';
import { noticeMail, operating, sendNotices } from '../../../tests/support/desk.ts';
import { expectAudited, getErrors, pay } from '../../../tests/support/money.ts';
import { accept, acceptance, DAY_MS, postQuote, quoted, sendQuote } from '../../../tests/support/quotes.ts';
import { listEvents } from '../../../tests/support/rows/automations.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { retireOffer, setUnitPrice } from '../../../tests/support/rows/orders.ts';
import { purchasesOfQuote } from '../../../tests/support/rows/quotes.ts';
import { freeLine, newClient, PRICE } from '../../../tests/support/sales.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(({ shop }) => expectAudited(shop));

const findPurchase = async (shop: Shop, quoteId: string) => (await purchasesOfQuote(shop, quoteId))[0];
const read = async (link: string) => (await fetch(link)).text();

describe('sending', () => {
  test('it has a number of its own series, an open page, a PDF and a mail in the client’s language', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const client = newClient();
    const { id, number, link } = await sendQuote(shop, manager, { client, message: 'As discussed.\nBest, Olga' });
    expect(number).toMatch(/^Q-\d{6}$/);
    const page = await fetch(link);
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
    const html = await page.text();
    for (const text of [
      number,
      'A day of editing',
      '€500.00',
      'As discussed.',
      'Order and pay €500.00',
      'noindex',
      'You can accept it until',
    ])
      expect(html).toContain(text);
    expect((await shop.mail(client.email, new RegExp(number))).text).toContain(link);
    const file = await fetch(link.replace('/quote?', '/quote/file?'));
    expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringContaining(`${number}.pdf`)]);
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const { body } = await manager.call('GET /api/quotes', { limit: 1 });
    expect(body.quotes[0]).toMatchObject({ id, number, total: PRICE, state: 'open', version: 1 });
    expect((await manager.call('GET /api/quote', { id })).body).toMatchObject({ link, accepted: null, versions: [{ version: 1 }] });
    expect(
      await shop.sql('select count(*)::int as count from purchase where id in (select purchase_id from quote where id = $1)', [id]),
    ).toEqual([{ count: 0 }]);
  });

  test('the same key twice, even at once: one quote', async ({ shop }) => {
    const { cookie } = await operating(shop, 'manager');
    const headers = { cookie, origin: shop.urls.desk, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const body = JSON.stringify(quoted(shop));
    const send = async () => (await (await fetch(`${shop.urls.desk}/api/quotes/create`, { method: 'POST', headers, body })).json()).id;
    expect(new Set(await Promise.all(Array.from({ length: 5 }, send))).size).toBe(1);
  });

  test('wrong input: every error names its field', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const cases: readonly (readonly [object, string])[] = [
      [{ lines: [] }, 'lines'],
      [{ options: [freeLine({ quantity: 0 })] }, 'options[0].quantity'],
      [{ options: Array.from({ length: 50 }, () => freeLine()) }, 'options'],
      [{ validUntil: shop.clock.now().toISOString() }, 'validUntil'],
      [{ validUntil: new Date(shop.clock.now().getTime() + 400 * DAY_MS).toISOString() }, 'validUntil'],
      [{ validUntil: 'soon' }, 'validUntil'],
      [{ advancePercent: 101 }, 'advancePercent'],
      [{ discountPercent: -1 }, 'discountPercent'],
      [{ client: newClient({ country: undefined }) }, 'client.country'],
      [{ currency: 99 }, 'currency'],
    ];
    for (const [more, field] of cases) {
      const [status, errors] = getErrors(await manager.call('POST /api/quotes/create', quoted(shop, more)));
      expect([status, Object.keys(errors ?? {})], field).toEqual([400, [field]]);
    }
    const maker = await operating(shop, 'maker');
    expect((await maker.call('POST /api/quotes/create', quoted(shop))).status).toBe(403);
    expect((await manager.call('GET /api/quote', { id: randomUUID() })).status).toBe(404);
  });
});

describe('accepting', () => {
  test('it is a contract at once, and leads on to the payment; the same again leads to the same page', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const client = newClient();
    const { id, number, link } = await sendQuote(shop, manager, { client });
    const first = await accept(shop, link, { startNow: 'on' });
    const to = first.headers.get('location') ?? '';
    expect([first.status, to]).toEqual([303, expect.stringMatching(/^\/pay\?code=/)]);
    const again = await accept(shop, link, { startNow: 'on' });
    expect([again.status, again.headers.get('location')]).toEqual([303, to]);
    const purchase = await findPurchase(shop, id);
    expect(purchase).toMatchObject({
      price: PRICE,
      state: 'open',
      consents: { startNow: true, hasRight: true, terms: expect.any(Number) },
    });
    const { body } = await manager.call('GET /api/quote', { id });
    expect(body).toMatchObject({
      state: 'accepted',
      accepted: { name: 'Ada Sample', address: '127.0.0.1', version: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    const mail = await shop.mail(client.email, new RegExp(`accepted quote ${number}`));
    for (const text of ['Right of withdrawal', 'within 14 days', 'begin before those days are over', 'Terms', link])
      expect(mail.text).toContain(text);
    const html = await read(new URL(to, shop.urls.storefront).href);
    await pay(/href="([^"]+)"[^>]*>[^<]*(?:<[^>]+>)*Continue to payment/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '');
    await expect.poll(async () => (await findPurchase(shop, id))?.state).toBe('paid');
    expect(await read(link)).toContain('accepted this quote on');
  });

  test('by invoice: the invoice is issued, and its page is the next one', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { id, link } = await sendQuote(shop, manager, { pay: 'invoice', termsDays: 30 });
    expect((await accept(shop, link)).headers.get('location')).toMatch(/^\/invoice\?code=/);
    expect(await findPurchase(shop, id)).toMatchObject({ state: 'paid', paidFrom: 'invoice', consents: { startNow: false } });
    const { body } = await manager.call('GET /api/claims');
    expect(body.claims).toEqual(expect.arrayContaining([expect.objectContaining({ amount: PRICE, open: PRICE })]));
  });

  test('with options: the discount is on all of them, and a total that was not shown is asked about once more', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const options = [
      freeLine({ title: 'Proofs', unitPrice: 333 }),
      freeLine({ title: 'Rush', unitPrice: 1_000 }),
      freeLine({ title: 'Print' }),
    ];
    const { id, link } = await sendQuote(shop, manager, { options, discountPercent: 12.35, lines: [freeLine({ unitPrice: 667 })] });
    const price = 667 + 333 + 1_000 - Math.floor((2_000 * 1_235) / 10_000);
    const unseen = await accept(shop, link, { option: ['0', '1'], total: '585' });
    expect(unseen.status).toBe(400);
    const html = await unseen.text();
    for (const text of ['the total is now €17.53', 'Order and pay €17.53', `name="total" value="${price}"`]) expect(html).toContain(text);
    expect((await accept(shop, link, { option: ['0', '7'] })).status).toBe(400);
    expect((await accept(shop, link, { option: ['1', '0'] })).status).toBe(303);
    expect(await findPurchase(shop, id)).toMatchObject({ price });
    const orders = await shop.sql(
      'select title from shop_order where purchase_id = (select purchase_id from quote where id = $1) order by id desc',
      [id],
    );
    expect(orders).toEqual([{ title: 'A day of editing' }, { title: 'Proofs' }, { title: 'Rush' }]);
  });

  test('at the price of the quote, although the catalogue has another one by then, or sells it no more', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const lines = ['catchy-phrases-10', 'quick-reads-300'].map((offerId) => ({ offerId, quantity: 1, platform: null, answers: {} }));
    const { id, link } = await sendQuote(shop, manager, { lines });
    const { total } = (await manager.call('GET /api/quote', { id })).body;
    await setUnitPrice(shop, 'catchy-phrases-10', 0, 99_900);
    await retireOffer(shop, 'quick-reads-300');
    const listed = async () => JSON.stringify((await manager.call('POST /api/quotes/create', quoted(shop, { lines }))).body);
    await expect.poll(listed).toContain('lines[1].offerId');
    expect((await accept(shop, link)).status).toBe(303);
    expect(await findPurchase(shop, id)).toMatchObject({ price: total });
  });

  test('a new client’s missing address and VAT ID are asked for; a business has no right of withdrawal', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { id, link } = await sendQuote(shop, manager, { client: newClient({ address: '', city: '' }) });
    const missing = await accept(shop, link);
    expect([missing.status, await missing.text()]).toEqual([400, expect.stringContaining('id="quote-address-error"')]);
    const address = { country: 'DE', address: 'Street 2', city: 'Bonn', zipCode: '53111' };
    expect((await accept(shop, link, { ...address, vatId: 'DE123456789' })).status).toBe(400);
    expect((await accept(shop, link, { ...address, vatId: 'DE123456788', company: 'Loaf & Queue' })).status).toBe(303);
    expect(await findPurchase(shop, id)).toMatchObject({ billing: { city: 'Bonn' }, consents: { hasRight: false, startNow: true } });
  });

  test.for([
    [{ agree: '' }, 'agree'],
    [{ name: ' ' }, 'name'],
    [{ name: undefined }, 'name'],
  ] as const)('without %j: 400, and nothing is bought', async ([more, field], { shop }) => {
    const manager = await operating(shop, 'manager');
    const { id, link } = await sendQuote(shop, manager);
    const { name, ...rest } = { ...acceptance(), ...more };
    const answer = await postQuote(shop, link, name === undefined ? rest : { ...rest, name });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(`quote-${field}`)]);
    expect(await findPurchase(shop, id)).toBeUndefined();
  });

  test('a read changes nothing', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { id, link } = await sendQuote(shop, manager);
    const dump = () => shop.sql('select q.*, v.* from quote q join quote_version v on v.quote_id = q.id where q.id = $1', [id]);
    const before = await dump();
    await fetch(`${link}&name=Ada&agree=on&version=1`);
    await fetch(link, { method: 'HEAD' });
    expect(await dump()).toEqual(before);
  });
});

describe('no longer open', () => {
  test('an old version: 400 with the new one; the new one is accepted', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { id, link } = await sendQuote(shop, manager);
    const { client: _, ...terms } = quoted(shop, { lines: [freeLine({ unitPrice: 60_000 })] });
    expect((await manager.call('POST /api/quotes/revise', { id, version: 2, ...terms })).body).toHaveProperty('errors');
    expect((await manager.call('POST /api/quotes/revise', { id, version: 1, ...terms })).body).toEqual({ version: 2 });
    const old = await accept(shop, link);
    expect([old.status, await old.text()]).toEqual([400, expect.stringContaining('Order and pay €600.00')]);
    expect((await accept(shop, link, { version: '2' })).status).toBe(303);
    expect((await accept(shop, link, { version: '1' })).status).toBe(400);
    expect((await manager.call('POST /api/quotes/revise', { id, version: 2, ...terms })).status).toBe(400);
    await expect(shop.sql('update quote_version set hash = $1', ['x'])).rejects.toThrow('never changed');
  });

  test('strictly before validUntil: at that moment it has expired, and a revision opens it again', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const terms = quoted(shop, { validUntil: new Date(shop.clock.now().getTime() + DAY_MS).toISOString() });
    const { body } = await manager.call('POST /api/quotes/create', terms);
    shop.clock.turn({ days: 1 });
    const late = await accept(shop, body.link);
    expect([late.status, await late.text()]).toEqual([400, expect.stringContaining('expired')]);
    expect(await read(body.link)).toContain('This quote expired on');
    const later = await operating(shop, 'manager');
    expect((await later.call('GET /api/quotes', { state: 'expired' })).body.quotes.map(({ id }) => id)).toContain(body.id);
    const { client: _, ...more } = quoted(shop);
    expect((await later.call('POST /api/quotes/revise', { id: body.id, version: 1, ...more })).status).toBe(200);
    expect((await accept(shop, body.link, { version: '2' })).status).toBe(303);
  });

  test('declined with a reason: the desk reads it, the page says so, and it cannot be accepted', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { id, link } = await sendQuote(shop, manager);
    const declined = await postQuote(shop, link, { decline: 'on', reason: 'Too late for us.' });
    expect([declined.status, declined.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/quote\?code=/)]);
    expect((await postQuote(shop, link, { decline: 'on' })).status).toBe(303);
    expect((await manager.call('GET /api/quote', { id })).body).toMatchObject({ state: 'declined', reason: 'Too late for us.' });
    expect((await accept(shop, link)).status).toBe(400);
    expect(await read(link)).toContain('You declined this quote on');
  });

  test('withdrawn: its page says so; a revoked link opens nothing', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { id, link } = await sendQuote(shop, manager);
    expect((await manager.call('POST /api/quotes/withdraw', { id, reason: 'No time.' })).status).toBe(204);
    expect((await accept(shop, link)).status).toBe(400);
    expect(await read(link)).toContain('We withdrew this quote on');
    expect((await manager.call('POST /api/links/revoke', { purpose: 'quote', subjectId: id })).status).toBe(204);
    expect([(await fetch(link)).status, (await accept(shop, link)).status]).toEqual([404, 404]);
  });
});

test('three days before it expires, its client is reminded once', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  const client = newClient();
  const { number } = await sendQuote(shop, manager, { client });
  const declined = await sendQuote(shop, manager, { client });
  await postQuote(shop, declined.link, { decline: 'on' });
  await letRun(shop, 'quotes.remind');
  shop.clock.turn({ days: 12 });
  for (const _ of [1, 2]) await letRun(shop, 'quotes.remind');
  const reminders = await shop.sql('select reference as number from mail_outbox where "to" = $1 and mail = \'quote-reminder\'', [
    client.email,
  ]);
  expect(reminders).toEqual([{ number }]);
});

test('events and notices: accepted and declined, each once, with a link to the quote', async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  const client = newClient();
  const [first, second] = [await sendQuote(shop, owner, { client }), await sendQuote(shop, owner, { client })];
  await accept(shop, first.link);
  shop.clock.turn({ minutes: 1 });
  await postQuote(shop, second.link, { decline: 'on' });
  await sendNotices(shop);
  for (const _ of [1, 2]) await letRun(shop, 'automations.run');
  const events = (await listEvents(shop, client.email)).filter(({ type }) => type.startsWith('quote.'));
  expect(events).toMatchObject([
    { type: 'quote.accepted', subjectId: first.id, fields: { amount: PRICE, currency: 0 } },
    { type: 'quote.declined', subjectId: second.id },
  ]);
  const { text } = await noticeMail(shop, owner);
  for (const part of [
    `Quote accepted: ${first.number}`,
    `Quote declined: ${second.number}`,
    `/quotes/${first.id}`,
    '€500.00',
    'Ada Sample',
  ])
    expect(text).toContain(part);
});
