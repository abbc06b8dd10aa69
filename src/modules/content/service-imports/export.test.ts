// Exports of services as CSV, which the import reads, and the encodings that it reads.
import { type Operating, operating } from '../../../../tests/support/desk.ts';
import {
  createServicesFile,
  fileAtDesk,
  publishService,
  readServicesFile,
  sendServiceRows,
  sendServices,
  serviceOutcomes,
  serviceRow,
} from '../../../../tests/support/service-imports.ts';
import { test as base, describe, expect } from '../../../../tests/support/shop.ts';
import { guessServiceColumns } from './rules.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('semicolons, a mark of UTF-8, quoted line breaks and Windows-1252 are read as for customers', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  const { file, columns } = createServicesFile([serviceRow('cafe', { 'name.en': 'Café; to go' })]);
  const {
    head,
    cells: [cells = []],
  } = readServicesFile(file);
  const western = `${head.join(';')}\r\n${cells.map((cell) => `"${[...cell].filter((char) => char <= '\u00ff').join('')}"`).join(';')}\r\n`;
  const bytes = Uint8Array.from(western, (char) => char.charCodeAt(0));
  expect((await sendServices(shop, manager, '', bytes, columns)).body.rows[0]?.outcome).toBe('create');
  expect((await fileAtDesk(manager, 'cafe')).service).toMatchObject({
    name: { en: 'Café; to go' },
    contains: [{ en: 'Three drafts' }, {}],
  });
});

const exported = async (operator: Operating): Promise<string> => {
  const { status, body } = await operator.call('GET /api/catalogue/table');
  expect(status).toBe(200);
  return body as unknown as string;
};
const CURRENCIES = ['EUR', 'USD', 'AUD', 'NOK'] as const;
const guessed = (file: string) => guessServiceColumns(readServicesFile(file).head, CURRENCIES);

describe('export', () => {
  test('every service of the shop, imported again, changes nothing', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const file = await exported(owner);
    const { body } = await sendServices(shop, owner, '', file, guessed(file));
    expect(new Set(body.rows.map(({ outcome }) => outcome))).toEqual(new Set(['same']));
    const services = (await owner.call('GET /api/catalogue')).body.services;
    expect([body.importId, new Set(body.rows.map(({ slug }) => slug))]).toEqual([null, new Set(services.map(({ slug }) => slug))]);
    const [last] = (await owner.call('GET /api/audit', { kind: 'list', about: 'services' })).body;
    expect(last).toMatchObject({ act: 'list.download', operatorId: owner.id });
  });

  test('template: its service is imported', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const file = (await owner.call('GET /api/catalogue/template')).body as unknown as string;
    const { body } = await sendServices(shop, owner, '/check', file, guessed(file));
    expect(body.rows).toMatchObject([
      { slug: 'example-service', outcome: 'create' },
      { slug: 'example-service', outcome: 'create' },
    ]);
  });
});

describe('hostile files', () => {
  const SCRIPT = '</script><script>alert(1)</script>"><img src=x onerror=alert(1)>';

  test('names with scripts, formulas and the names of prototypes are texts on every page and in the export', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const rows = [
      serviceRow('constructor', { 'name.en': SCRIPT, 'summary.en': `＝1 ${SCRIPT}`, 'offers.unit.en': SCRIPT }),
      serviceRow('prototype', { 'name.en': '=HYPERLINK("https://evil.example")', 'summary.en': ' @SUM(A1)' }),
      serviceRow('', { 'name.en': '__proto__' }),
    ];
    const { body } = await sendServiceRows(shop, owner, '', rows);
    expect(serviceOutcomes({ status: 200, body })).toEqual(['constructor', 'prototype', 'proto'].map((slug) => [slug, 'create', null]));
    await publishService(owner, 'constructor');
    await publishService(owner, 'prototype');
    for (const path of ['/services', '/services/constructor', '/samples', '/', '/sitemap.xml']) {
      const answer = await fetch(shop.urls.storefront + path);
      const html = await answer.text();
      expect([path, answer.status, html.includes('<script>alert'), html.includes('<img src=x')]).toEqual([path, 200, false, false]);
    }
    const file = await exported(owner);
    expect(
      readServicesFile(file)
        .cells.flat()
        .filter((cell) => /^\s*[=+\-@＝＋－＠]/.test(cell)),
    ).toEqual([]);
    const { body: again } = await sendServices(shop, owner, '/check', file, guessed(file));
    expect(new Set(again.rows.map(({ outcome }) => outcome))).toEqual(new Set(['same']));
  });

  test.for(['NaN', 'Infinity', '1e5', '-5', '+5', '0', '0x10', '１００', '1.005', '9999999', '99999999999', '1,000,000.00'])(
    'a price of %s: refused with its column',
    async (price, { shop }) => {
      const owner = await operating(shop, 'owner');
      const { body } = await sendServiceRows(shop, owner, '', [serviceRow('a-price', { 'offers.prices.EUR': price })]);
      expect(serviceOutcomes({ status: 200, body })).toEqual([['a-price', 'refuse', expect.stringMatching(/^Price EUR: /)]]);
    },
  );

  test.for<[string, string, number, object]>([
    ['with a NUL', 'slug\na\0b\n', 400, { errors: { file: [expect.stringMatching(/isn’t a CSV file/)] } }],
    ['of 20 MB in one line', `slug\n${'x'.repeat(20 * 1024 * 1024)}`, 413, { detail: 'Files can be up to 2 MB.' }],
    ['of 501 columns', `slug${','.repeat(500)}\na`, 400, { errors: { file: [expect.stringMatching(/more than 500 columns/)] } }],
  ])('a file %s: refused', async ([, file, status, body], { shop }) => {
    const owner = await operating(shop, 'owner');
    for (const step of ['/preview', '/check', ''] as const)
      expect(await sendServices(shop, owner, step, file, { slug: 0 })).toMatchObject({ status, body });
  });

  test('a head with the names of prototypes chooses no column, and addresses of them that are none are refused', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const { body } = await sendServices(shop, owner, '/preview', '__proto__,constructor,toString\n1,2,3\n');
    expect(body).toMatchObject({ head: ['__proto__', 'constructor', 'toString'], columns: {} });
    const rows = ['__proto__', 'toString', '../constructor', 'a'.repeat(81)].map((slug) => serviceRow(slug));
    const refused = await sendServiceRows(shop, owner, '', rows);
    expect(new Set(serviceOutcomes(refused).map(([, outcome]) => outcome))).toEqual(new Set(['refuse']));
  });
});
