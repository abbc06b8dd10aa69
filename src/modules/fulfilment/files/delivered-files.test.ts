// Files that operators add to deliveries, and the ZIP of all final files that customers download, over HTTP.
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { samples, upload, zip } from '../../../../tests/support/files.ts';
import { buyer, getErrors } from '../../../../tests/support/money.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import { actAtDesk, delivered, desk, mira, orderedPiece, take } from '../../../../tests/support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const svg = (inside: string, before = ''): Buffer =>
  Buffer.from(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">${inside}</svg>`,
  );
const active = 'file.svgActive';
const MB = 1024 * 1024;

let shared: Promise<string> | undefined;
const getPiece = (shop: Shop): Promise<string> => (shared ??= orderedPiece(shop).then(({ pieceId }) => pieceId));
const add = (shop: Shop, pieceId: string, name: string, bytes: Buffer) =>
  desk(shop).addFile(mira, pieceId, { name, body: Readable.from([bytes]) });

describe('file for a delivery', () => {
  test.for<readonly [condition: string, name: string, bytes: Buffer, refused: string]>([
    ['SVG with a script', 'a.svg', svg('<script>alert(1)</script>'), active],
    ['SVG with a script of another prefix', 'a.svg', svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'), active],
    ['SVG with a handler', 'a.svg', svg('<rect width="9" height="9" onload="alert(1)"/>'), active],
    ['SVG with a link', 'a.svg', svg('<a xlink:href="java&#115;cript:alert(1)"><rect/></a>'), active],
    ['SVG with a picture from elsewhere', 'a.svg', svg('<image href="https://tracker.example/p.png"/>'), active],
    ['SVG with a style from elsewhere', 'a.svg', svg('<style>rect { fill: url(https://tracker.example/p) }</style>'), active],
    ['SVG with an entity', 'a.svg', svg('&x;', '<!DOCTYPE svg [<!ENTITY x "<script/>">]>'), active],
    ['SVG with a page inside', 'a.svg', svg('<foreignObject><p/></foreignObject>'), active],
    ['SVG that animates a link', 'a.svg', svg('<set attributeName="href" to="javascript:alert(1)"/>'), active],
    ['SVG with a script at the end of a large drawing', 'a.svg', svg(`${'<rect/>'.repeat(20_000)}<script/>`), active],
    ['SVG in another encoding', 'a.svg', Buffer.from('<svg/>', 'utf16le'), 'file.svg'],
    ['text named as an SVG', 'a.svg', Buffer.from('No drawing.'), 'file.svg'],
    ['SVG of 6 MB', 'a.svg', svg(' '.repeat(6 * MB)), 'file.svgLarge'],
    ['ZIP that leads out of its folder', 'a.zip', zip([{ name: '../../etc/passwd', content: 'x' }]), 'file.zipPath'],
    ['ZIP with an absolute name', 'a.zip', zip([{ name: '/etc/passwd', content: 'x' }]), 'file.zipPath'],
    ['ZIP with a symbolic link', 'a.zip', zip([{ name: 'logo.png', content: '/etc/passwd', mode: 0o120777 }]), 'file.zipPath'],
    ['ZIP bomb', 'a.zip', zip([{ name: 'a.txt', content: Buffer.alloc(40 * MB) }]), 'file.zipLarge'],
    ['ZIP bomb that hides its size', 'a.zip', zip([{ name: 'a.txt', content: Buffer.alloc(40 * MB), claimedBytes: 9 }]), 'file.zip'],
    ['ZIP with 501 files', 'a.zip', zip(Array.from({ length: 501 }, (_, at) => ({ name: `${at}`, content: '' }))), 'file.zipLarge'],
    ['ZIP in a ZIP', 'a.zip', zip([{ name: 'b.png', content: zip([{ name: 'c', content: 'x' }]) }]), 'file.zipNested'],
    ['ZIP with a program', 'a.zip', zip([{ name: 'font.ttf', content: 'MZ\x90' }]), 'file.zipKind'],
    ['ZIP with a page', 'a.zip', zip([{ name: 'index.html', content: '<p>' }]), 'file.zipKind'],
    ['ZIP with a scripted SVG', 'a.zip', zip([{ name: 'a.svg', content: svg('<script>alert(1)</script>') }]), active],
    ['page', 'a.html', Buffer.from('<p>'), 'file.unknown'],
    ['program', 'a.exe', Buffer.from('MZ\x90\0', 'latin1'), 'file.unknown'],
    ['program with another extension', 'story.pdf', Buffer.from('MZ\x90\0', 'latin1'), 'file.unknown'],
    ['compressed SVG', 'a.svgz', gzipSync(svg('<rect/>')), 'file.unknown'],
    ['ZIP with a password', 'a.zip', zip([{ name: 'a.txt', content: 'x', flags: 1 }]), 'file.zip'],
    ['text named as a ZIP', 'a.zip', Buffer.from('No archive.'), 'file.unknown'],
    ['picture of 21 MB', 'a.png', Buffer.alloc(21 * MB), 'work.fileTooLong'],
  ])('%s is refused by name, and not added', async ([, name, bytes, refused], { shop }) => {
    const pieceId = await getPiece(shop);
    const failure = await add(shop, pieceId, name, bytes).catch((cause: unknown) => cause);
    expect(failure).toMatchObject({ errors: { '': [{ id: refused }] } });
    expect((await desk(shop).piece(pieceId)).files).toEqual([]);
  });
});

const drawing = svg('<defs><linearGradient id="a"/></defs><rect fill="url(#a)"/><use href="#a"/><image href="data:image/png;base64,aa"/>');
const folder = zip([
  { name: 'fonts/', content: '' },
  { name: 'fonts/sans.ttf', content: Buffer.from([0, 1, 0, 0]) },
  { name: 'letter.docx', content: samples.docx },
]);

test('SVG: a large drawing with links to its own parts is accepted, wherever it is cut into slices', async ({ shop }) => {
  const pieceId = await getPiece(shop);
  const path = '<path d="M1.2 3.4l5 6z" fill="url(#a)" style="fill:red"/>';
  const { id } = await add(shop, pieceId, 'large.svg', svg(path.repeat(70_000)));
  expect((await desk(shop).piece(pieceId)).files).toMatchObject([{ id, name: 'large.svg' }]);
});

test('SVG, ZIP and videos: delivered without a reason, and the ZIP is listed', async ({ shop }) => {
  const { who, pieceId } = await orderedPiece(shop);
  await take(shop, mira, pieceId);
  await add(shop, pieceId, 'mark.svg', drawing);
  await add(shop, pieceId, 'Hand-over.zip', folder);
  await add(shop, pieceId, 'clip.mp4', Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(21 * MB)]));
  await add(shop, pieceId, 'clip.webm', Buffer.from('\x1a\x45\xdf\xa3', 'latin1'));
  expect((await desk(shop).review(pieceId)).concerns.map(({ id }) => id)).not.toContain('deliver.file');
  const id = await delivered(shop, mira, pieceId);
  const { body } = await shop.call('GET /api/orders/delivery', { id }, { token: who.token });
  expect(body.files.find(({ name }) => name === 'Hand-over.zip')?.entries).toEqual([
    { name: 'fonts/sans.ttf', bytes: 4 },
    { name: 'letter.docx', bytes: samples.docx.length },
  ]);
  expect(body.files.filter(({ entries }) => entries)).toHaveLength(1);
});

test('pictures: uploaded or delivered, they keep their bytes, with the C2PA credentials in them', async ({ shop }) => {
  const { who, pieceId } = await orderedPiece(shop);
  await take(shop, mira, pieceId);
  // A JPEG has them as JUMBF boxes in an APP11 segment, a PNG in a caBX chunk after its head.
  const jumbf = Buffer.concat([
    Buffer.from('JP\0\x01\0\0\0\x01', 'latin1'),
    Buffer.from('\0\0\0\x1cjumb\0\0\0\x14jumdc2pa', 'latin1'),
    Buffer.alloc(8),
  ]);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(jumbf.length + 2);
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xeb]), size, jumbf, samples.jpg.subarray(2), Buffer.from([0xff, 0xd9])]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(jumbf.length);
  const caBX = Buffer.concat([length, Buffer.from('caBX'), jumbf, Buffer.alloc(4)]);
  const headBytes = 33;
  const png = Buffer.concat([samples.png.subarray(0, headBytes), caBX, samples.png.subarray(headBytes)]);
  const fetched = async (path: string) => {
    const answer = await fetch(`${shop.urls.storefront}${path}`, { headers: { authorization: `Bearer ${who.token}` } });
    return Buffer.from(await answer.arrayBuffer());
  };
  for (const [name, bytes] of [
    ['photo.jpg', jpeg],
    ['photo.png', png],
  ] as const) {
    const { body } = await upload(shop, who.token, bytes, { name });
    expect((await fetched(`/api/files/content?id=${body.id}`)).equals(bytes)).toBe(true);
    await add(shop, pieceId, name, bytes);
  }
  const id = await delivered(shop, mira, pieceId);
  const { files } = (await shop.call('GET /api/orders/delivery', { id }, { token: who.token })).body;
  for (const [name, bytes] of [
    ['photo.jpg', jpeg],
    ['photo.png', png],
  ] as const)
    expect((await fetched(`/api/orders/delivery-file?id=${files.find((each) => each.name === name)?.id}`)).equals(bytes)).toBe(true);
  const archived = unzipSync(new Uint8Array(await fetched(`/api/orders/take-away?id=${id}&as=zip`)));
  expect([Buffer.from(archived['files/photo.jpg'] ?? []).equals(jpeg), Buffer.from(archived['files/photo.png'] ?? []).equals(png)]).toEqual(
    [true, true],
  );
});

test('revision: keeps the files of the version before unless they are removed or replaced, and accepted they are all final', async ({
  shop,
}) => {
  const { who, pieceId } = await orderedPiece(shop);
  await take(shop, mira, pieceId);
  const episode = Buffer.from('ID3\x04 an episode', 'latin1');
  await add(shop, pieceId, 'episode.mp3', episode);
  await add(shop, pieceId, 'cover.png', samples.png);
  await add(shop, pieceId, 'notes.txt', Buffer.from('Draft.'));
  const first = await delivered(shop, mira, pieceId, 'First');
  await shop.call('POST /api/orders/revise', { deliveryId: first, note: 'Another cover.' }, { token: who.token });
  const { files } = await desk(shop).piece(pieceId);
  expect(files.map(({ name }) => name).toSorted()).toEqual(['cover.png', 'episode.mp3', 'notes.txt']);
  const notes = files.find(({ name }) => name === 'notes.txt')?.id ?? '';
  await actAtDesk(shop, (tx) => desk(shop).removeFile(tx, pieceId, notes));
  const cover = Buffer.concat([samples.png, Buffer.from('new')]);
  await add(shop, pieceId, 'cover.png', cover);
  const id = await delivered(shop, mira, pieceId, 'Final');
  await shop.call('POST /api/orders/accept', { deliveryId: id }, { token: who.token });
  const bytes = async (call: string, of: string) => {
    const answer = await fetch(`${shop.urls.storefront}/api/orders/${call}?id=${of}`, {
      headers: { authorization: `Bearer ${who.token}` },
    });
    return Buffer.from(await answer.arrayBuffer());
  };
  const parts = Object.entries(unzipSync(new Uint8Array(await bytes('hand-over', id))));
  const content = new Map(parts.map(([name, part]) => [name.replace(/^.*\//, ''), Buffer.from(part)]));
  expect([...content.keys()].toSorted()).toEqual(['cover.png', 'episode.mp3', 'text.md']);
  expect([content.get('episode.mp3')?.equals(episode), content.get('cover.png')?.equals(cover)]).toEqual([true, true]);
  const before = (await shop.call('GET /api/orders/delivery', { id: first }, { token: who.token })).body.files;
  expect(before.map(({ name }) => name).toSorted()).toEqual(['cover.png', 'episode.mp3', 'notes.txt']);
  for (const [name, sent] of [
    ['cover.png', samples.png],
    ['notes.txt', Buffer.from('Draft.')],
  ] as const)
    expect((await bytes('delivery-file', before.find((each) => each.name === name)?.id ?? '')).equals(sent)).toBe(true);
});

test('hand-over: one ZIP of the final files after acceptance, for the customer only', async ({ shop }) => {
  const { who, pieceId } = await orderedPiece(shop);
  await take(shop, mira, pieceId);
  await add(shop, pieceId, 'mark.svg', drawing);
  await delivered(shop, mira, pieceId, 'First');
  const [first] = (await desk(shop).piece(pieceId)).deliveries;
  await shop.call('POST /api/orders/revise', { deliveryId: first?.id ?? '', note: 'Again' }, { token: who.token });
  await add(shop, pieceId, 'mark.svg', drawing);
  await add(shop, pieceId, '../mark.svg', drawing);
  const id = await delivered(shop, mira, pieceId, 'Final');
  const call = (of: string, token = who.token) => shop.call('GET /api/orders/hand-over', { id: of }, { token });
  expect(getErrors(await call(id))).toEqual([400, { '': [expect.stringContaining('Accept the delivery first')] }]);
  await shop.call('POST /api/orders/accept', { deliveryId: id }, { token: who.token });
  expect(getErrors(await call(first?.id ?? ''))).toMatchObject([400, {}]);
  expect((await call(id, (await buyer(shop)).token)).status).toBe(404);
  const answer = await fetch(`${shop.urls.storefront}/api/orders/hand-over?id=${id}`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
  const top = /^attachment; filename="(F-[0-9A-Z]{8}-1-final-files)\.zip"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  const parts = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  expect(Object.keys(parts).sort()).toEqual([`${top}/__mark.svg`, `${top}/mark.svg`, `${top}/text.md`]);
  expect(Buffer.from(parts[`${top}/text.md`] ?? []).toString()).toBe('Final');
  expect(Buffer.from(parts[`${top}/mark.svg`] ?? []).equals(drawing)).toBe(true);
});
