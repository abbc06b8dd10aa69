// Imports of services at the desk: preview, dry run, import, and what is refused.

import type { ServiceCells } from '#modules/catalogue/spreadsheet/shapes-columns.ts';
import { operating } from '../../../../tests/support/desk.ts';
import { listAudit } from '../../../../tests/support/rows/desk.ts';
import {
  createServicesFile,
  fileAtDesk,
  offerRow,
  publishService,
  sendServiceRows,
  sendServices,
  serviceOutcomes,
  serviceRow,
  slugsAtDesk,
  undoServices,
} from '../../../../tests/support/service-imports.ts';
import { test as base, describe, expect } from '../../../../tests/support/shop.ts';
import type { ServicePreview } from './shapes.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', DATABASE_POOL: '8' } });

test('import: the dry run changes nothing and says what the import does; new services are not sold until they are published', async ({
  shop,
}) => {
  const manager = await operating(shop, 'manager', { name: 'Maren' });
  const rows = [
    serviceRow('logo-design', { kind: 'service', countedIn: 'words', 'offers.count': '300' }),
    offerRow('logo-design', 'logo-large', { 'offers.count': '900' }),
    serviceRow('monthly-logo', { interval: 'month' }),
  ];
  const { file } = createServicesFile(rows);
  const preview = await sendServices<ServicePreview>(shop, manager, '/preview', file);
  expect(preview.body).toMatchObject({ rows: 3, columns: createServicesFile(rows).columns });
  const dry = await sendServiceRows(shop, manager, '/check', rows);
  expect(serviceOutcomes(dry)).toEqual([
    ['logo-design', 'create', null],
    ['logo-design', 'create', null],
    ['monthly-logo', 'create', null],
  ]);
  expect([dry.body.importId, (await slugsAtDesk(manager)).includes('logo-design')]).toEqual([null, false]);

  const { body } = await sendServiceRows(shop, manager, '', rows);
  expect(body.rows).toEqual(dry.body.rows);
  const { number, service, text } = await fileAtDesk(manager, 'logo-design');
  expect([number, service]).toMatchObject([
    1,
    {
      state: 'archived',
      kind: 'service',
      name: { en: 'Name of logo-design', es: 'Name of logo-design (es)' },
      contains: [{ en: 'Three drafts' }, { en: 'One file' }],
      countedIn: 'words',
      offers: [
        { id: 'logo-design-1', count: 300, prices: { EUR: 25_000, USD: 27_000, AUD: 41_050, NOK: 290_000 } },
        { id: 'logo-large', count: 900 },
      ],
    },
  ]);
  expect(text).toMatch(/^key: logoDesign$/m);
  expect((await fileAtDesk(manager, 'monthly-logo')).text).toMatch(/^interval: month$/m);
  const { body: catalogue } = await manager.call('GET /api/catalogue');
  expect(catalogue.services.filter(({ slug }) => /logo/.test(slug)).map(({ type, state }) => [type, state])).toEqual([
    [100, 'archived'],
    [101, 'archived'],
  ]);
  const offersSold = async () => (await shop.call('POST /api/prices', { currency: 0 })).body.offers.map(({ id }) => id);
  expect(await offersSold()).not.toContain('logo-large');
  expect((await manager.call('GET /api/catalogue/imports')).body[0]).toMatchObject({
    id: body.importId,
    operator: 'Maren',
    created: 2,
    updated: 0,
    skipped: 0,
    refused: 0,
  });
  const counts = { created: 2, updated: 0, skipped: 0, refused: 0 };
  expect(await listAudit(shop, body.importId ?? '')).toMatchObject([{ act: 'services.import', operatorId: manager.id, after: counts }]);
  await publishService(manager, 'logo-design');
  expect(await offersSold()).toContain('logo-large');
});

test('existing services: changed or skipped as chosen, an empty cell changes nothing, and the dry run says which', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  const [{ slug = '', offers = [] } = {}] = (await manager.call('GET /api/catalogue')).body.services.filter(
    ({ kind, file }) => kind === 'service' && file,
  );
  const before = (await manager.call('GET /api/catalogue')).body.services.find((each) => each.slug === slug);
  const rows: ServiceCells[] = [
    { slug, 'summary.es': 'Otro resumen.', 'offers.id': offers[0]?.id ?? '', 'offers.prices.EUR': '61.50', 'name.en': '' },
  ];
  const skipped = await sendServiceRows(shop, manager, '', rows, { existing: 'skip' });
  expect([skipped.body.importId, ...serviceOutcomes(skipped)]).toEqual([null, [slug, 'exists', null]]);
  const dry = await sendServiceRows(shop, manager, '/check', rows);
  expect(serviceOutcomes(dry)).toEqual([[slug, 'update', expect.stringMatching(/Summary \(es\).*price in EUR: €.* → €61\.50/s)]]);
  const { body } = await sendServiceRows(shop, manager, '', rows);
  const { service } = (await manager.call('GET /api/catalogue/file', { file: before?.file ?? '' })).body;
  expect(service).toMatchObject({ name: { en: before?.name }, summary: { es: 'Otro resumen.' } });
  expect(service?.offers[0]?.prices.EUR).toBe(6_150);
  expect(service?.offers).toHaveLength(offers.length);
  expect(serviceOutcomes(await sendServiceRows(shop, manager, '', rows))).toEqual([[slug, 'same', null]]);

  expect((await undoServices(manager, body.importId)).body).toEqual({ removed: 0, restored: 1, kept: [] });
  const restored = (await manager.call('GET /api/catalogue')).body.services.find((each) => each.slug === slug);
  expect(restored?.offers).toEqual(before?.offers);
});

describe('refused rows', () => {
  test.for<[string, readonly ServiceCells[], readonly (string | null)[]]>([
    [
      'a price that is no amount',
      [serviceRow('a-one', { 'offers.prices.USD': '€ 5' })],
      ['Price USD: use an amount such as 49.00, without a currency sign.'],
    ],
    ['a price that is missing', [serviceRow('a-one', { 'offers.prices.NOK': '' })], ['Price NOK: Enter a price in NOK.']],
    ['a text that is missing in a language', [serviceRow('a-one', { 'summary.jp': '' })], ['Summary (jp): Enter the summary in Japanese.']],
    ['fewer lines in one language', [serviceRow('a-one', { 'contains.es': 'Una' })], ['Included (es): Enter the text in Spanish.']],
    ['an unknown word', [serviceRow('a-one', { delivers: 'pizza' })], ['Delivered as: use one of article, posts, phrases, hashtags.']],
    ['an address that is none', [serviceRow('Un Logo!')], ['Address: Use lowercase letters, digits and hyphens, beginning with a letter.']],
    ['a number that is none', [serviceRow('a-one', { revisions: 'two' })], ['Revisions: use a whole number, such as 3.']],
    [
      'rows that differ about their service',
      [serviceRow('a-one'), offerRow('a-one', 'a-two', { 'name.en': 'Else' })],
      ['The service has a fault in line 6.', 'Name (en): line 2 says something else about the same service.'],
    ],
    [
      'one key twice',
      [serviceRow('a-one', { 'offers.id': 'a-key' }), offerRow('a-one', 'a-key')],
      ['The service has a fault in line 6.', 'Offer key: it is in line 2 too.'],
    ],
    ['a key of another service', [serviceRow('a-one', { 'offers.id': 'quick-reads-300' })], ['Offer key: This key is already used.']],
    ['a bundle of nothing', [serviceRow('a-one', { kind: 'bundle' })], [expect.stringContaining('Contents: ') as unknown as string]],
    [
      'a bundle of an unknown offer',
      [serviceRow('a-one', { kind: 'bundle', 'offers.pieces': '2 x nothing' })],
      ['Contents: This bundle contains an offer that doesn’t exist.'],
    ],
  ])('%s: the column and the reason, and the good service beside it is imported', async ([, bad, reasons], { shop }) => {
    const manager = await operating(shop, 'manager');
    const good = `good-${crypto.randomUUID().replace(/[^a-z]/g, '')}x`;
    const { body } = await sendServiceRows(shop, manager, '', [...bad, serviceRow(good)]);
    expect(body.rows.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ...reasons.map((reason) => ['refuse', reason]),
      ['create', null],
    ]);
    const slugs = await slugsAtDesk(manager);
    expect([slugs.includes(good), slugs.includes('a-one')]).toEqual([true, false]);
    expect((await undoServices(manager, body.importId)).body.removed).toBe(1);
  });

  test('a row without an address and a name, one that is too wide, and a new offer without a key', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const wide = await sendServices(shop, manager, '/check', 'Address,Name (en)\na,b,c\n', { slug: 0, 'name.en': 1 });
    expect(wide.body.rows).toMatchObject([{ outcome: 'refuse', reason: 'The row has 3 cells, but the first row has 2.' }]);
    const nameless = await sendServices(shop, manager, '/check', 'Name (en),Price EUR\nLogo design,\n,49\n', {
      'name.en': 0,
      'offers.prices.EUR': 1,
    });
    expect(nameless.body.rows).toMatchObject([
      { slug: 'logo-design' },
      { slug: '', reason: 'Address: there is none, and no English name to make one of.' },
    ]);
    const added = await sendServiceRows(shop, manager, '/check', [{ slug: 'quick-reads', 'offers.prices.EUR': '5' }]);
    expect(added.body.rows[0]?.reason).toMatch(/^Offer key: enter it, because the service exists\. It has quick-reads-300/);
    const kind = await sendServiceRows(shop, manager, '/check', [{ slug: 'quick-reads', kind: 'bundle' }]);
    expect(kind.body.rows[0]?.reason).toBe('Kind: it can’t be changed. Add another service.');
  });

  test.for<[string, string | Uint8Array<ArrayBuffer>, object, object]>([
    [
      'without a column for the address',
      'x\ny\n',
      {},
      { slug: ['Choose the column with the addresses or with the English names of the services.'] },
    ],
    ['with a column that the file does not have', 'x\ny\n', { slug: 7 }, { slug: ['The file has no such column.'] }],
    [
      'with 301 rows',
      `x\n${'y\n'.repeat(301)}`,
      { slug: 0 },
      { file: ['The file has more than 300 rows. Split it and import the parts.'] },
    ],
    [
      'in UTF-16',
      Uint8Array.of(0xff, 0xfe, 0x61, 0),
      { slug: 0 },
      { file: ['The file’s encoding isn’t recognized. Save it as “CSV UTF-8” and try again.'] },
    ],
  ])('an import %s', async ([, file, columns, errors], { shop }) => {
    const manager = await operating(shop, 'manager');
    for (const step of ['/check', ''] as const)
      expect(await sendServices(shop, manager, step, file, columns)).toMatchObject({ status: 400, body: { errors } });
  });
});

test('one language: the texts of a new service stand in for missing ones if the owner chooses so', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  const english = Object.fromEntries(Object.entries(serviceRow('only-english')).filter(([column]) => !/\.(es|jp)$/.test(column)));
  expect((await sendServiceRows(shop, manager, '/check', [english])).body.rows[0]?.outcome).toBe('refuse');
  const { body } = await sendServiceRows(shop, manager, '', [english], { fallback: 'en' });
  expect(body.rows[0]?.outcome).toBe('create');
  const { service } = await fileAtDesk(manager, 'only-english');
  expect([service?.name.jp, service?.contains[1]?.es, service?.offers[0]?.unit.jp]).toEqual([
    'Name of only-english',
    'One file',
    'One logo',
  ]);
});

test('two operators import the same file at once: each service is there once, and no version is lost', async ({ shop }) => {
  const [one, two] = [await operating(shop, 'manager'), await operating(shop, 'owner')];
  const rows = ['race-a', 'race-b', 'race-c'].map((slug) => serviceRow(slug));
  const answers = await Promise.all([one, two].map((operator) => sendServiceRows(shop, operator, '', rows)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.map(({ body }) => body.rows[0]?.outcome).toSorted()).toEqual(['create', 'same']);
  expect((await fileAtDesk(one, 'race-a')).number).toBe(1);
});

test('support, a maker and a stranger can neither import, export nor undo', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  const { body } = await sendServiceRows(shop, manager, '', [serviceRow('kept-here')]);
  for (const role of ['support', 'maker'] as const) {
    const operator = await operating(shop, role);
    for (const step of ['/preview', '/check', ''] as const)
      expect((await sendServiceRows(shop, operator, step, [serviceRow('not-here')])).status, `${role} ${step}`).toBe(403);
    expect((await undoServices(operator, body.importId)).status).toBe(403);
    for (const call of ['GET /api/catalogue/imports', 'GET /api/catalogue/table', 'GET /api/catalogue/template'] as const)
      expect((await operator.call(call)).status, `${role} ${call}`).toBe(403);
  }
  expect((await sendServices(shop, { cookie: '' }, '', 'slug\nnot-here', { slug: 0 })).status).toBe(401);
  const slugs = await slugsAtDesk(manager);
  expect([slugs.includes('kept-here'), slugs.includes('not-here')]).toEqual([true, false]);
});
