// The steps of the set-up over HTTP: each step is done only if the shop shows it, and only owners see it.
import { join } from 'node:path';
import { root } from '#platform/paths.ts';
import { createService, type Operating, openedContent, operating, publishService, words } from '../../../../tests/support/desk.ts';
import { buyer, pay, placed } from '../../../../tests/support/money.ts';
import { auditedActs } from '../../../../tests/support/rows/desk.ts';
import { test as base, describe, expect, shopFixture } from '../../../../tests/support/shop.ts';
import { deliver, mira, save, take } from '../../../../tests/support/work.ts';
import type { GuideStepName } from './shapes.ts';

const environment = { RATE_LIMITS: 'off' };
/** As `npm create fanfare` makes it without a trade: one service to rename. */
const test = base.extend('shopOptions', { scope: 'file' }, { folder: join(root, 'create/empty'), environment });
const sampleShopTest = base.extend('shopOptions', { scope: 'file' }, { environment }).extend('shop', { scope: 'file' }, shopFixture);

async function getGuide(owner: Operating) {
  const { status, body } = await owner.call('GET /api/setup');
  expect(status).toBe(200);
  return body;
}
const findStep = async (owner: Operating, name: GuideStepName) => (await getGuide(owner)).steps.find(({ step }) => step === name);
/** Without the team: tests of this file share their shop, and each has an owner. */
const doneSteps = async (owner: Operating) =>
  (await getGuide(owner)).steps.flatMap(({ step, isDone }) => (isDone && step !== 'staff' ? [step] : []));

test('empty shop: nothing is done, and each step has its place', async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  const { steps, banner, isDismissed } = await getGuide(owner);
  expect([steps.filter(({ isDone }) => isDone), isDismissed, banner]).toEqual([[], false, '0 of 13 set-up steps are done.']);
  expect(steps.map(({ step, action, check }) => [step, action?.href ?? null, ...(check ? [check.act] : [])])).toEqual([
    ['brand', '/brand'],
    ['content', '/content/home'],
    ['service', '/catalogue/new'],
    ['samples', null],
    ['order', null],
    ['company', '/content/company'],
    ['tax', '/settings/tax', 'Confirm'],
    ['mail', '/connections', 'Send test email'],
    ['payments', '/connections', 'Check'],
    ['policies', '/policies', 'I’ve reviewed them'],
    ['secondFactor', null, 'Check'],
    ['backup', null, 'Check'],
    ['address', null, 'Check'],
    ['staff', '/team'],
  ]);
  expect(steps.find(({ step }) => step === 'content')?.lines).toEqual([expect.stringMatching(/^Its title is “.+”\.$/)]);
  expect(steps.find(({ step }) => step === 'company')?.lines.join(' ')).toContain('Still the sample: legal name');
  const joinLines = (name: GuideStepName) => steps.find(({ step }) => step === name)?.lines.join(' ');
  expect(joinLines('mail')).toContain('The sender is still the sample: My Shop <');
});

test('first sale: a service is done when it is on sale, the others when none is left, an order when it is delivered', async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  expect(await owner.call('POST /api/setup/end-samples')).toMatchObject({
    status: 400,
    body: { errors: { '': ['First publish a service of your own: a shop must sell something.'] } },
  });
  // Selling the sample again, or hiding it, makes no service of the owner's.
  const { body: first } = await owner.call('GET /api/catalogue/file', { file: 'first-service.yaml' });
  for (const [index, state] of (['hidden', 'sold'] as const).entries()) {
    const sent = { file: first.file, service: { ...first.service, state }, from: 1 + index, why: 'a try' };
    expect((await owner.call('POST /api/catalogue/save', sent)).body.saved).toBe(true);
  }
  await createService(owner, 'logo-design');
  expect(await findStep(owner, 'service')).toMatchObject({
    isDone: false,
    lines: [expect.stringContaining('“Name of logo-design” isn’t in the lists yet.')],
    action: { href: '/catalogue/logo-design.yaml' },
  });
  await publishService(owner, 'logo-design');
  expect(await doneSteps(owner)).toEqual(['service']);
  expect(await findStep(owner, 'samples')).toMatchObject({ lines: ['Still on sale: First service.'], action: { kind: 'endSamples' } });
  expect((await owner.call('POST /api/setup/end-samples')).status).toBe(200);
  expect(await doneSteps(owner)).toEqual(['service', 'samples']);
  expect(await auditedActs(shop, 'shop.endSamples')).toHaveLength(1);
  const { body: prices } = await shop.call('POST /api/prices', { currency: 0 });
  expect(prices.offers.map(({ id }) => id)).toEqual(['logo-design-1']);
  expect(await (await fetch(`${shop.urls.storefront}/`)).text()).toContain('Name of logo-design');

  expect((await findStep(owner, 'order'))?.action).toMatchObject({
    kind: 'shop',
    href: `${shop.urls.storefront}/services/logo-design`,
  });
  const ada = await buyer(shop);
  const line = { offerId: 'logo-design-1', quantity: 1, platform: null, answers: { rightsConfirmed: true } };
  const { paymentLink } = await placed(shop, ada, { lines: [line], startNow: true });
  expect(await findStep(owner, 'order')).toMatchObject({
    isDone: false,
    action: { kind: 'shop', href: expect.stringContaining('/cabinet/order-history') },
  });
  await pay(paymentLink);
  await expect.poll(async () => (await findStep(owner, 'order'))?.action?.href).toMatch(/^\/queue\/[0-9a-f-]{36}$/);
  const pieceId = (await findStep(owner, 'order'))?.action?.href.split('/').at(-1) ?? '';
  await take(shop, mira, pieceId);
  const { version } = await save(shop, mira, pieceId, 'The logo is a loaf.');
  await deliver(shop, mira, pieceId, version);
  expect(await doneSteps(owner)).toEqual(['service', 'samples', 'order']);

  // What was done and is not any more.
  const { body: logo } = await owner.call('GET /api/catalogue/file', { file: 'logo-design.yaml' });
  const hidden = { file: logo.file, service: { ...logo.service, state: 'archived' }, from: logo.number, why: 'not now' };
  expect((await owner.call('POST /api/catalogue/save', hidden)).body.saved).toBe(true);
  expect(await doneSteps(owner)).toEqual(['order']);
});

describe('before opening', () => {
  test('the brand and the policies are done when they are, and email and payments not by the sandbox', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const { number, text: brand } = (await owner.call('GET /api/brand')).body;
    const saved = await owner.call('POST /api/brand/save', { text: { ...brand, name: 'Paper & Pine' }, from: number, why: 'our name' });
    expect(saved.body).toMatchObject({ saved: true });
    for (const step of ['mail', 'payments', 'policies', 'address'] as const) await owner.call('POST /api/setup/try', { step });
    const done = await doneSteps(owner);
    for (const step of ['brand', 'policies'] as const) expect(done).toContain(step);
    for (const step of ['content', 'mail', 'payments', 'company', 'address'] as const) expect(done).not.toContain(step);
    const { text, save } = await openedContent(shop, 'home');
    expect((await save({ ...text, title: words('Paper, cut by hand') })).status).toBe(200);
    expect(await findStep(owner, 'content')).toMatchObject({ isDone: true, lines: ['Its title is “Paper, cut by hand”.'] });
  });

  test('a dismissed guide leaves the first page, and comes back', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const { body } = await owner.call('POST /api/setup/dismiss', { isDismissed: true });
    expect([body.isDismissed, body.banner]).toEqual([true, null]);
    expect((await owner.call('POST /api/setup/dismiss', { isDismissed: false })).body.banner).toMatch(/^\d+ of 13 set-up steps/);
  });

  test('other roles neither read nor change it', async ({ shop }) => {
    for (const role of ['manager', 'maker', 'support'] as const) {
      const { call } = await operating(shop, role);
      expect((await call('GET /api/setup')).status).toBe(403);
      expect((await call('POST /api/setup/dismiss', { isDismissed: true })).status).toBe(403);
      expect((await call('POST /api/setup/end-samples')).status).toBe(403);
    }
  });
});

sampleShopTest(
  'shop with ten services: an invitation completes the team, a renamed service is the owner’s, the others end together',
  async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    expect((await findStep(owner, 'staff'))?.isDone).toBe(false);
    expect((await owner.call('POST /api/team/invite', { email: 'mira@desk.example', name: 'Mira', role: 'maker' })).status).toBe(204);
    expect((await findStep(owner, 'staff'))?.isDone).toBe(true);
    const { body: file } = await owner.call('GET /api/catalogue/file', { file: 'quick-reads.yaml' });
    const renamed = { ...file.service, name: { ...file.service?.name, en: 'Morning pages' } };
    expect((await owner.call('POST /api/catalogue/save', { file: file.file, service: renamed, from: 1, why: 'our own' })).body.saved).toBe(
      true,
    );
    expect(await doneSteps(owner)).toEqual(['service']);
    await Promise.all([1, 2].map(() => owner.call('POST /api/setup/end-samples')));
    expect(await doneSteps(owner)).toEqual(['service', 'samples']);
    const { body } = await owner.call('GET /api/catalogue');
    expect(body.services.filter(({ state }) => state !== 'archived').map(({ name }) => name)).toEqual(['Morning pages']);
    for (const path of ['/', '/services']) expect((await fetch(`${shop.urls.storefront}${path}`)).status).toBe(200);
  },
);
