// Files of deliveries in parts, over HTTP, as players ask for them: by a customer's link, and at the desk.
import { Readable } from 'node:stream';
import { operating } from '../../../../tests/support/desk.ts';
import { samples, silentMp3 } from '../../../../tests/support/files.ts';
import { buyer } from '../../../../tests/support/money.ts';
import { openS3 } from '../../../../tests/support/s3.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../../tests/support/shop.ts';
import { delivered, desk, mira, orderedPiece, take } from '../../../../tests/support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const episode = silentMp3(2);

async function deliveredEpisode(shop: Shop) {
  const { who, pieceId } = await orderedPiece(shop);
  await take(shop, mira, pieceId);
  const add = (name: string, bytes: Buffer) => desk(shop).addFile(mira, pieceId, { name, body: Readable.from([bytes]) });
  const { id } = await add('episode.mp3', episode);
  const { id: cover } = await add('cover.png', samples.png);
  await delivered(shop, mira, pieceId);
  const { body, status } = await shop.call('GET /api/orders/file-link', { id }, { token: who.token });
  expect(status).toBe(200);
  const get = (headers: Record<string, string> = {}, address = body.address) => fetch(shop.urls.storefront + address, { headers });
  return { who, pieceId, id, cover, address: body.address, get };
}

const readBytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('a part of a recording', () => {
  const last = episode.length - 1;
  test.for([
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, last],
    ['bytes=-10', last - 9, last],
    [`bytes=5-${last + 1_000}`, 5, last],
    [`bytes=-${last + 1_000}`, 0, last],
  ] as const)('%s: 206 with these bytes and their place', async ([range, from, to], { shop }) => {
    const { get } = await deliveredEpisode(shop);
    const answer = await get({ range });
    expect([answer.status, answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([
      206,
      `bytes ${from}-${to}/${episode.length}`,
      String(to - from + 1),
    ]);
    expect((await readBytes(answer)).equals(episode.subarray(from, to + 1))).toBe(true);
  });

  test.for(['', 'bytes=', 'bytes=-', 'bytes=9-1', `bytes=${last + 1}-`, 'bytes=0-1,5-9', 'pages=0-1', 'bytes=-0'])(
    '%s: all of it',
    async (range, { shop }) => {
      const { get } = await deliveredEpisode(shop);
      const answer = await get({ range });
      expect([answer.status, answer.headers.get('accept-ranges'), answer.headers.get('content-range')]).toEqual([200, 'bytes', null]);
      expect((await readBytes(answer)).equals(episode)).toBe(true);
    },
  );
});

test('type: a recording says what it is, a picture is only ever a download', async ({ shop }) => {
  const { who, cover, get } = await deliveredEpisode(shop);
  const { body } = await shop.call('GET /api/orders/file-link', { id: cover }, { token: who.token });
  const fetchType = async (address?: string) => {
    const { headers } = await get({}, address);
    return [headers.get('content-type'), headers.get('content-disposition')?.split(';')[0], headers.get('x-content-type-options')];
  };
  expect(await fetchType()).toEqual(['audio/mpeg', 'attachment', 'nosniff']);
  expect(await fetchType(body.address)).toEqual(['application/octet-stream', 'attachment', 'nosniff']);
});

test('link: only of the own file, as it was signed, for six hours and until the session ends', async ({ shop }) => {
  const { who, id, cover, address, get } = await deliveredEpisode(shop);
  const other = await deliveredEpisode(shop);
  const stranger = await buyer(shop);
  expect((await shop.call('GET /api/orders/file-link', { id }, { token: stranger.token })).status).toBe(404);
  const query = new URLSearchParams(address.split('?')[1]);
  const otherSession = new URLSearchParams(other.address.split('?')[1]).get('session') ?? '';
  for (const [name, value] of [
    ['id', cover],
    ['id', other.id],
    ['session', otherSession],
    ['until', String(Number(query.get('until')) + 1)],
    ['signature', 'x'.repeat(43)],
    ['signature', ''],
  ] as const) {
    const changed = new URLSearchParams(query);
    changed.set(name, value);
    expect([name, value, (await get({}, `/api/orders/linked-file?${changed}`)).status]).toEqual([name, value, 404]);
  }
  shop.clock.turn({ hours: 5 });
  expect((await get()).status).toBe(200);
  shop.clock.turn({ hours: 2 });
  expect((await get()).status).toBe(404);
  const fresh = await deliveredEpisode(shop);
  expect((await fresh.get()).status).toBe(200);
  expect((await shop.call('POST /api/Accounts/logout', undefined, { token: fresh.who.token })).status).toBe(204);
  expect((await fresh.get()).status).toBe(404);
  expect((await shop.call('GET /api/orders/file-link', { id }, { token: who.token })).status).toBe(401);
});

test('draft: a file that is not delivered yet has no link', async ({ shop }) => {
  const { who, pieceId } = await orderedPiece(shop);
  const { id } = await desk(shop).addFile(mira, pieceId, { name: 'episode.mp3', body: Readable.from([episode]) });
  expect((await shop.call('GET /api/orders/file-link', { id }, { token: who.token })).status).toBe(404);
});

test('desk: an operator who may see the piece streams its recording', async ({ shop }) => {
  const { pieceId, id } = await deliveredEpisode(shop);
  const get = (cookie: string) =>
    fetch(`${shop.urls.desk}/api/piece/file?${new URLSearchParams({ pieceId, fileId: id })}`, {
      headers: { cookie, range: 'bytes=10-19' },
    });
  const answer = await get((await operating(shop, 'manager')).cookie);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'audio/mpeg']);
  expect((await readBytes(answer)).equals(episode.subarray(10, 20))).toBe(true);
  expect((await get('')).status).toBe(401);
});

test('S3: the store sends only the part', async () => {
  await using store = await openS3();
  await using shop = await openShop({ environment: { RATE_LIMITS: 'off', ...store.environment } });
  const { get } = await deliveredEpisode(shop);
  const answer = await get({ range: 'bytes=104-207' });
  expect([answer.status, (await readBytes(answer)).equals(episode.subarray(104, 208))]).toEqual([206, true]);
  expect((await readBytes(await get())).equals(episode)).toBe(true);
});
