// API keys over HTTP: who creates, rotates and revokes them, and that they open API v1 and nothing else.

import { PASSWORD } from '../../../tests/support/accounts.ts';
import { operating } from '../../../tests/support/desk.ts';
import { callApi, createApiKey, rotate } from '../../../tests/support/keys.ts';
import { buyer, getErrors } from '../../../tests/support/money.ts';
import { listAudit } from '../../../tests/support/rows/desk.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', TRUSTED_PROXIES: '127.0.0.1' } });

const status = async (shop: Shop, key: string | undefined, headers?: Record<string, string>) =>
  (await callApi(shop, key, 'GET /services', undefined, headers)).status;
const wanted = { name: 'Till', scopes: ['catalogue:read'] };

describe('key of the shop', () => {
  test('an owner creates one: shown once, stored hashed, written into the audit log without it', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const { status: created, body } = await owner.call('POST /api/keys/create', wanted);
    expect([created, body]).toEqual([200, { id: expect.any(String), key: expect.stringMatching(/^fk_test_\w{46}$/) }]);
    expect(await status(shop, body.key)).toBe(200);
    const listed = await owner.call('GET /api/keys');
    const row = listed.body.find(({ id }) => id === body.id);
    expect(row).toMatchObject({
      name: 'Till',
      hint: `${body.key.slice(0, 12)}…`,
      client: null,
      lastUsedAt: shop.clock.now().toISOString(),
    });
    const stored = await shop.sql('select row_to_json(api_key) as row from api_key');
    const lines = await listAudit(shop, body.id);
    expect(lines.map(({ act }) => act)).toEqual(['key.create']);
    for (const text of [listed.body, stored, lines].map((each) => JSON.stringify(each))) expect(text).not.toContain(body.key.slice(8));
  });

  test('needs a recent confirmation to create and rotate, and the role of an owner', async ({ shop }) => {
    const [owner, manager] = [await operating(shop, 'owner'), await operating(shop, 'manager')];
    for (const [call, sent] of [
      ['GET /api/keys', {}],
      ['POST /api/keys/create', wanted],
      ['POST /api/keys/revoke', { id: '019e1b85-95c0-7001-bd90-ba85adea8d64' }],
    ] as const)
      expect((await manager.call(call, sent)).status).toBe(403);
    shop.clock.turn({ minutes: 10 });
    const { body } = await owner.call('POST /api/keys/create', wanted);
    expect(body.key).toMatch(/^fk_test_/);
  });

  test('revoked: the next request is refused, on every node', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const { id, key } = await createApiKey(shop);
    expect(await status(shop, key)).toBe(200);
    expect((await owner.call('POST /api/keys/revoke', { id })).status).toBe(204);
    expect(await status(shop, key)).toBe(401);
    expect((await owner.call('POST /api/keys/revoke', { id })).status).toBe(204);
    expect((await listAudit(shop, id)).map(({ act }) => act)).toEqual(['key.revoke']);
  });

  test('rotated: both keys work until the overlap is over, then the new one alone', async ({ shop }) => {
    const { id, key } = await createApiKey(shop);
    const { created } = await rotate(shop, id, 24);
    expect([await status(shop, key), await status(shop, created.key)]).toEqual([200, 200]);
    shop.clock.turn({ hours: 24 });
    expect([await status(shop, key), await status(shop, created.key)]).toEqual([401, 200]);
    const next = await rotate(shop, created.id, 0);
    expect([await status(shop, created.key), await status(shop, next.created.key)]).toEqual([401, 200]);
    await expect(rotate(shop, created.id, 0)).rejects.toMatchObject({ status: 400 });
  });

  test('ends at its expiry, and works from its networks only', async ({ shop }) => {
    const expiresAt = new Date(shop.clock.now().getTime() + 3_600_000).toISOString();
    const { key } = await createApiKey(shop, undefined, { expiresAt, networks: ['203.0.113.0/24'] });
    expect(await status(shop, key, { 'x-forwarded-for': '203.0.113.9' })).toBe(200);
    expect(await status(shop, key, { 'x-forwarded-for': '203.0.114.9' })).toBe(403);
    shop.clock.turn({ hours: 1 });
    expect(await status(shop, key, { 'x-forwarded-for': '203.0.113.9' })).toBe(401);
  });

  test('bad input is refused beside its field', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const create = async (more: object) => getErrors(await owner.call('POST /api/keys/create', { ...wanted, ...more }));
    expect(await create({ name: ' ' })).toEqual([400, { name: ['Enter a name for the key.'] }]);
    expect(await create({ scopes: [] })).toEqual([400, { scopes: ['Choose at least one thing that the key may do.'] }]);
    expect(await create({ scopes: ['everything'] })).toMatchObject([400, { 'scopes[0]': [expect.any(String)] }]);
    expect(await create({ networks: ['203.0.113.1', 'here'] })).toMatchObject([
      400,
      { 'networks[1]': [expect.stringContaining('203.0.113.0/24')] },
    ]);
    expect(await create({ expiresAt: '2020-01-01T00:00:00Z' })).toEqual([400, { expiresAt: ['Choose a date in the future, or none.'] }]);
    expect(await create({ expiresAt: 'soon' })).toMatchObject([400, { expiresAt: [expect.any(String)] }]);
  });

  test('the fifty-first is refused', async ({ shop }) => {
    const who = await buyer(shop);
    for (let count = 0; count < 50; count++) await createApiKey(shop, who);
    await expect(createApiKey(shop, who)).rejects.toMatchObject({ status: 400 });
  });
});

describe('key of a client', () => {
  test('a client creates, rotates and revokes their own, after a confirmation', async ({ shop }) => {
    const who = await buyer(shop);
    const call = <C extends Parameters<Shop['call']>[0]>(name: C, sent?: unknown) => shop.call(name, sent, { token: who.token });
    expect(getErrors(await call('POST /api/keys/create', wanted))).toMatchObject([400, { stepUp: [expect.any(String)] }]);
    await call('POST /api/Accounts/confirm', { currentPassword: PASSWORD });
    const { body } = await call('POST /api/keys/create', wanted);
    expect(await status(shop, body.key)).toBe(200);
    expect(getErrors(await call('POST /api/keys/create', { ...wanted, scopes: ['clients:read'] }))).toMatchObject([400, {}]);
    const rotated = await call('POST /api/keys/rotate', { id: body.id, overlapHours: 0 });
    expect([await status(shop, body.key), await status(shop, rotated.body.key)]).toEqual([401, 200]);
    expect((await call('POST /api/keys/revoke', { id: rotated.body.id })).status).toBe(204);
    expect(await status(shop, rotated.body.key)).toBe(401);
    expect((await call('GET /api/keys')).body.map(({ revokedAt }) => revokedAt !== null)).toEqual([true, true]);
  });

  test("another client's key is not found, and the desk cannot get a secret of it", async ({ shop }) => {
    const [who, other, owner] = [await buyer(shop), await buyer(shop), await operating(shop, 'owner')];
    const { id, key } = await createApiKey(shop, who);
    expect((await shop.call('POST /api/keys/revoke', { id }, { token: other.token })).status).toBe(404);
    expect((await owner.call('POST /api/keys/rotate', { id })).status).toBe(404);
    expect((await owner.call('GET /api/keys')).body.find((each) => each.id === id)?.client?.email).toBe(who.email);
    expect((await owner.call('POST /api/keys/revoke', { id })).status).toBe(204);
    expect(await status(shop, key)).toBe(401);
  });
});

describe('what a key opens', () => {
  test.for([undefined, '', 'x', 'fk_test_', `fk_test_${'a'.repeat(46)}`, `fk_live_${'a'.repeat(46)}`])('%j: 401', async (key, { shop }) => {
    expect(await status(shop, key)).toBe(401);
  });

  test('log-ins do not open API v1, and keys open no other call', async ({ shop }) => {
    const who = await buyer(shop);
    const { key } = await createApiKey(shop, who);
    expect(await status(shop, who.token)).toBe(401);
    expect(await status(shop, undefined, { cookie: `accessToken=${key}` })).toBe(401);
    expect((await shop.call('GET /api/orders', undefined, { token: key })).status).toBe(401);
  });
});
