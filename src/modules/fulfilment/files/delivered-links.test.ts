// Links as deliverables, over HTTP: named by their host, mailed, taken away, kept by a revision or dropped.
import { unzipSync } from 'fflate';
import { operating } from '../../../../tests/support/desk.ts';
import { getErrors } from '../../../../tests/support/money.ts';
import { accountId } from '../../../../tests/support/rows/accounts.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import { actAtDesk, delivered, desk, mira, orderedPiece, take } from '../../../../tests/support/work.ts';
import { exportDeliveries } from '../privacy.ts';
import { describeLink } from '../shapes-links.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

describe('host of a link', () => {
  test.for([
    ['https://drive.google.com/file/d/1', 'drive.google.com', 'Google Drive'],
    ['https://docs.google.com/document/d/1', 'docs.google.com', 'Google Drive'],
    ['https://www.dropbox.com/s/1', 'www.dropbox.com', 'Dropbox'],
    ['https://figma.com/design/1', 'figma.com', 'Figma'],
    ['https://next.frame.io/share/1', 'next.frame.io', 'Frame.io'],
    ['https://f.io/abc', 'f.io', 'Frame.io'],
    ['https://files.example/1', 'files.example', null],
    ['https://drive.google.com.files.example/1', 'drive.google.com.files.example', null],
    ['https://notdropbox.com/1', 'notdropbox.com', null],
    ['https://google.com/drive', 'google.com', null],
    ['https://files.example:8443/1', 'files.example:8443', null],
  ] as const)('%s: %s, %s', ([url, host, name]) => {
    expect(describeLink(url)).toEqual({ url, host, name });
  });
});

const DRIVE = 'https://drive.google.com/drive/folders/1';
const OTHER = 'https://files.example/final?a=1&b=2';

async function readZip(shop: Shop, token: string, call: string): Promise<Map<string, string>> {
  const answer = await fetch(`${shop.urls.storefront}/api/orders/${call}`, { headers: { authorization: `Bearer ${token}` } });
  const parts = Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())));
  return new Map(parts.map(([name, content]) => [name.replace(/^.*\//, ''), Buffer.from(content).toString()]));
}

test('refused by its place: no address, http, a host without a dot, a password, too many', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  const { pieceId } = await orderedPiece(shop);
  await manager.call('POST /api/queue/take', { pieceId });
  const deliver = (...links: readonly string[]) => manager.call('POST /api/piece/deliver', { pieceId, version: 0, links });
  for (const link of ['', 'drive', 'http://files.example/1', 'https://files/1', 'https://a:b@files.example/1', 'javascript:alert(1)'])
    expect(getErrors(await deliver(DRIVE, link))).toEqual([400, { 'links[1]': ['Enter a full address that starts with https://.'] }]);
  expect(getErrors(await deliver(...Array.from({ length: 21 }, (_, at) => `${DRIVE}${at}`)))).toMatchObject([
    400,
    { links: [expect.any(String)] },
  ]);
  expect((await desk(shop).piece(pieceId)).deliveries).toEqual([]);
});

test('delivered beside a text or without one: on the order, in its mail, in what is taken away and exported', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  const { who, orderId, pieceId } = await orderedPiece(shop);
  await manager.call('POST /api/queue/take', { pieceId });
  const links = [DRIVE, ` ${OTHER} `, DRIVE, 'https://FILES.example/パン'];
  const sent = await manager.call('POST /api/piece/deliver', { pieceId, version: 0, links, why: 'All of it lies there.' });
  expect(sent.status).toBe(200);
  const id = sent.body.deliveryId;
  const bread = 'https://files.example/%E3%83%91%E3%83%B3';
  const expected = [
    { url: DRIVE, host: 'drive.google.com', name: 'Google Drive' },
    { url: OTHER, host: 'files.example', name: null },
    { url: bread, host: 'files.example', name: null },
  ];
  const { body } = await shop.call('GET /api/orders/delivery', { id }, { token: who.token });
  expect([body.links, body.passport.links]).toEqual([expected, [DRIVE, OTHER, bread]]);
  const orders = (await shop.call('GET /api/orders', {}, { token: who.token })).body;
  expect(orders.find((order) => order.id === orderId)?.deliveries[0]?.links).toEqual(expected);
  const mail = await shop.mail(who.email, /^Delivered/);
  expect(mail.text).toContain(`Google Drive\n  drive.google.com\n  ${DRIVE}`);
  expect(mail.html).toContain(`href="${OTHER.replace('&', '&amp;')}"`);
  const listed = `- Google Drive: <${DRIVE}>\n- files.example: <${OTHER}>\n- files.example: <${bread}>\n`;
  expect((await readZip(shop, who.token, `take-away?id=${id}&as=zip`)).get('links.md')).toBe(listed);
  const [row] = await exportDeliveries(shop.ctx.db.orm, { accountId: await accountId(shop, who.email), email: who.email }, 10);
  expect(row).toMatchObject({ links: [DRIVE, OTHER, bread] });
});

test('revision: has the links that are delivered with it, and the version before keeps its own', async ({ shop }) => {
  const { who, pieceId } = await orderedPiece(shop);
  await take(shop, mira, pieceId);
  const deliver = async (...links: string[]) => {
    const { draft } = await desk(shop).piece(pieceId);
    const review = await desk(shop).review(pieceId);
    const request = { pieceId, version: draft?.version ?? 0, links, why: 'A sample.' };
    return (await actAtDesk(shop, (tx) => desk(shop).deliver(tx, mira, request, review))).deliveryId ?? '';
  };
  const first = await deliver(DRIVE, OTHER);
  await shop.call('POST /api/orders/revise', { deliveryId: first, note: 'Again.' }, { token: who.token });
  await take(shop, mira, pieceId);
  const second = await deliver(OTHER);
  const listLinks = async (id: string) =>
    (await shop.call('GET /api/orders/delivery', { id }, { token: who.token })).body.links.map(({ url }) => url);
  expect([await listLinks(first), await listLinks(second)]).toEqual([[DRIVE, OTHER], [OTHER]]);
  await shop.call('POST /api/orders/accept', { deliveryId: second }, { token: who.token });
  expect([...(await readZip(shop, who.token, `hand-over?id=${second}`))]).toEqual([['links.md', `- files.example: <${OTHER}>\n`]]);
});

test('text without links: its mail and its Markdown have none', async ({ shop }) => {
  const { who, pieceId } = await orderedPiece(shop);
  const id = await delivered(shop, mira, pieceId);
  expect((await shop.call('GET /api/orders/delivery', { id }, { token: who.token })).body).toMatchObject({ links: [] });
  expect((await shop.mail(who.email, /^Delivered/)).text).not.toMatch(/items|drive/i);
});
