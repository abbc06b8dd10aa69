// Large files that operators add to a delivery, over HTTP: they arrive in parts.
import { operating } from '../../../../tests/support/desk.ts';
import { getErrors } from '../../../../tests/support/money.ts';
import { test as base, expect, type Shop } from '../../../../tests/support/shop.ts';
import { orderedPiece } from '../../../../tests/support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const MB = 1024 * 1024;
const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(2 * MB, 3)]);

const send = (
  shop: Shop,
  { cookie }: { readonly cookie: string },
  method: string,
  address: string,
  body?: Buffer,
  origin = shop.urls.desk,
) =>
  fetch(`${shop.urls.desk}${address}`, {
    method,
    headers: {
      ...(origin === '' ? {} : { origin: new URL(origin).origin }),
      cookie,
      'tus-resumable': '1.0.0',
      ...(body ? { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' } : {}),
    },
    ...(body ? { body: Uint8Array.from(body) } : {}),
  });

test('film of a delivery: added when all of it has arrived, by who began it, and not by others', async ({ shop }) => {
  const [manager, other, support] = [await operating(shop, 'manager'), await operating(shop, 'manager'), await operating(shop, 'support')];
  const { pieceId } = await orderedPiece(shop);
  const begin = (name: string, bytes: number, by = manager) => by.call('POST /api/piece/begin-file', { pieceId, name, bytes });
  expect((await begin('clip.mp4', film.length, support)).status).toBe(403);
  expect((await begin('text.docx', 30 * MB)).status).toBe(413);
  expect((await begin('clip.exe', film.length)).status).toBe(413);
  const { id, address } = (await begin('clip.mp4', film.length)).body;
  expect((await send(shop, other, 'HEAD', address)).status).toBe(404);
  expect((await send(shop, support, 'HEAD', address)).status).toBe(403);
  expect((await send(shop, { cookie: '' }, 'PATCH', address, film)).status).toBe(401);
  for (const origin of ['', 'https://elsewhere.example'])
    expect((await send(shop, manager, 'PATCH', address, film, origin)).status).toBe(403);
  expect((await send(shop, manager, 'PATCH', address, film)).status).toBe(204);
  expect((await other.call('POST /api/piece/finish-file', { pieceId, fileId: id })).status).toBe(404);
  for (const _ of ['first', 'again'])
    expect((await manager.call('POST /api/piece/finish-file', { pieceId, fileId: id })).body).toEqual({ id });
  expect((await manager.call('GET /api/piece', { pieceId })).body.files).toMatchObject([{ id, name: 'clip.mp4', bytes: film.length }]);
});

test('what only says that it is a film is refused when it has arrived, and nothing is left', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  const { pieceId } = await orderedPiece(shop);
  const program = Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(MB)]);
  const { id, address } = (await manager.call('POST /api/piece/begin-file', { pieceId, name: 'clip.mp4', bytes: program.length })).body;
  await send(shop, manager, 'PATCH', address, program);
  const finish = () => manager.call('POST /api/piece/finish-file', { pieceId, fileId: id });
  expect(getErrors(await finish())).toEqual([400, { '': [expect.stringContaining('We accept txt')] }]);
  expect([(await finish()).status, (await send(shop, manager, 'HEAD', address)).status]).toEqual([404, 404]);
  expect((await manager.call('GET /api/piece', { pieceId })).body.files).toEqual([]);
});
