// A service created at the desk, empty or as a copy, is sold only after its owner puts it on sale.

import { noWords } from '#lib/locale.ts';
import type { ServiceDraft } from '#modules/catalogue/desk-shapes.ts';
import { operating } from '../../../../tests/support/desk.ts';
import { buyer, funded, order } from '../../../../tests/support/money.ts';
import { ownerFiles } from '../../../../tests/support/owner-files.ts';
import { auditedActs } from '../../../../tests/support/rows/desk.ts';
import { describe, expect, shop as openShop, type Shop, test } from '../../../../tests/support/shop.ts';

const words = (text: string) => ({ en: text, es: `${text} (es)`, jp: `${text}（日本語）` });
const WHY = 'clients ask for it';

const logo: ServiceDraft = {
  state: 'archived',
  name: words('Logo design'),
  summary: words('A logo in three rounds.'),
  description: words('Tell us about your brand; a designer draws it.'),
  revisions: 3,
  contains: [words('Three drafts')],
  excludes: [],
  sample: { caption: words('Sample'), text: words('A loaf in a circle.') },
  fields: [
    { name: 'wishes', kind: 'longText', required: true, min: 1, max: 500, label: words('Wishes'), help: words('What must it show?') },
  ],
  offers: [
    {
      id: '',
      unit: words('One logo'),
      note: words('For a small business'),
      minQuantity: 1,
      maxQuantity: 5,
      prices: { EUR: 25_000, USD: 27_000, AUD: 41_000, NOK: 290_000 },
      tiers: [{ from: 3, prices: { EUR: 20_000, USD: 22_000, AUD: 35_000, NOK: 240_000 } }],
      pieces: [],
    },
  ],
};
const draft = (file = 'logo-design.yaml', service: object = {}, like?: string) => ({
  file,
  isNew: { ...(like ? { like } : {}) },
  service: { ...logo, ...service },
});

const listOffers = async (shop: Shop) => {
  const { body } = await shop.call('POST /api/prices', { currency: 0 });
  return new Map(body.offers.map(({ id, serviceType }) => [id, serviceType]));
};
const servicesPage = async (shop: Shop): Promise<string> => (await fetch(`${shop.urls.storefront}/services`)).text();

test('new service: previewed in every language, saved unsold, then sold, ordered, and kept by the next import of files', async () => {
  await using shop = await openShop({ environment: { RATE_LIMITS: 'off' } });
  const owner = await operating(shop, 'owner');
  const preview = await owner.call('POST /api/catalogue/preview', draft());
  expect(preview.body.pages.map(({ locale, html }) => [locale, html.includes('Logo design')])).toEqual([
    ['en', true],
    ['es', true],
    ['jp', true],
  ]);
  const added = await owner.call('POST /api/catalogue/save', { ...draft(), from: 0, why: WHY });
  expect([added.status, added.body]).toMatchObject([200, { saved: true, version: { number: 1, origin: 'desk', why: WHY } }]);
  expect(await servicesPage(shop)).not.toContain('Logo design');
  expect(await auditedActs(shop, 'catalogue.edit')).toHaveLength(1);

  const { body: file } = await owner.call('GET /api/catalogue/file', { file: 'logo-design.yaml' });
  expect(file).toMatchObject({ number: 1, service: { slug: 'logo-design', state: 'archived', position: 11 } });
  // Keys are made of the address.
  expect(file.service?.offers.map(({ id }) => id)).toEqual(['logo-design-1']);
  expect((await listOffers(shop)).has('logo-design-1')).toBe(false);
  const selling = { file: file.file, service: { ...file.service, state: 'sold' }, from: 1, why: WHY };
  expect((await owner.call('POST /api/catalogue/save', selling)).body.saved).toBe(true);
  expect(await servicesPage(shop)).toContain('Logo design');
  expect((await listOffers(shop)).get('logo-design-1')).toBe(100);

  const { body: prices } = await shop.call('POST /api/prices', { currency: 4 });
  expect(prices.offers.find(({ id }) => id === 'logo-design-1')?.tiers).toEqual([{ from: 3, unitPrice: 240_000 }]);

  const ada = await buyer(shop);
  await funded(shop, ada, 100_000);
  const answers = { brandName: 'Loaf & Queue', language: 'en', tone: 'warm', rightsConfirmed: true, wishes: 'A loaf.' };
  const line = { offerId: 'logo-design-1', quantity: 1, platform: null, answers };
  expect(await order(shop, ada, { lines: [line], price: 25_000, payFromBalance: true })).toMatchObject({ status: 200 });

  // The owner's folder does not have the file.
  await using files = await ownerFiles(shop);
  await files.edit('quick-reads.yaml', 'EUR: 2500', 'EUR: 2600');
  expect(await files.import()).toEqual({ added: [], archived: [], restored: [] });
  expect((await listOffers(shop)).get('logo-design-1')).toBe(100);
});

test('copy of a service: its platforms, texts and maker, offers with keys of its own, and no maker once people are chosen', async ({
  shop,
}) => {
  const owner = await operating(shop, 'owner');
  const { body: checker } = await owner.call('GET /api/catalogue/file', { file: 'social-boosts.yaml' });
  const offers = checker.service?.offers.map((offer) => ({ ...offer, id: '' }));
  const copied = { ...draft('reels.yaml', { ...checker.service, offers }, 'social-boosts.yaml'), from: 0, why: WHY };
  expect((await owner.call('POST /api/catalogue/save', copied)).body.saved).toBe(true);
  const { body: made } = await owner.call('GET /api/catalogue/file', { file: 'reels.yaml' });
  expect(made.service?.offers.map(({ id }) => id)).toEqual(['reels-1', 'reels-2', 'reels-3']);
  expect(made.text).toMatch(/^key: reels$/m);
  expect(made.text).toMatch(/^madeBy: mixed$/m);
  expect(made.service).toMatchObject({ maker: 'post-kits', countedIn: 'kits', icon: 'chart' });
  expect(made.service?.offers.map(({ count }) => count)).toEqual([3, 10, 20]);
  expect(made.text).toMatch(/platforms:\s+- x/);
  const byPeople = { ...made.service, maker: null, madeBy: 'person', icon: 'film', platforms: ['telegram'] };
  expect((await owner.call('POST /api/catalogue/save', { file: made.file, service: byPeople, from: 1, why: WHY })).body.saved).toBe(true);
  const { body: after } = await owner.call('GET /api/catalogue/file', { file: 'reels.yaml' });
  expect(after.text).not.toMatch(/^maker:/m);
  expect(after.service).toMatchObject({ madeBy: 'person', icon: 'film', platforms: ['telegram'], countedIn: 'kits' });
});

test('new service with help and sample in one language or none: sold, without empty elements, and changed without adding any', async ({
  shop,
}) => {
  const owner = await operating(shop, 'owner');
  const bare = {
    state: 'sold',
    sample: { caption: { ...noWords, es: 'Una muestra' }, text: { ...noWords, es: 'Una hogaza cantada.', jp: '歌うパン。' } },
    fields: [
      { ...logo.fields[0], help: { ...noWords, en: 'What must one hear?' } },
      { ...logo.fields[0], name: 'moods', help: noWords },
    ],
  };
  const saved = await owner.call('POST /api/catalogue/save', { ...draft('jingles.yaml', bare), from: 0, why: WHY });
  expect([saved.status, saved.body]).toMatchObject([200, { saved: true }]);
  const article = async (locale: string): Promise<string> => {
    const page = await (await fetch(`${shop.urls.storefront}/services?lang=${locale}`)).text();
    return /<article[^>]* id="jingles".*?<\/article>/s.exec(page)?.[0] ?? '';
  };
  const [english, spanish, japanese] = [await article('en'), await article('es'), await article('jp')];
  expect(english).toContain('Three drafts');
  expect(english).not.toContain('<figure');
  expect(spanish).toMatch(/<figcaption>Una muestra<\/figcaption><blockquote>Una hogaza cantada\.<\/blockquote>/);
  expect(japanese).toMatch(/<figure[^>]*><blockquote>歌うパン。<\/blockquote><\/figure>/);
  for (const page of [english, spanish, japanese]) expect(page).not.toMatch(/<(figure|figcaption|blockquote|p|small)[^>]*><\//);
  const helpIn = async (language: string) => {
    const { body } = await shop.call('POST /api/prices', { currency: 0 }, { headers: { 'accept-language': language } });
    const fields = body.offers.find(({ id }) => id === 'jingles-1')?.fields ?? [];
    return fields.flatMap(({ name, help }) => (name === 'wishes' || name === 'moods' ? [help] : []));
  };
  expect([await helpIn('en'), await helpIn('es')]).toEqual([
    ['What must one hear?', ''],
    ['', ''],
  ]);

  const { body: file } = await owner.call('GET /api/catalogue/file', { file: 'jingles.yaml' });
  expect(file.text).not.toContain('""');
  expect(file.service).toMatchObject({ sample: bare.sample, fields: bare.fields });
  const renamed = { file: file.file, service: { ...file.service, revisions: 1 } };
  const preview = await owner.call('POST /api/catalogue/preview', renamed);
  expect(preview.body.changes.map(({ what }) => what)).toEqual(['Revisions']);
});

describe('refused', () => {
  test.for<[string, object, string, string]>([
    ['brand-stories.yaml', {}, 'slug', 'Another service has this address.'],
    ['My Logos.yaml', {}, 'slug', 'Use lowercase letters, digits and hyphens, beginning with a letter.'],
    ['.yaml', {}, 'slug', 'Use lowercase letters, digits and hyphens, beginning with a letter.'],
    ['logos.yaml', { name: { en: 'Logos', es: '', jp: 'ロゴ' } }, 'name.es', 'Enter the name in Spanish.'],
    ['logos.yaml', { offers: [{ ...logo.offers[0], prices: { EUR: 1 } }] }, 'offers.0.prices.USD', 'Enter a price in USD.'],
    [
      'logos.yaml',
      { offers: [{ ...logo.offers[0], tiers: [{ from: 3, prices: { EUR: 25_000, USD: 1, AUD: 1, NOK: 1 } }] }] },
      'offers.0.tiers.0.prices.EUR',
      'Enter less than the price before it.',
    ],
    [
      'logos.yaml',
      { fields: [{ ...logo.fields[0], askedIf: { question: 'colour', isAnswered: true } }] },
      'fields.0.askedIf.question',
      'Choose a question of this brief.',
    ],
    ['logos.yaml', { offers: [{ ...logo.offers[0], id: 'quick-reads-300' }] }, 'offers.0.id', 'This key is already used.'],
  ])('%s with %j: at %s, and nothing is saved', async ([file, service, field, sentence], { shop }) => {
    const owner = await operating(shop, 'owner');
    const before = await auditedActs(shop, 'catalogue.edit');
    const { status, body } = await owner.call('POST /api/catalogue/save', { ...draft(file, service), from: 0, why: WHY });
    expect([status, body]).toMatchObject([400, { errors: { [field]: [sentence] } }]);
    expect(await auditedActs(shop, 'catalogue.edit')).toEqual(before);
  });

  test('a form with a damaged part: its field or the whole form, never a failure of the server', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const whole = { ...draft('damaged.yaml', { addOns: [], stages: [], tools: [] }) };
    const damage = (value: unknown, path: readonly string[], wrong: unknown): unknown => {
      const [step, ...rest] = path;
      if (step === undefined) return wrong;
      const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
      copy[step] = damage(copy[step], rest, wrong);
      return copy;
    };
    const paths = ['offers.0', 'offers.0.plan', 'offers.0.tiers', 'offers.0.prices', 'offers.0.pieces', 'fields.0', 'fields.0.help'];
    for (const path of [...Object.keys(whole.service), ...paths])
      for (const wrong of [5, 'x', [5], [null], { a: 1 }]) {
        const service = damage(whole.service, path.split('.'), wrong);
        const { status } = await owner.call('POST /api/catalogue/preview', { ...whole, service });
        expect([200, 400], `${path}: ${JSON.stringify(wrong)}`).toContain(status);
      }
  });

  test('a file that is not new: not found', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const { isNew: _, ...known } = draft('nothing.yaml');
    expect((await owner.call('POST /api/catalogue/save', { ...known, from: 0, why: WHY })).status).toBe(404);
  });

  test('a role that cannot edit the catalogue', async ({ shop }) => {
    const maker = await operating(shop, 'maker');
    expect((await maker.call('POST /api/catalogue/save', { ...draft('cards.yaml'), from: 0, why: WHY })).status).toBe(403);
  });

  test('of two services added at one address at the same time, the later one', async ({ shop }) => {
    const [owner, manager] = [await operating(shop, 'owner'), await operating(shop, 'manager')];
    const saving = { ...draft('banners.yaml'), from: 0, why: WHY };
    const answers = await Promise.all([owner, manager].map((by) => by.call('POST /api/catalogue/save', saving)));
    expect(answers.filter(({ status, body }) => status === 200 && body.saved)).toHaveLength(1);
    expect((await owner.call('GET /api/catalogue/file', { file: 'banners.yaml' })).body.number).toBe(1);
  });
});

test('common questions: an offer asks those that it names, all without a list, and the form has their labels', async () => {
  await using shop = await openShop({ environment: { RATE_LIMITS: 'off' } });
  const owner = await operating(shop, 'owner');
  await owner.call('POST /api/catalogue/save', { ...draft(), from: 0, why: WHY });
  const file = 'logo-design.yaml';
  const read = async () => (await owner.call('GET /api/catalogue/file', { file })).body;
  const { common } = await read();
  expect(common).toContainEqual({ value: 'language', label: expect.stringMatching(/language/i) });
  const save = async (asks: readonly string[] | undefined) => {
    const { number, service } = await read();
    const offers = service?.offers.map(({ asks: _, ...offer }) => (asks ? { ...offer, asks } : offer));
    const request = { file, service: { ...service, state: 'hidden', offers }, from: number, why: WHY };
    expect((await owner.call('POST /api/catalogue/save', request)).status).toBe(200);
    const { body } = await shop.call('POST /api/prices', { currency: 0, withArchived: true });
    const offer = body.offers.find(({ id }) => id === 'logo-design-1');
    return [(await read()).service?.offers[0]?.asks, offer?.fields.map(({ name }) => name)];
  };
  const all = common.map(({ value }) => value);
  expect(await save(['language'])).toEqual([['language'], ['wishes', 'language']]);
  expect(await save([])).toEqual([[], ['wishes']]);
  expect(await save(undefined)).toEqual([undefined, expect.arrayContaining([...all, 'wishes'])]);
});
