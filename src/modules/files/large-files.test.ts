// Large files over HTTP: they arrive in parts, by the tus protocol, and are taken over when all are there.
import { randomUUID } from 'node:crypto';
import fs, { readdir } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openStore } from '#platform/files/store.ts';
import { logIn, register } from '../../../tests/support/accounts.ts';
import { samples } from '../../../tests/support/files.ts';
import { getErrors } from '../../../tests/support/money.ts';
import { fileRows } from '../../../tests/support/rows/accounts.ts';
import { openS3 } from '../../../tests/support/s3.ts';
import { test as base, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { orderedPiece } from '../../../tests/support/work.ts';
import { fileJobs } from './jobs.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const MB = 1024 * 1024;
const recording = Buffer.concat([Buffer.from('ID3\x04', 'latin1'), Buffer.alloc(3 * MB, 7)]);
const newToken = async (shop: Shop) => (await logIn(shop, await register(shop))).token;
const begin = (shop: Shop, token: string, file: { name?: string; bytes?: number } = {}) =>
  shop.call('POST /api/files/begin', { name: 'episode.mp3', bytes: recording.length, ...file }, { token });
const finish = (shop: Shop, token: string, id: string) => shop.call('POST /api/files/finish', { id }, { token });

const tus = (shop: Shop, token: string, method: string, address: string, more: { offset?: number; body?: Buffer; origin?: string } = {}) =>
  fetch(`${shop.urls.storefront}${address}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      ...(more.origin ? { origin: more.origin } : {}),
      ...(more.body ? { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(more.offset ?? 0) } : {}),
    },
    ...(more.body ? { body: Uint8Array.from(more.body) } : {}),
  });
const parts = (shop: Shop) => readdir(join(shop.ctx.config.dataDir, 'files/parts'));

test('a recording arrives in parts, is the same file, and can be finished again', async ({ shop }) => {
  const token = await newToken(shop);
  const { id, address } = (await begin(shop, token)).body;
  expect((await tus(shop, token, 'PATCH', address, { body: recording.subarray(0, MB) })).status).toBe(204);
  expect(getErrors(await finish(shop, token, id))).toEqual([400, { '': [expect.stringContaining('hasn’t arrived in full')] }]);
  expect((await tus(shop, token, 'PATCH', address, { offset: 0, body: recording.subarray(0, MB) })).status).toBe(409);
  const head = await tus(shop, token, 'HEAD', address);
  expect([head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([String(MB), String(recording.length)]);
  expect((await tus(shop, token, 'PATCH', address, { offset: MB, body: recording.subarray(MB) })).status).toBe(204);
  const made = await finish(shop, token, id);
  expect(made.body).toMatchObject({ id, name: 'episode.mp3', kind: 'mp3', bytes: recording.length });
  expect((await finish(shop, token, id)).body).toEqual(made.body);
  expect((await shop.call('GET /api/files', undefined, { token })).body.files).toEqual([made.body]);
  const content = await fetch(`${shop.urls.storefront}/api/files/content?id=${id}`, { headers: { authorization: `Bearer ${token}` } });
  expect(Buffer.from(await content.arrayBuffer()).equals(recording)).toBe(true);
  expect((await parts(shop)).filter((name) => name.startsWith(id))).toEqual([]);
});

test('finished at once from two tabs: one file, and the other hears that it is being taken over, or the same', async ({ shop }) => {
  const token = await newToken(shop);
  const { id, address } = (await begin(shop, token)).body;
  await tus(shop, token, 'PATCH', address, { body: recording });
  const answers = await Promise.all([finish(shop, token, id), finish(shop, token, id)]);
  expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
  expect((await finish(shop, token, id)).status).toBe(200);
});

test('a file of another kind is refused with the kinds that are accepted, and leaves nothing', async ({ shop }) => {
  const token = await newToken(shop);
  const program = Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(MB)]);
  const { id, address } = (await begin(shop, token, { bytes: program.length })).body;
  await tus(shop, token, 'PATCH', address, { body: program });
  expect(getErrors(await finish(shop, token, id))).toEqual([400, { '': [expect.stringContaining('We accept txt')] }]);
  expect([(await parts(shop)).filter((name) => name.startsWith(id)), (await fileRows(shop)).filter((row) => row.id === id)]).toEqual([
    [],
    [],
  ]);
  expect((await tus(shop, token, 'HEAD', address)).status).toBe(404);
});

describe('rights and limits', () => {
  test('upload of another account: every request is answered with 404', async ({ shop }) => {
    const [token, other] = [await newToken(shop), await newToken(shop)];
    const { id, address } = (await begin(shop, token)).body;
    for (const method of ['HEAD', 'DELETE']) expect((await tus(shop, other, method, address)).status, method).toBe(404);
    expect((await tus(shop, other, 'PATCH', address, { body: recording })).status).toBe(404);
    expect((await tus(shop, 'none', 'HEAD', address)).status).toBe(401);
    expect((await tus(shop, token, 'DELETE', address, { origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await finish(shop, other, id)).status).toBe(404);
    expect((await tus(shop, token, 'HEAD', `/api/uploads/${randomUUID()}`)).status).toBe(404);
    expect((await tus(shop, token, 'HEAD', '/api/uploads/..%2f..%2fkept')).status).toBe(404);
    expect((await tus(shop, token, 'HEAD', address)).status).toBe(200);
  });

  test('text by name, empty and over 5 GB: refused before the first byte', async ({ shop }) => {
    const token = await newToken(shop);
    expect(getErrors(await begin(shop, token, { name: 'notes.txt' }))).toEqual([400, { name: ['Files of this kind can be up to 10 MB.'] }]);
    for (const bytes of [0, 5 * 1024 ** 3 + 1, 1.5]) expect((await begin(shop, token, { bytes })).status, String(bytes)).toBe(400);
  });

  test('more bytes than announced are refused', async ({ shop }) => {
    const token = await newToken(shop);
    const { address } = (await begin(shop, token, { bytes: MB })).body;
    const answer = await tus(shop, token, 'PATCH', address, { body: recording }).catch(() => undefined);
    expect([413, undefined]).toContain(answer?.status);
  });

  test('before the first payment one gigabyte, afterwards more', async ({ shop }) => {
    const token = await newToken(shop);
    expect((await begin(shop, token, { bytes: 1_000 * MB })).status).toBe(200);
    expect(getErrors(await begin(shop, token, { bytes: 100 * MB }))).toEqual([400, { '': [expect.stringContaining('maximum')] }]);
    const { who } = await orderedPiece(shop);
    expect((await begin(shop, who.token, { bytes: 2_000 * MB })).status).toBe(200);
  });
});

test('parts that stay away for a day end with their upload', async ({ shop }) => {
  const token = await newToken(shop);
  const { id, address } = (await begin(shop, token, { bytes: samples.png.length + 1, name: 'layers.psd' })).body;
  await tus(shop, token, 'PATCH', address, { body: samples.png });
  shop.clock.turn({ hours: 26 });
  const jobs = fileJobs(shop.ctx, await openStore(shop.ctx.config));
  await jobs['files.deleteExpired']({}, new AbortController().signal);
  await jobs['files.remove']({ id }, new AbortController().signal);
  expect((await fileRows(shop)).filter((row) => row.id === id)).toEqual([]);
  expect((await parts(shop)).filter((name) => name.startsWith(id))).toEqual([]);
});

test('S3: the parts are on the disk, the file goes to the store, and a store that fails leaves it for another try', async () => {
  await using store = await openS3();
  await using shop = await openShop({ environment: { RATE_LIMITS: 'off', ...store.environment } });
  const token = await newToken(shop);
  const { id, address } = (await begin(shop, token)).body;
  expect((await tus(shop, token, 'PATCH', address, { body: recording })).status).toBe(204);
  expect([store.objects.size, (await parts(shop)).length]).toEqual([0, 2]);
  for (const status of [500, 507, 403]) {
    store.fail(status);
    const { status: answered, headers } = await finish(shop, token, id);
    expect([status, answered, Number(headers.get('retry-after'))]).toEqual([status, 503, 120]);
  }
  expect([store.objects.size, (await parts(shop)).length]).toEqual([0, 2]);
  store.fail(undefined);
  expect((await finish(shop, token, id)).body).toMatchObject({ id, kind: 'mp3', bytes: recording.length });
  expect([store.objects.get(id)?.equals(recording), await parts(shop)]).toEqual([true, []]);
  const content = await fetch(`${shop.urls.storefront}/api/files/content?id=${id}`, { headers: { authorization: `Bearer ${token}` } });
  expect(Buffer.from(await content.arrayBuffer()).equals(recording)).toBe(true);
});

describe('full disk', () => {
  /** What the shop reads of the room on its disks. */
  function withRoom(megabytes: number): Disposable {
    const { statfs } = fs;
    fs.statfs = (async () => ({ bavail: megabytes, bsize: MB })) as unknown as typeof statfs;
    syncBuiltinESMExports();
    return {
      [Symbol.dispose]() {
        fs.statfs = statfs;
        syncBuiltinESMExports();
      },
    };
  }

  test('before it begins: 503 at once, and nothing is left', async ({ shop }) => {
    const token = await newToken(shop);
    const before = [await parts(shop), (await fileRows(shop)).length];
    using _ = withRoom(shop.ctx.config.filesFreeMb + 2);
    const refused = await begin(shop, token);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([503, 120]);
    expect(JSON.stringify(refused.body)).toContain('can’t accept files right now');
    expect([await parts(shop), (await fileRows(shop)).length]).toEqual(before);
    // A smaller one has room.
    expect((await begin(shop, token, { bytes: MB })).status).toBe(200);
  });

  test('on its way: the next part is refused before its first byte, and goes on when there is room', async ({ shop }) => {
    const token = await newToken(shop);
    const { id, address } = (await begin(shop, token)).body;
    expect((await tus(shop, token, 'PATCH', address, { body: recording.subarray(0, MB) })).status).toBe(204);
    const rest = recording.subarray(MB);
    {
      using _ = withRoom(shop.ctx.config.filesFreeMb + 1);
      const refused = await tus(shop, token, 'PATCH', address, { offset: MB, body: rest });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '120']);
      expect((await tus(shop, token, 'HEAD', address)).headers.get('upload-offset')).toBe(String(MB));
    }
    expect((await tus(shop, token, 'PATCH', address, { offset: MB, body: rest })).status).toBe(204);
    expect((await finish(shop, token, id)).body).toMatchObject({ bytes: recording.length });
  });
});
