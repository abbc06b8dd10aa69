// The dates of mails are in the time zone of the browser that logged in.
import { logIn, register } from '../../../../tests/support/accounts.ts';
import { test as base, expect } from '../../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('dates of mails are in the time zone of the last log-in; an unknown zone changes nothing', async ({ shop }) => {
  const email = await register(shop, { timeZone: 'Asia/Tokyo' });
  const notices = async () => (await shop.mails(email)).filter(({ subject }) => subject.includes('new device'));
  await logIn(shop, email);
  for (const [index, [timeZone, zone]] of [
    [undefined, 'GMT+9'],
    ['America/New_York', 'EDT'],
    ['Mars/Olympus', 'EDT'],
  ].entries()) {
    await logIn(shop, email, { timeZone });
    await expect.poll(async () => (await notices()).length).toBe(index + 1);
    expect(/When: .* (\S+)$/m.exec((await notices())[0]?.text ?? '')?.[1]).toBe(zone);
  }
});
