// Tests the counts in the navigation: late and nearly late pieces, unanswered tickets and failures, per role and up to 100.
import { operating } from '../../../../tests/support/desk.ts';
import { buyer, placed } from '../../../../tests/support/money.ts';
import { test as base, describe, expect } from '../../../../tests/support/shop.ts';
import { asked, sendTicket } from '../../../../tests/support/tickets.ts';
import { delivered, mira, noor, orderedPiece, take } from '../../../../tests/support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' }, jobs: false });

describe('counts', () => {
  test('late pieces, unanswered tickets and failures are counted for each role', async ({ shop }) => {
    const before = await operating(shop, 'owner');
    expect((await before.call('GET /api/counts')).body).toEqual({ queue: 0, tickets: 0, troubles: 0 });
    const ada = await buyer(shop);
    await shop.sql(`select credit_wallet(id, 0::smallint, 100000, 'bonus', gen_random_uuid(), 'promotion', 'promo', now()) from account`);
    const [late, soon] = [await orderedPiece(shop, ada), await orderedPiece(shop, ada)];
    await shop.sql(`update order_piece set due_at = due_at - interval '49 hours' where id = $1`, [late.pieceId]);
    await shop.sql(`update order_piece set due_at = due_at - interval '41 hours' where id = $1`, [soon.pieceId]);
    await orderedPiece(shop, ada);
    const { ticketNumber } = await sendTicket(shop, asked());
    await placed(shop, ada);
    await shop.sql(`update payment set link = null, created_at = created_at - interval '1 hour'`);
    const owner = await operating(shop, 'owner');
    shop.clock.turn({ seconds: 20 });
    expect((await owner.call('GET /api/counts')).body).toEqual({ queue: 2, tickets: 1, troubles: 1 });
    expect((await (await operating(shop, 'maker')).call('GET /api/counts')).body).toEqual({ queue: 2, tickets: null, troubles: null });
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
    // A ticket that was answered before does not count as unanswered.
    await shop.sql(`update support_ticket set status = 'open', waits_since = now() where number = $1`, [ticketNumber]);
    expect((await owner.call('GET /api/counts')).body).toMatchObject({ queue: 1, tickets: 0 });
    await shop.sql(`update order_piece set waits_since = now(), left_seconds = 60, due_at = null where id = $1`, [soon.pieceId]);
    expect((await owner.call('GET /api/counts')).body).toMatchObject({ queue: 0 });
  });

  test('counting stops at 100 and uses an index', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    await shop.sql(
      `insert into support_ticket (number, name, email, email_key, locale, created_at, status, waits_since)
       select 'T-' || lpad(n::text, 6, '0'), 'A', 'a@shop.example', 'a@shop.example', 'en', now(), 'open', now() from generate_series(1, 5000) as n`,
    );
    await shop.sql('analyze support_ticket');
    expect((await owner.call('GET /api/counts')).body).toMatchObject({ tickets: 100 });
    const plan = await shop.sql<{ 'QUERY PLAN': string }>(
      `explain select from support_ticket where status = 'open' and first_answered_at is null order by created_at limit 100`,
    );
    expect(plan.map((line) => line['QUERY PLAN']).join(' ')).toContain('support_ticket_first');
  });
});
