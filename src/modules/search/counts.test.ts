// Tests the counts in the navigation: late and nearly late pieces, open tickets and failures, per role and up
// to 100.

import { operating } from '../../../tests/support/desk.ts';
import { buyer, placed } from '../../../tests/support/money.ts';
import { delayLinks } from '../../../tests/support/rows/payments.ts';
import { addOpenTickets, openTicketsPlan, reopenTicket } from '../../../tests/support/rows/support.ts';
import { giveBonus } from '../../../tests/support/rows/wallet.ts';
import { agePiece, pausePiece } from '../../../tests/support/rows/work.ts';
import { test as base, describe, expect, shop as openShop } from '../../../tests/support/shop.ts';
import { asked, sendTicket } from '../../../tests/support/tickets.ts';
import { delivered, mira, noor, orderedPiece, take } from '../../../tests/support/work.ts';

const options = { environment: { RATE_LIMITS: 'off' }, jobs: false };
const test = base.extend('shopOptions', { scope: 'file' }, options);

describe('counts', () => {
  test('late pieces, open tickets and failures are counted for each role', async ({ shop }) => {
    const before = await operating(shop, 'owner');
    expect((await before.call('GET /api/counts')).body).toEqual({ queue: 0, tickets: 0, failures: 0 });
    const ada = await buyer(shop);
    await giveBonus(shop, 100_000);
    const [late, soon] = [await orderedPiece(shop, ada), await orderedPiece(shop, ada)];
    await agePiece(shop, late.pieceId, 49);
    await agePiece(shop, soon.pieceId, 41);
    await orderedPiece(shop, ada);
    const { ticketNumber } = await sendTicket(shop, asked());
    await placed(shop, ada);
    await delayLinks(shop);
    const owner = await operating(shop, 'owner');
    shop.clock.turn({ seconds: 20 });
    expect((await owner.call('GET /api/counts')).body).toEqual({ queue: 2, tickets: 1, failures: 1 });
    expect((await (await operating(shop, 'maker')).call('GET /api/counts')).body).toEqual({ queue: 2, tickets: null, failures: null });
    await take(shop, noor, soon.pieceId);
    expect((await owner.call('GET /api/counts')).body, 'all pieces').toMatchObject({ queue: 2 });
    const maker = await operating(shop, 'maker');
    expect((await maker.call('GET /api/counts')).body, 'not those that somebody else has').toMatchObject({ queue: 1 });
    await maker.call('POST /api/queue/take', { pieceId: late.pieceId });
    expect((await maker.call('GET /api/counts')).body, 'their own').toMatchObject({ queue: 1 });
    await maker.call('POST /api/queue/release', { pieceId: late.pieceId });
    await delivered(shop, mira, late.pieceId);
    const { body } = await owner.call('GET /api/ticket', { number: ticketNumber });
    const answer = { number: ticketNumber, version: body.ticket.version, text: 'It is on its way.', files: [] };
    expect((await owner.call('POST /api/ticket/answer', answer)).status).toBe(204);
    expect((await owner.call('GET /api/counts')).body, 'answered').toMatchObject({ tickets: 0 });
    // The customer writes again and waits again.
    await reopenTicket(shop, ticketNumber, shop.clock.now());
    expect((await owner.call('GET /api/counts')).body).toMatchObject({ queue: 1, tickets: 1 });
    await pausePiece(shop, soon.pieceId);
    expect((await owner.call('GET /api/counts')).body).toMatchObject({ queue: 0 });
  });

  test('counting stops at 100 and uses an index', async () => {
    await using shop = await openShop(options);
    const owner = await operating(shop, 'owner');
    await addOpenTickets(shop, 5_000);
    expect((await owner.call('GET /api/counts')).body).toMatchObject({ tickets: 100 });
    expect(await openTicketsPlan(shop)).toContain('support_ticket_live');
  });
});
