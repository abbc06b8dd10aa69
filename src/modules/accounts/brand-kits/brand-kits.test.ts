// Tests brand kits over HTTP: saving, renaming, removing, ownership and the limit of 20.

import { randomUUID } from 'node:crypto';
import {
  askToClose,
  codeIn,
  expectNowhere,
  isErased,
  letTheHourCome,
  logIn,
  member,
  register,
  WEEK,
} from '../../../../tests/support/accounts.ts';
import { addBrandKit, brandKitCount } from '../../../../tests/support/rows/accounts.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';

// Concurrent requests wait for a lock, each with its own connection.
const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', DATABASE_POOL: '10' } });

const bakery = {
  brandName: 'Loaf & Queue',
  language: 'en',
  tone: 'warm',
  audience: 'Neighbours',
  notes: 'Never “artisan”.\nNever “tasty”.',
  referenceUrls: ['https://loaf.example/'],
  mustInclude: ['sourdough'],
  mustAvoid: ['artisan', 'tasty'],
};
const empty = { language: '', tone: '', audience: '', referenceUrls: [], mustInclude: [], mustAvoid: [], notes: '' };

const arrive = async (shop: Shop) => (await logIn(shop, await register(shop))).token;
const save = (shop: Shop, token: string, kit: unknown) => shop.call('POST /api/Accounts/save-brand-kit', kit, { token });
const remove = (shop: Shop, token: string, id: string) => shop.call('POST /api/Accounts/remove-brand-kit', { id }, { token });
const list = async (shop: Shop, token: string) => (await shop.call('GET /api/Accounts/brand-kits', undefined, { token })).body;
const brands = async (shop: Shop, token: string) => (await list(shop, token)).map(({ brandName }) => brandName);
const getErrors = ({ body }: { body: unknown }) => (body as { errors?: Record<string, string[]> }).errors;
const fill = async (shop: Shop, token: string, count: number) => {
  for (let index = 0; index < count; index++) expect((await save(shop, token, { brandName: `Brand ${index}` })).status).toBe(200);
};

describe('brand kit', () => {
  test('a saved kit keeps its known fields only; the list shows the newest first', async ({ shop }) => {
    const token = await arrive(shop);
    expect(await list(shop, token)).toEqual([]);
    const sent = { ...bakery, brandName: '  Loaf & Queue ', rightsConfirmed: true, files: ['x'], facts: 'not of the brand' };
    const { status, body } = await save(shop, token, sent);
    expect([status, body]).toEqual([200, [{ id: expect.any(String), ...bakery }]]);
    shop.clock.turn({ minutes: 1 });
    await save(shop, token, { brandName: '灯台珈琲' });
    expect(await list(shop, token)).toEqual([
      { id: expect.any(String), ...empty, brandName: '灯台珈琲' },
      { id: body[0]?.id, ...bakery },
    ]);
  });

  test('saving a kit for the same brand in other case or width replaces the whole kit', async ({ shop }) => {
    const token = await arrive(shop);
    const [first] = (await save(shop, token, bakery)).body;
    const { body } = await save(shop, token, { brandName: 'ＬＯＡＦ & queue', tone: 'bold' });
    expect(body).toEqual([{ ...empty, id: first?.id, brandName: 'ＬＯＡＦ & queue', tone: 'bold' }]);
  });

  test('a kit can be renamed by its id, but not to the name of another kit', async ({ shop }) => {
    const token = await arrive(shop);
    const [{ id = '' } = {}] = (await save(shop, token, bakery)).body;
    await save(shop, token, { brandName: 'Fjord' });
    expect(getErrors(await save(shop, token, { ...bakery, id, brandName: 'FJORD' }))).toEqual({
      brandName: ['You already have a brand kit with this name.'],
    });
    expect((await save(shop, token, { ...bakery, id, brandName: 'Crumb' })).body).toContainEqual({ ...bakery, id, brandName: 'Crumb' });
    expect((await save(shop, token, { ...bakery, id, brandName: 'crumb' })).status).toBe(200);
    expect((await brands(shop, token)).sort()).toEqual(['Fjord', 'crumb']);
  });

  test('a kit can be removed once; a second removal gets 404', async ({ shop }) => {
    const token = await arrive(shop);
    const [{ id = '' } = {}] = (await save(shop, token, bakery)).body;
    expect((await remove(shop, token, id)).status).toBe(204);
    expect((await remove(shop, token, id)).status).toBe(404);
    expect(await list(shop, token)).toEqual([]);
  });

  test.for([
    ['no brand', { brandName: ' ' }, 'brandName'],
    ['a long brand', { brandName: 'x'.repeat(81) }, 'brandName'],
    ['long notes', { notes: 'x'.repeat(1_001) }, 'notes'],
    ['a long audience', { audience: 'x'.repeat(301) }, 'audience'],
    ['six addresses', { referenceUrls: Array.from({ length: 6 }, (_, index) => `https://loaf.example/${index}`) }, 'referenceUrls'],
    ['a javascript: address', { referenceUrls: ['javascript:alert(1)'] }, 'referenceUrls[0]'],
    ['eleven phrases', { mustInclude: Array.from({ length: 11 }, (_, index) => `${index}`) }, 'mustInclude'],
    ['a long phrase', { mustAvoid: ['x'.repeat(61)] }, 'mustAvoid[0]'],
    ['a list as tone', { tone: ['warm'] }, 'tone'],
  ] as const)('a kit with %s is refused at that field, and nothing is saved', async ([, invalid, field], { shop }) => {
    const token = await arrive(shop);
    const answer = await save(shop, token, { ...bakery, ...invalid });
    expect([answer.status, Object.keys(getErrors(answer) ?? {})]).toEqual([400, [field]]);
    expect(await list(shop, token)).toEqual([]);
  });
});

describe('brand kit of another account', () => {
  test('another account does not see it; changing or removing it gets 404', async ({ shop }) => {
    const [own, other] = [await arrive(shop), await arrive(shop)];
    const [{ id = '' } = {}] = (await save(shop, own, bakery)).body;
    expect(await list(shop, other)).toEqual([]);
    expect((await save(shop, other, { ...bakery, id, notes: 'taken' })).status).toBe(404);
    expect((await save(shop, other, { ...bakery, id: randomUUID() })).status).toBe(404);
    expect((await remove(shop, other, id)).status).toBe(404);
    // The same brand may have a kit in two accounts.
    expect((await save(shop, other, { brandName: bakery.brandName })).status).toBe(200);
    expect(await list(shop, own)).toEqual([{ id, ...bakery }]);
  });
});

describe('brand kits of a closed account', () => {
  test('the data export contains the kits, and erasing the account removes them', async ({ shop }) => {
    const { email, token, id } = await member(shop);
    await save(shop, token, { ...bakery, brandName: 'Zwieback & Søn', notes: 'A secret of the zwieback' });
    await shop.call('POST /api/Accounts/ask-export', { currentPassword: 'seven blue herons' }, { token });
    const { body } = await shop.call('POST /api/Accounts/fetch-export', { code: codeIn((await shop.mail(email, /Your data/)).text) });
    expect(body.brandKits).toMatchObject([{ brandName: 'Zwieback & Søn', mustInclude: ['sourdough'], notes: 'A secret of the zwieback' }]);
    await askToClose(shop, token);
    shop.clock.turn(WEEK);
    await letTheHourCome(shop);
    await expect.poll(() => isErased(shop, id)).toBe(true);
    await expectNowhere(shop, ['zwieback']);
  });
});

describe('limit of 20 brand kits', () => {
  test('a 21st kit is refused; replacing an existing kit or removing one first works', async ({ shop }) => {
    const token = await arrive(shop);
    await fill(shop, token, 20);
    expect(getErrors(await save(shop, token, bakery))?.['']?.[0]).toMatch(/^You have 20 brand kits/);
    const [{ id = '' } = {}] = (await save(shop, token, { brandName: 'brand 7', tone: 'bold' })).body;
    await remove(shop, token, id);
    expect((await save(shop, token, bakery)).body).toHaveLength(20);
  });

  test('concurrent saves stop at exactly 20 kits', async ({ shop }) => {
    const token = await arrive(shop);
    await fill(shop, token, 17);
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => save(shop, token, { brandName: `Late ${index}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(21);
    expect(await list(shop, token)).toHaveLength(20);
  });

  test('concurrent saves of one brand create one kit', async ({ shop }) => {
    const token = await arrive(shop);
    const answers = await Promise.all(Array.from({ length: 16 }, () => save(shop, token, bakery)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await list(shop, token)).toHaveLength(1);
  });

  test('naive version that counts before it saves exceeds the limit', async ({ shop }) => {
    const { token, id } = await member(shop);
    await fill(shop, token, 19);
    const counted = await Promise.all([brandKitCount(shop, id), brandKitCount(shop, id)]);
    for (const [index, count] of counted.entries()) if (count < 20) await addBrandKit(shop, id, `naive ${index}`, shop.clock.now());
    expect(await brandKitCount(shop, id)).toBe(21);
  });
});
