// Typed names appear in emails to other people, so no call accepts a name with a web address.
import { newcomer, register } from './support/accounts.ts';
import { story } from './support/cart-lines.ts';
import { billing, buyer } from './support/money.ts';
import { test as base, describe, expect, type Shop } from './support/shop.ts';
import { asked, somebody } from './support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const errorMessages = {
  en: 'Enter a name without a web address.',
  es: 'Escribe un nombre sin direcciones web.',
  ja: 'お名前にURLを入れないでください。',
};
const spoiled = 'Your invoice is overdue - pay at https://phish.example/pay';
const browser = {
  javascriptEnabled: true,
  acceptLanguage: 'en',
  screenWidth: 1280,
  screenHeight: 800,
  timeZone: -60,
  userAgent: 'Sample/1.0',
};

/** Each call with one name in it replaced. */
const calls = {
  'POST /api/Accounts/register': newcomer,
  'POST /api/accounts/update': () => ({
    firstName: 'Ada',
    lastName: 'Sample',
    country: 'NO',
    city: 'Oslo',
    address: 'Street 1',
    zipCode: '',
  }),
  'POST /api/support/create-ticket': asked,
  'POST /api/orders': () => ({ ...billing, currency: 0, couponCode: null, orderFormData: [story()], price: 9_900 }),
  'POST /api/balance/deposit': () => ({ ...billing, ...browser, currency: 0, couponCode: null, price: 10_000, depositAmount: 10_000 }),
} as const;
const cases = Object.keys(calls).flatMap((call) =>
  (call.endsWith('create-ticket') ? ['name'] : ['firstName', 'lastName']).map((field) => [call as keyof typeof calls, field] as const),
);

async function send(shop: Shop, call: keyof typeof calls, more: object, language = 'en') {
  const { token } = await buyer(shop);
  const { status, body } = await shop.call(call, { ...calls[call](), ...more } as never, {
    token,
    headers: { 'accept-language': language },
  });
  return { status, errors: (body as { errors?: object } | undefined)?.errors };
}

describe.for(cases)('%s, %s', ([call, field]) => {
  test.for(Object.entries(errorMessages))('web address is refused in %s', async ([language, message], { shop }) => {
    expect(await send(shop, call, { [field]: spoiled }, language)).toEqual({ status: 400, errors: { [field]: [message] } });
  });

  test('www. without https is refused, an ordinary name is accepted', async ({ shop }) => {
    expect((await send(shop, call, { [field]: 'www.phish.example' })).errors).toEqual({ [field]: [errorMessages.en] });
    expect((await send(shop, call, { [field]: 'Dr. Anna-Lee O’Hara, A/S' })).status).toBeLessThan(300);
  });
});

describe('email to an unconfirmed address', () => {
  const typed = 'Call 555-0100 now';

  test.for(['en', 'es', 'ja'])('registration and password reset in %s: no typed name', async (language, { shop }) => {
    const email = somebody();
    await register(shop, { email, firstName: typed, lastName: typed }, { headers: { 'accept-language': language } });
    await shop.mail(email);
    await shop.call('POST /api/Accounts/forgot-password', { email });
    await expect.poll(async () => (await shop.mails(email)).length).toBe(2);
    for (const { subject, text, html } of await shop.mails(email)) expect(`${subject}${text}${html}`).not.toContain('555');
  });
});
