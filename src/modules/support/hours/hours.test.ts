// Support hours over HTTP: what the owner publishes at the desk is what customers are promised, what the mail
// says, and when a ticket is late.
import { openedSetting, operating } from '../../../../tests/support/desk.ts';
import { again, buyer } from '../../../../tests/support/money.ts';
import { test as base, expect, type Shop } from '../../../../tests/support/shop.ts';
import { asked, atDesk, environment, sendTicket, somebody } from '../../../../tests/support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', ...environment } });

const nineToFive = { mon: '09:00-17:00', tue: '09:00-17:00', wed: '09:00-17:00', thu: '09:00-17:00', fri: '09:00-17:00', sat: '', sun: '' };
const christmas = { day: '12-24', until: '12-26', name: { en: 'Christmas', es: 'Navidad', jp: 'クリスマス' } };
const getPromise = async (shop: Shop) => (await shop.call('GET /api/support/answer-time', undefined)).body.promise;
const contactPage = async (shop: Shop, locale = 'en') =>
  (await fetch(`${shop.urls.storefront}/contact`, { headers: { cookie: `locale=${locale}` } })).text();
/** Until the next Wednesday, December 23, at three o'clock. */
function turnToDecember(shop: Shop): void {
  const now = shop.clock.now();
  let then = new Date(Date.UTC(now.getUTCFullYear(), 11, 23, 15));
  while (then < now || then.getUTCDay() !== 3) then = new Date(Date.UTC(then.getUTCFullYear() + 1, 11, 23, 15));
  shop.clock.turn({ hours: (then.getTime() - now.getTime()) / 3_600_000 });
}

test('a shop that promises nothing: neither page nor ticket nor mail names a time', async ({ shop }) => {
  expect(await getPromise(shop)).toBeNull();
  expect(await contactPage(shop)).toContain('we don’t promise a time');
  const email = somebody();
  expect(await sendTicket(shop, asked({ email }))).not.toHaveProperty('answerBy');
  expect((await shop.mail(email)).text).not.toContain('We’ll answer by');
});

test('hours and a promise published at the desk: page, ticket, mail and thread say the same time, which skips nights, weekends and holidays', async ({
  shop,
}) => {
  turnToDecember(shop);
  const { text, number, save, owner } = await openedSetting(shop, 'support');
  const hours = { ...text.hours, ...nineToFive };
  const published = { firstAnswerHours: 8, promised: true, hours, holidays: [christmas] };
  expect((await save(published)).body.saved).toBe(true);
  const year = shop.clock.now().getUTCFullYear();
  // Two hours on Wednesday, closed until Sunday, six hours on Monday.
  const answerBy = `${year}-12-28T15:00:00.000Z`;
  expect(await getPromise(shop)).toMatchObject({
    answerBy,
    lines: [
      'Our hours (UTC):',
      expect.stringMatching(/^Monday\s–\sFriday: 9:00\sAM\s–\s5:00\sPM$/),
      expect.stringMatching(/^Closed December 24\s–\s26: Christmas$/),
    ],
  });
  expect(await contactPage(shop)).toMatch(/we’ll answer by <time dateTime="[^"]+"[^>]*>Monday, December 28 at 3:00\sPM UTC/);
  const japanese = await contactPage(shop, 'jp');
  // The shop writes dates and times in one form, whatever the language.
  for (const text of [/Monday, December 28 at 3:00\sPM UTC/, /月曜日～金曜日：9:00\sAM\s–\s5:00\sPM/, /クリスマス/])
    expect(japanese).toMatch(text);

  const email = somebody();
  const ticket = await sendTicket(shop, asked({ email }));
  expect(ticket.answerBy).toBe(answerBy);
  expect((await shop.mail(email)).text).toMatch(new RegExp(`We’ll answer by Monday, December 28, ${year} at 3:00\\sPM UTC\\.`));
  expect((await sendTicket(shop, asked({ website: 'https://spam.example' }))).answerBy, 'a program learns nothing').toBe(answerBy);

  const ada = await buyer(shop);
  const { body: own } = await shop.call('POST /api/support/ticket', { message: 'When will it be ready?', files: [] }, { token: ada.token });
  const thread = async () => {
    // The clock was turned, so a token may have expired.
    const { token } = await again(shop, ada);
    return (await shop.call('GET /api/support/ticket', { number: own.ticketNumber }, { token })).body;
  };
  expect([own.answerBy, (await thread()).answerBy]).toEqual([answerBy, answerBy]);
  expect((await owner.call('GET /api/ticket', { number: own.ticketNumber })).body.ticket.firstDueAt).toBe(answerBy);

  const late = async () => (await (await operating(shop, 'support')).call('GET /api/tickets/counts')).body.late;
  const before = await late();
  shop.clock.turn({ hours: 119 });
  expect(await late(), 'closed days make nobody late').toBe(before);
  // The hours change; what was promised stays.
  const changed = { ...published, hours: { ...hours, mon: '' } };
  expect((await save(changed, number + 1, await operating(shop, 'owner'))).body.saved).toBe(true);
  expect((await thread()).answerBy).toBe(answerBy);
  shop.clock.turn({ hours: 2 });
  expect(await late()).toBe(before + 2);
  expect(await thread(), 'a time that has passed is not promised').not.toHaveProperty('answerBy');
  const desk = await atDesk(shop);
  await desk.answer(own.ticketNumber, 'It is ready.');
  expect(await late()).toBe(before + 1);
});
