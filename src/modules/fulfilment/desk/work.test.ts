// Tests work at the desk over HTTP: queue, pieces, tickets, deliveries and their audit entries.

import { randomUUID } from 'node:crypto';
import { operating } from '../../../../tests/support/desk.ts';
import { getErrors, listOrders, test } from '../../../../tests/support/money.ts';
import { listAudit } from '../../../../tests/support/rows/desk.ts';
import { pieceMessageCount } from '../../../../tests/support/rows/work.ts';
import { describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import { assignQueue, delivered, mira, orderedPiece } from '../../../../tests/support/work.ts';

const TEXT = 'The loaf is ready at seven, and gone by nine.';

describe('piece', () => {
  test('a piece is taken, written and delivered, each step with an audit entry', async ({ shop }) => {
    const maker = await operating(shop, 'maker');
    const { pieceId } = await orderedPiece(shop);
    expect((await maker.call('POST /api/queue/take', { pieceId })).body).toEqual({ pieceId });
    const saved = await maker.call('POST /api/piece/draft', { pieceId, version: 0, text: TEXT });
    expect(saved.body).toMatchObject({ saved: true, version: 1 });
    expect((await maker.call('POST /api/piece/say', { pieceId, text: 'Which street?', waits: true })).status).toBe(204);
    expect((await maker.call('GET /api/piece', { pieceId })).body).toMatchObject({ clock: 'waits', maker: { id: maker.id } });
    expect((await maker.call('POST /api/piece/note', { pieceId, text: 'Asked for the street.' })).status).toBe(204);
    expect((await maker.call('POST /api/piece/deliver', { pieceId, version: 1, why: 'A sample.' })).status).toBe(200);
    const lines = await listAudit(shop, pieceId);
    expect(lines.map(({ act }) => act)).toEqual(['piece.take', 'piece.say', 'piece.note', 'piece.deliver']);
    expect(lines.every(({ operatorId }) => operatorId === maker.id)).toBe(true);
  });

  test('20 concurrent requests for the next piece: each piece goes to one maker, errors leave no audit entry', async ({ shop }) => {
    const makers = await Promise.all([1, 2, 3, 4].map(() => operating(shop, 'maker')));
    await assignQueue(shop, mira);
    const pieces = [await orderedPiece(shop), await orderedPiece(shop), await orderedPiece(shop)].map(({ pieceId }) => pieceId);
    const answers = await Promise.all(
      [...makers, ...makers, ...makers, ...makers, ...makers].map((maker) => maker.call('POST /api/queue/take-next', {})),
    );
    const takenIds = answers.flatMap(({ status, body }) => (status === 200 ? [body.pieceId] : []));
    expect(new Set(takenIds).size).toBe(takenIds.length);
    expect(takenIds.sort()).toEqual(pieces.sort());
    expect(await listAudit(shop, ...pieces)).toHaveLength(3);
  });

  test('a manager assigns pieces after a preview; other roles and unknown makers are refused', async ({ shop }) => {
    const [manager, maker, support] = [await operating(shop, 'manager'), await operating(shop, 'maker'), await operating(shop, 'support')];
    const pieceIds = [(await orderedPiece(shop)).pieceId, (await orderedPiece(shop)).pieceId];
    const give = { pieceIds, to: maker.id };
    const preview = await manager.call('POST /api/queue/preview', give);
    expect(preview.body).toMatchObject([{ changes: true, from: null, to: { id: maker.id } }, { changes: true }]);
    expect((await manager.call('GET /api/queue', { maker: maker.id })).body.rows).toEqual([]);
    expect((await manager.call('POST /api/queue/assign', give)).body.pieceIds.sort()).toEqual([...pieceIds].sort());
    expect((await manager.call('GET /api/queue', { maker: maker.id })).body.rows).toHaveLength(2);
    for (const to of [support.id, randomUUID()])
      expect((await manager.call('POST /api/queue/assign', { pieceIds, to })).body).toHaveProperty('errors.to');
    expect((await maker.call('POST /api/queue/assign', give)).status).toBe(403);
    expect((await support.call('POST /api/queue/take', { pieceId: pieceIds[0] })).status).toBe(403);
  });

  test('other operators with the piece open are listed until their heartbeat stops', async ({ shop }) => {
    const [mira, noor] = [await operating(shop, 'maker', { name: 'Mira' }), await operating(shop, 'maker', { name: 'Noor' })];
    const { pieceId } = await orderedPiece(shop);
    const here = async () => (await mira.call('GET /api/piece', { pieceId })).body.here.map(({ name }) => name);
    await noor.call('POST /api/here', { pieceId });
    expect(await here()).toEqual(['Noor']);
    shop.clock.turn({ seconds: 40 });
    expect(await here()).toEqual(['Noor']);
    shop.clock.turn({ seconds: 10 });
    expect(await here()).toEqual([]);
    await noor.call('POST /api/here', { pieceId });
    await noor.call('POST /api/here', { pieceId: null });
    expect(await here()).toEqual([]);
  });

  test('files of a piece are downloaded as attachments, never displayed', async ({ shop }) => {
    const maker = await operating(shop, 'maker');
    const { pieceId } = await orderedPiece(shop);
    await maker.call('POST /api/queue/take', { pieceId });
    const sent = await fetch(`${shop.urls.desk}/api/piece/add-file?${new URLSearchParams({ pieceId, name: '<b>.txt' })}`, {
      method: 'POST',
      headers: { origin: shop.urls.desk, cookie: maker.cookie, 'content-type': 'application/octet-stream' },
      body: 'A note: <script>alert(1)</script>',
    });
    const { id } = (await sent.json()) as { id: string };
    const got = await fetch(`${shop.urls.desk}/api/piece/file?${new URLSearchParams({ pieceId, fileId: id })}`, {
      headers: { cookie: maker.cookie },
    });
    expect(got.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(got.headers.get('content-type')).toBe('application/octet-stream');
    expect(await got.text()).toContain('alert');
    expect((await fetch(got.url)).status).toBe(401);
    expect((await maker.call('POST /api/piece/remove-file', { pieceId, fileId: id })).status).toBe(204);
  });
});

describe('ticket', () => {
  const ticket = async (shop: Shop) => {
    const email = `guest${randomUUID().slice(0, 8)}@example.com`;
    const sent = await shop.call('POST /api/support/create-ticket', { name: 'Gail', email, message: 'Where is my loaf of bread?' });
    return { number: sent.body.ticketNumber, email };
  };

  test('of two concurrent answers one is sent, with an audit entry', async ({ shop }) => {
    const [first, second] = [await operating(shop, 'support'), await operating(shop, 'support')];
    const { number, email } = await ticket(shop);
    const { body } = await first.call('GET /api/ticket', { number });
    const answer = { number, version: body.ticket.version, text: 'On its way.' };
    const answers = await Promise.all([first, second].map((each) => each.call('POST /api/ticket/answer', answer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    expect((await shop.mail(email, new RegExp(`${number}: an answer`))).text).toContain('On its way.');
    expect((await listAudit(shop, number)).map(({ act }) => act)).toEqual(['ticket.answer']);
    expect((await first.call('GET /api/tickets', { status: 'waiting', search: number })).body.tickets).toMatchObject([
      { number, status: 'waiting' },
    ]);
  });

  test('makers get 403 for tickets', async ({ shop }) => {
    const maker = await operating(shop, 'maker');
    const { number } = await ticket(shop);
    expect((await maker.call('GET /api/tickets')).status).toBe(403);
    expect((await maker.call('GET /api/ticket', { number })).status).toBe(403);
  });
});

describe('end of an operator’s access', () => {
  test('operator with work: refused until the request names new assignees for pieces and tickets', async ({ shop }) => {
    const [owner, leaving, heir] = [await operating(shop, 'owner'), await operating(shop, 'manager'), await operating(shop, 'maker')];
    const { pieceId } = await orderedPiece(shop);
    await leaving.call('POST /api/queue/take', { pieceId });
    const sent = await shop.call('POST /api/support/create-ticket', {
      name: 'Gail',
      email: 'gail@example.com',
      message: 'Where is my loaf?',
    });
    const number = sent.body.ticketNumber;
    await leaving.call('POST /api/ticket/assign', { number, from: null, to: leaving.id });
    expect((await owner.call('GET /api/team/holdings', { id: leaving.id })).body).toEqual({ pieces: 1, delivered: 0, tickets: 1 });

    const end = (more: object) => owner.call('POST /api/team/end', { id: leaving.id, why: 'left the shop', ...more });
    expect(getErrors(await end({}))).toEqual([400, { piecesTo: [expect.any(String)], ticketsTo: [expect.any(String)] }]);
    expect(getErrors(await end({ piecesTo: heir.id, ticketsTo: heir.id }))).toEqual([400, { ticketsTo: [expect.any(String)] }]);
    expect(getErrors(await end({ piecesTo: leaving.id, ticketsTo: null }))).toEqual([400, { piecesTo: [expect.any(String)] }]);
    expect((await leaving.call('GET /api/me')).status).toBe(200);

    expect((await end({ piecesTo: heir.id, ticketsTo: null })).status).toBe(204);
    expect((await owner.call('GET /api/piece', { pieceId })).body.maker).toEqual({ id: heir.id, name: heir.name });
    expect((await owner.call('GET /api/ticket', { number })).body.ticket.assigned).toBeNull();
    const [line] = (await owner.call('GET /api/audit', { about: leaving.id, limit: 1 })).body;
    expect(line).toMatchObject({ act: 'team.end', after: { pieces: [pieceId], piecesTo: heir.id, tickets: [number], ticketsTo: null } });
  });

  test('operator who takes pieces concurrently: no piece stays assigned', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    for (let round = 0; round < 5; round++) {
      const leaving = await operating(shop, 'maker');
      const { pieceId } = await orderedPiece(shop);
      await Promise.all([
        leaving.call('POST /api/queue/take', { pieceId }),
        owner.call('POST /api/team/end', { id: leaving.id, why: 'left the shop', piecesTo: null }),
      ]);
      expect((await owner.call('GET /api/piece', { pieceId })).body.maker).toBeNull();
    }
  });

  test('operator with a delivered piece: its revision returns to the queue', async ({ shop }) => {
    const [owner, leaving] = [await operating(shop, 'owner'), await operating(shop, 'maker')];
    const { who, pieceId } = await orderedPiece(shop);
    const deliveryId = await delivered(shop, { id: leaving.id, name: leaving.name }, pieceId);
    expect((await owner.call('POST /api/team/end', { id: leaving.id, why: 'left the shop' })).status).toBe(204);
    await shop.call('POST /api/orders/revise', { deliveryId, note: 'Shorter, please.', marks: [] }, { token: who.token });
    expect((await owner.call('GET /api/piece', { pieceId })).body).toMatchObject({ state: 'revisionAsked', maker: null });
  });
});

describe('delivery with concerns', () => {
  const written = async (shop: Shop, text: string, files: Readonly<Record<string, string>> = {}) => {
    const maker = await operating(shop, 'maker');
    const { pieceId } = await orderedPiece(shop);
    await maker.call('POST /api/queue/take', { pieceId });
    await maker.call('POST /api/piece/draft', { pieceId, version: 0, text });
    for (const [name, body] of Object.entries(files)) {
      const sent = await fetch(`${shop.urls.desk}/api/piece/add-file?${new URLSearchParams({ pieceId, name })}`, {
        method: 'POST',
        body,
        headers: { origin: shop.urls.desk, cookie: maker.cookie, 'content-type': 'application/octet-stream' },
      });
      expect(sent.status).toBe(200);
    }
    return { maker, pieceId, deliver: (why?: string) => maker.call('POST /api/piece/deliver', { pieceId, version: 1, why }) };
  };
  const enough = 'We bake before anybody is awake. '.repeat(120);

  test.for([
    ['far too few words', TEXT, {}, /words/],
    ['a placeholder', `${enough} We have [one oven].`, {}, /\[one oven\]/],
  ] as const)('%s: refused without a reason, accepted with one in the audit log', async ([, text, files, concern], { shop }) => {
    const { maker, pieceId, deliver } = await written(shop, text, files);
    const refused = await deliver();
    expect(refused.status).toBe(400);
    expect((refused.body as unknown as { errors: { why: string[] } }).errors.why.join(' ')).toMatch(concern);
    expect((await maker.call('GET /api/piece', { pieceId })).body.deliveries).toEqual([]);
    expect((await deliver('The customer wants it like this.')).status).toBe(200);
    const line = (await listAudit(shop, pieceId)).find(({ act }) => act === 'piece.deliver');
    expect(line).toMatchObject({
      why: 'The customer wants it like this.',
      after: { concerns: expect.arrayContaining([expect.stringMatching(concern)]) },
    });
  });

  test('no concern: delivered without a reason', async ({ shop }) => {
    const { deliver } = await written(shop, enough, { 'sources.csv': 'a,b', 'notes.txt': 'Bread' });
    expect((await deliver()).status).toBe(200);
  });
});

describe('maker', () => {
  test('a maker sees own and unassigned pieces, without prices, other customers or email addresses', async ({ shop }) => {
    const [maker, other, manager] = [await operating(shop, 'maker'), await operating(shop, 'maker'), await operating(shop, 'manager')];
    const [own, others, free] = [await orderedPiece(shop), await orderedPiece(shop), await orderedPiece(shop)].map(
      ({ pieceId }) => pieceId,
    );
    await maker.call('POST /api/queue/take', { pieceId: own });
    await other.call('POST /api/queue/take', { pieceId: others });
    const { rows, counts } = (await maker.call('GET /api/queue')).body;
    const ids = rows.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([own, free]));
    expect(ids).not.toContain(others);
    expect(counts.open).toBe(rows.length);
    expect(rows.every(({ price, currency }) => price === null && currency === null)).toBe(true);
    expect(rows.find(({ id }) => id === own)?.customer).toBe('Ada Sample');
    expect(rows.find(({ id }) => id === free)?.customer).toBeNull();
    expect((await maker.call('GET /api/queue', { search: 'Ada Sample' })).body.rows.map(({ id }) => id)).toEqual([own]);
    expect((await maker.call('GET /api/piece', { pieceId: free })).body).toMatchObject({ customer: null, price: null, accountId: null });
    expect((await maker.call('GET /api/piece', { pieceId: others })).status).toBe(404);
    const number = (await manager.call('GET /api/piece', { pieceId: others })).body.number;
    expect((await maker.call('GET /api/find', { q: number })).body).toEqual([]);
    const team = (await maker.call('GET /api/team')).body;
    expect(team.filter(({ email }) => email !== null).map(({ id }) => id)).toEqual([maker.id]);
    expect((await manager.call('GET /api/queue', {})).body.rows.find(({ id }) => id === others)).toMatchObject({
      customer: 'Ada Sample',
      currency: 0,
    });
  });

  test('a maker cannot act on a piece that is unassigned or assigned to another maker', async ({ shop }) => {
    const [maker, other] = [await operating(shop, 'maker'), await operating(shop, 'maker')];
    const [others = '', free = ''] = [await orderedPiece(shop), await orderedPiece(shop)].map(({ pieceId }) => pieceId);
    await other.call('POST /api/queue/take', { pieceId: others });
    for (const [pieceId, status] of [
      [others, 404],
      [free, 400],
    ] as const) {
      const answers = [
        await maker.call('POST /api/piece/say', { pieceId, text: 'Hello' }),
        await maker.call('POST /api/piece/note', { pieceId, text: 'Hello' }),
        await maker.call('POST /api/piece/draft', { pieceId, version: 0, text: TEXT }),
        await maker.call('POST /api/piece/check', { pieceId }),
        await maker.call('POST /api/queue/release', { pieceId }),
        await maker.call('POST /api/piece/deliver', { pieceId, version: 0 }),
      ];
      expect(answers.map((each) => each.status)).toEqual(answers.map(() => status));
    }
    expect(await pieceMessageCount(shop, [others, free])).toBe(0);
  });
});

describe('order', () => {
  test('a delivered order shows its pieces and texts, and whether a revision is open', async ({ shop }) => {
    const [support, maker] = [await operating(shop, 'support'), await operating(shop, 'maker')];
    const { who, orderId, pieceId } = await orderedPiece(shop);
    const deliveryId = await delivered(shop, { id: maker.id, name: maker.name }, pieceId);
    const details = async () => (await support.call('GET /api/order', { id: orderId })).body;
    expect(await details()).toMatchObject({
      order: { inRevision: false, pieces: [{ id: pieceId, isForWork: true, maker: maker.name }] },
      deliveries: [{ id: deliveryId, pieceId, version: 1, files: 0 }],
    });
    const { accountId } = (await support.call('GET /api/piece', { pieceId })).body;
    const query = { id: deliveryId, customer: accountId ?? '' };
    expect((await support.call('GET /api/customer/delivery', query)).body.text).toContain('We open at seven');
    expect((await support.call('GET /api/customer/delivery', { ...query, customer: randomUUID() })).status).toBe(404);
    expect((await maker.call('GET /api/customer/delivery', query)).status).toBe(403);

    await shop.call('POST /api/orders/revise', { deliveryId, note: 'Shorter, please.', marks: [] }, { token: who.token });
    expect((await details()).order).toMatchObject({ status: 4, inRevision: true });
    const { orders } = (await support.call('GET /api/orders')).body;
    expect(orders.find(({ id }) => id === orderId)).toMatchObject({ status: 4, inRevision: true });
    const { orders: ofCustomer } = (await support.call('GET /api/customer', { id: accountId ?? '' })).body;
    expect(ofCustomer).toMatchObject([{ status: 4, inRevision: true }]);
    expect((await listOrders(shop, who))[0]).toMatchObject({ status: 4, inRevision: true });
  });
});
