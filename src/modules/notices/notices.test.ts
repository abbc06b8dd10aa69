// Emails to the staff, over HTTP: who gets which notice, once, in one email, and not in quiet hours.

import { logIn } from '../../../tests/support/accounts.ts';
import { story } from '../../../tests/support/cart-lines.ts';
import { chooseNotices, noticeCount, noticeMail, operating, sendNotices } from '../../../tests/support/desk.ts';
import { buyer, funded, getErrors, placed } from '../../../tests/support/money.ts';
import { noticeRows } from '../../../tests/support/rows/desk.ts';
import { addJobs, jobsOfTask, letRun } from '../../../tests/support/rows/jobs.ts';
import { naiveNotices } from '../../../tests/support/rows/planted-errors.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';
import { asked, sendTicket } from '../../../tests/support/tickets.ts';
import { delivered, orderedPiece } from '../../../tests/support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
// Each test begins where the last one's notices are sent.
test.beforeEach(async ({ shop }) => {
  shop.clock.turn({ hours: 1 });
  await sendNotices(shop);
  shop.clock.turn({ minutes: 20 });
});

const paidOrder = async (shop: Shop, count = 1) => {
  const who = await buyer(shop);
  await funded(shop, who, count * 10_000);
  return placed(shop, who, { lines: Array.from({ length: count }, () => story()), payFromBalance: true });
};

describe('paid orders', () => {
  test('the owner gets number, service, price and name, with a link, and nothing of the brief', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const { orderIds } = await paidOrder(shop);
    await sendNotices(shop);
    const { subject, text, html } = await noticeMail(shop, owner);
    expect(subject).toMatch(/^Fanfare: New order: F-[A-Z0-9]+$/);
    expect(text).toMatch(/^New order: F-[A-Z0-9]+\n\nBrand Stories, .+: €99\.00\n {2}Ada Sample\n/);
    expect(text).toContain(`Open the desk: ${shop.urls.desk}/orders/${orderIds[0]}`);
    expect(html).toContain(`href="${shop.urls.desk}/orders/${orderIds[0]}"`);
    const answers = Object.values(story().answers).filter((answer) => typeof answer === 'string' && answer.length > 8);
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers) expect(text + html).not.toContain(answer);
  });

  test('an unpaid order is not announced, and a paid one only once', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    await placed(shop, await buyer(shop));
    await sendNotices(shop);
    expect(await noticeCount(shop, owner)).toBe(0);
    await paidOrder(shop);
    await sendNotices(shop);
    shop.clock.turn({ minutes: 10 });
    await sendNotices(shop);
    expect(await noticeCount(shop, owner)).toBe(1);
  });

  test('a burst of 200 orders is one email, which names 20 and counts the rest', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const who = await buyer(shop);
    await funded(shop, who, 1_000_000);
    await funded(shop, who, 1_000_000);
    const lines = Array.from({ length: 50 }, () => story());
    for (let purchase = 0; purchase < 4; purchase++) await placed(shop, who, { lines, payFromBalance: true });
    await sendNotices(shop);
    const { subject, text } = await noticeMail(shop, owner);
    expect(subject).toBe('Fanfare: 200 new orders');
    expect(text.match(/New order: F-/g)).toHaveLength(20);
    expect(text).toContain('And 180 more');
  });

  test('more orders within five minutes wait for one second email', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    for (const minutes of [1, 1, 1]) {
      await paidOrder(shop);
      await sendNotices(shop);
      shop.clock.turn({ minutes });
    }
    expect(await noticeCount(shop, owner)).toBe(1);
    shop.clock.turn({ minutes: 2 });
    await sendNotices(shop);
    expect((await noticeMail(shop, owner, 2)).subject).toBe('Fanfare: 2 new orders');
  });

  test('an order whose payment is committed late, or by a process whose clock is behind, is announced too', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    await sendNotices(shop);
    shop.clock.turn({ minutes: -10 });
    await paidOrder(shop);
    shop.clock.turn({ minutes: 10 });
    await sendNotices(shop);
    expect(await noticeCount(shop, owner)).toBe(1);
  });

  test('after an hour without jobs, what happened meanwhile is announced', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    await paidOrder(shop);
    shop.clock.turn({ hours: 1 });
    await sendNotices(shop);
    expect(await noticeCount(shop, owner)).toBe(1);
  });
});

describe('work', () => {
  test('changes requested are announced to the maker of the piece and to those who see all pieces, not to other makers', async ({
    shop,
  }) => {
    const [maker, other, manager] = [await operating(shop, 'maker'), await operating(shop, 'maker'), await operating(shop, 'manager')];
    const { who, pieceId } = await orderedPiece(shop);
    const deliveryId = await delivered(shop, maker, pieceId);
    await shop.call('POST /api/orders/revise', { deliveryId, note: 'A secret wish: shorter' }, { token: who.token });
    await sendNotices(shop);
    for (const reader of [maker, manager]) {
      const { subject, text } = await noticeMail(shop, reader);
      expect(subject).toMatch(/^Fanfare: Changes requested: F-/);
      expect(text).toContain(`${shop.urls.desk}/queue/${pieceId}`);
      expect(text).not.toContain('secret wish');
    }
    expect(await noticeCount(shop, other)).toBe(0);
  });

  test('a piece is due soon eight hours before, then overdue, each once', async ({ shop }) => {
    const maker = await operating(shop, 'maker');
    const { pieceId } = await orderedPiece(shop);
    await maker.call('POST /api/queue/take', { pieceId });
    shop.clock.turn({ hours: 39 });
    await sendNotices(shop);
    expect(await noticeCount(shop, maker)).toBe(0);
    shop.clock.turn({ hours: 2 });
    await sendNotices(shop);
    expect((await noticeMail(shop, maker)).subject).toMatch(/^Fanfare: Due soon: F-/);
    shop.clock.turn({ hours: 8 });
    for (let run = 0; run < 2; run++) await sendNotices(shop);
    const { subject, text } = await noticeMail(shop, maker, 2);
    expect(subject).toMatch(/^Fanfare: Overdue: F-/);
    expect(text).toContain('Due May ');
    expect(await noticeCount(shop, maker)).toBe(2);
  });

  test('a delivered piece is not late', async ({ shop }) => {
    const maker = await operating(shop, 'maker');
    const { pieceId } = await orderedPiece(shop);
    await delivered(shop, maker, pieceId);
    shop.clock.turn({ hours: 49 });
    await sendNotices(shop);
    expect(await noticeCount(shop, maker)).toBe(0);
  });

  test('an assignment is announced to the assignee only; taking a piece oneself is not', async ({ shop }) => {
    const [manager, maker, support] = [await operating(shop, 'manager'), await operating(shop, 'maker'), await operating(shop, 'support')];
    const [{ pieceId }, own, ofManager] = [await orderedPiece(shop), await orderedPiece(shop), await orderedPiece(shop)];
    await maker.call('POST /api/queue/take', { pieceId: own.pieceId });
    await manager.call('POST /api/queue/assign', { pieceIds: [ofManager.pieceId], to: manager.id });
    await manager.call('POST /api/queue/assign', { pieceIds: [pieceId], to: maker.id });
    const { ticketNumber: number } = await sendTicket(shop, asked());
    await manager.call('POST /api/ticket/assign', { number, from: null, to: support.id });
    await sendNotices(shop);
    expect((await noticeMail(shop, maker)).text).toMatch(/^Assigned to you: F-/m);
    expect((await noticeMail(shop, support)).text).toContain(`${shop.urls.desk}/tickets/${number}`);
    expect(await noticeCount(shop, manager)).toBe(0);
  });

  test('the work of a removed operator is announced to who takes over', async ({ shop }) => {
    const [owner, leaving, heir] = [await operating(shop, 'owner'), await operating(shop, 'maker'), await operating(shop, 'maker')];
    const { pieceId } = await orderedPiece(shop);
    await leaving.call('POST /api/queue/take', { pieceId });
    await owner.call('POST /api/team/end', { id: leaving.id, why: 'left the shop', piecesTo: heir.id });
    await sendNotices(shop);
    expect((await noticeMail(shop, heir)).subject).toMatch(/Assigned to you: F-/);
    expect(await noticeCount(shop, leaving)).toBe(0);
  });
});

describe('tickets', () => {
  test('a new ticket and each reply are announced to who chose it, without their text', async ({ shop }) => {
    const [support, other] = [await operating(shop, 'support'), await operating(shop, 'support')];
    await chooseNotices(support, ['ticketOpened', 'ticketReplied']);
    const who = await buyer(shop);
    const { body } = await shop.call('POST /api/support/ticket', { message: 'My secret question' }, who);
    await sendNotices(shop);
    const opened = await noticeMail(shop, support);
    expect(opened.subject).toBe(`Fanfare: New ticket: ${body.ticketNumber}`);
    expect(opened.text).toContain(`${shop.urls.desk}/tickets/${body.ticketNumber}`);
    shop.clock.turn({ minutes: 6 });
    const again = await logIn(shop, who.email);
    for (const message of ['And another', 'And a third'])
      await shop.call('POST /api/support/answer', { number: body.ticketNumber, message }, again);
    await sendNotices(shop);
    const replied = await noticeMail(shop, support, 2);
    expect(replied.subject).toBe('Fanfare: 2 customer replies');
    for (const { text } of [opened, replied]) expect(text).not.toMatch(/secret question|another|third/);
    expect(await noticeCount(shop, other)).toBe(0);
  });

  test('a name that looks like an address does not become a link', async ({ shop }) => {
    const support = await operating(shop, 'support');
    await chooseNotices(support, ['ticketOpened']);
    await sendTicket(shop, asked({ name: 'Anna.example.com' }));
    await sendNotices(shop);
    expect((await noticeMail(shop, support)).text).not.toContain('Anna.example.com');
  });
});

describe('choices', () => {
  test('each role is offered what it may see, and a choice for anything else has no effect', async ({ shop }) => {
    const maker = await operating(shop, 'maker');
    const { body } = await maker.call('GET /api/notices');
    const events = body.events.map(({ event }) => event);
    expect(events).toEqual(['mentioned', 'workAssigned', 'pieceOverdue', 'pieceDueSoon', 'changesRequested']);
    expect(body).toMatchObject({ quiet: null, timeZone: 'UTC' });
    expect((await chooseNotices(maker, ['orderPaid', 'ticketOpened'])).status).toBe(204);
    await paidOrder(shop);
    await sendTicket(shop, asked());
    await sendNotices(shop);
    expect(await noticeCount(shop, maker)).toBe(0);
  });

  test('an operator who loses the permission meanwhile gets no waiting notice', async ({ shop }) => {
    const [owner, manager] = [await operating(shop, 'owner'), await operating(shop, 'manager')];
    await chooseNotices(manager, ['orderPaid'], { from: '00:00', until: '23:59', timeZone: 'UTC' });
    await paidOrder(shop);
    await sendNotices(shop);
    await owner.call('POST /api/team/role', { id: manager.id, role: 'maker' });
    await chooseNotices(manager, []);
    await sendNotices(shop);
    expect([await noticeCount(shop, manager), await noticeRows(shop, manager.id)]).toMatchObject([0, [{ isWaiting: false }]]);
  });

  test('an ended operator gets nothing', async ({ shop }) => {
    const [owner, support] = [await operating(shop, 'owner'), await operating(shop, 'support')];
    await chooseNotices(support, ['ticketOpened'], { from: '00:00', until: '23:59', timeZone: 'UTC' });
    await sendTicket(shop, asked());
    await sendNotices(shop);
    await owner.call('POST /api/team/end', { id: support.id, why: 'left the shop' });
    await sendNotices(shop);
    expect([await noticeCount(shop, support), await noticeRows(shop, support.id)]).toEqual([0, []]);
  });
});

describe('quiet hours', () => {
  const night = { from: '22:00', until: '07:00', timeZone: 'Asia/Tokyo' };

  test('notices are collected and sent as one email at the end, and none is lost', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    await chooseNotices(owner, ['orderPaid', 'ticketOpened'], night);
    shop.clock.set('2026-07-01T13:30:00Z'); // 22:30 in Tokyo
    await sendNotices(shop);
    await paidOrder(shop);
    await sendNotices(shop);
    await sendTicket(shop, asked());
    shop.clock.set('2026-07-01T21:59:00Z'); // 06:59
    await sendNotices(shop);
    await paidOrder(shop);
    await sendNotices(shop);
    expect(await noticeCount(shop, owner)).toBe(0);
    shop.clock.set('2026-07-01T22:00:00Z');
    for (let run = 0; run < 2; run++) await sendNotices(shop);
    expect((await noticeMail(shop, owner)).subject).toBe('Fanfare: 1 new ticket, 2 new orders');
    expect(await noticeCount(shop, owner)).toBe(1);
  });
});

test('after a month, notices are deleted', async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  await paidOrder(shop);
  await sendNotices(shop);
  shop.clock.turn({ days: 29 });
  await letRun(shop, 'desk.deleteExpired');
  expect(await noticeRows(shop, owner.id)).toHaveLength(1);
  shop.clock.turn({ days: 2 });
  await letRun(shop, 'desk.deleteExpired');
  expect(await noticeRows(shop, owner.id)).toEqual([]);
});

test('five jobs at once send one email; a naive version sends several', async ({ shop }) => {
  const owner = await operating(shop, 'owner');
  await paidOrder(shop, 3);
  await addJobs(shop, 'desk.sendNotices', 5);
  await expect.poll(() => jobsOfTask(shop, 'desk.sendNotices')).toEqual([]);
  expect(await noticeCount(shop, owner)).toBe(1);
  expect((await noticeMail(shop, owner)).subject).toBe('Fanfare: 3 new orders');
  expect((await noticeRows(shop, owner.id)).map(({ event }) => event)).toEqual(['orderPaid', 'orderPaid', 'orderPaid']);

  const naive = await naiveNotices(shop);
  await Promise.all(Array.from({ length: 5 }, naive.send));
  expect(await naive.sent()).toBeGreaterThan(1);
});

test('quiet hours: each mistake is named beside its field', async ({ shop }) => {
  const maker = await operating(shop, 'maker');
  const time = 'Enter a time, such as 22:00.';
  const mistakes = [
    [{ from: '22' }, 'quiet.from', time],
    [{ until: '24:00' }, 'quiet.until', time],
    [{ until: '22:00' }, 'quiet.until', 'Choose an end that differs from the start.'],
    [{ timeZone: 'Mars/Base' }, 'quiet.timeZone', expect.any(String)],
  ] as const;
  for (const [change, field, message] of mistakes) {
    const quiet = { from: '22:00', until: '07:00', timeZone: 'UTC', ...change };
    expect(getErrors(await chooseNotices(maker, [], quiet))).toEqual([400, { [field]: [message] }]);
  }
});
