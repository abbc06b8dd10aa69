// Tests emailed account links without JavaScript: each opens a page with one button that works once.
import { codeIn, getPage, logIn, PASSWORD, postPage, profileStatus, register } from '../../../../tests/support/accounts.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const USED = 'This link has expired or was already used. Request a new one.';
const CONFIRM = '/account/confirm';
const MY_DATA = '/account/my-data';

async function newcomer(shop: Shop) {
  const email = await register(shop);
  const { token } = await logIn(shop, email);
  return { email, token, code: codeIn((await shop.mail(email, /Welcome/)).text) };
}

async function withExport(shop: Shop) {
  const who = await newcomer(shop);
  await shop.call('POST /api/Accounts/ask-export', { currentPassword: PASSWORD }, { token: who.token });
  return { ...who, code: codeIn((await shop.mail(who.email, /Your data/)).text) };
}

const isVerified = async (shop: Shop, token: string): Promise<boolean> =>
  (await shop.call('GET /api/Accounts/profile', undefined, { token })).body.emailVerified;

const pages = [
  [CONFIRM, newcomer],
  [MY_DATA, withExport],
] as const;

describe('emailed link', () => {
  test.for(pages)('%s: GET does not use up the code and is not cached', async ([path, make], { shop }) => {
    const { code } = await make(shop);
    for (let times = 0; times < 3; times++) {
      const { status, headers, html } = await getPage(shop, `${path}?code=${code}`);
      expect(status).toBe(200);
      expect(html).toMatch(new RegExp(`<form (?=[^>]*action="${path}")(?=[^>]*method="post")`));
      expect(html).toContain(`<input type="hidden" name="code" value="${code}"/>`);
      expect(html).toContain('<meta name="robots" content="noindex">');
      expect(html).not.toContain('needs JavaScript');
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('set-cookie')).toBeNull();
    }
    expect((await postPage(shop, path, { code })).status).toBe(303);
  });

  test.for(pages)('%s: one of ten concurrent POSTs succeeds, the others and a later one are refused', async ([path, make], { shop }) => {
    const { code } = await make(shop);
    const all = await Promise.all(Array.from({ length: 10 }, () => postPage(shop, path, { code })));
    expect(all.filter(({ status }) => status === 303)).toHaveLength(1);
    for (const { status, html, set } of [...all.filter((answer) => answer.status !== 303), await postPage(shop, path, { code })]) {
      expect([status, set]).toEqual([400, '']);
      expect(html).toContain(USED);
      expect(html).toContain('href="/cabinet/account-details"');
    }
  });

  test.for(pages)('%s: a POST from another origin is refused and does not use up the code', async ([path, make], { shop }) => {
    const { code } = await make(shop);
    for (const origin of ['https://evil.example', 'null', null])
      expect((await postPage(shop, path, { code }, { origin })).status).toBe(403);
    expect((await postPage(shop, path, { code })).status).toBe(303);
  });

  test.for(pages)('%s: a POST with a missing, malformed or very long code is refused', async ([path], { shop }) => {
    for (const sent of [{}, { code: '' }, { code: '<script>' }, { code: 'x'.repeat(10_000) }])
      expect((await postPage(shop, path, sent as Record<string, string>)).status).toBe(400);
  });

  test('/account/reset: the page sends no referrer', async ({ shop }) => {
    const { headers } = await getPage(shop, '/account/reset?email=maya%40shop.example&code=x');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect((await getPage(shop, '/account/login')).headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });
});

describe('confirmation link', () => {
  test('a POST redirects to an address without the code, which shows the result', async ({ shop }) => {
    const { code, token, email } = await newcomer(shop);
    expect(await isVerified(shop, token)).toBe(false);
    const { to, set, headers } = await postPage(shop, CONFIRM, { code });
    expect([to, set, headers.get('referrer-policy')]).toEqual([`${CONFIRM}?sent=confirmed`, '', 'no-referrer']);
    const { html } = await getPage(shop, to ?? '');
    expect(html).toContain('Your address is confirmed');
    expect(html).not.toContain(email);
    expect(await isVerified(shop, token)).toBe(true);
  });

  test('an email change is confirmed by one link at the old address and one at the new', async ({ shop }) => {
    const { email, token } = await newcomer(shop);
    const next = `next-${email}`;
    await shop.call('POST /api/Accounts/change-email', { email: next, currentPassword: PASSWORD }, { token });
    const old = (await shop.mail(email, /address/i)).text;
    expect((await getPage(shop, `${CONFIRM}?code=${codeIn(old)}&side=old`)).html).toContain('Yes, change my address');
    const first = await postPage(shop, CONFIRM, { code: codeIn(old), side: 'old' });
    expect(first.to).toBe(`${CONFIRM}?sent=new`);
    expect((await getPage(shop, first.to ?? '')).html).toContain('open the link in the email to your new address');
    const second = await postPage(shop, CONFIRM, { code: codeIn((await shop.mail(next)).text) });
    expect(second.to).toBe(`${CONFIRM}?sent=changed`);
    expect((await getPage(shop, second.to ?? '')).html).toContain('Your address has changed');
    expect(await profileStatus(shop, token)).toBe(401);
    await logIn(shop, next);
  });
});

describe('data export link', () => {
  const fileAt = (shop: Shop, cookie?: string) => getPage(shop, `${MY_DATA}/file`, { cookie });

  test('the file can be downloaded repeatedly with the cookie for 30 minutes', async ({ shop }) => {
    const { email, code } = await withExport(shop);
    const { to, set, cookie } = await postPage(shop, MY_DATA, { code });
    expect(to).toBe(MY_DATA);
    expect(set).toMatch(/^my-data=[\w-]{32}\.\d{13}; Max-Age=1800; Path=\/account\/my-data; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(code);
    const page = await getPage(shop, MY_DATA, { cookie });
    expect([page.headers.get('cache-control'), page.html.includes('Download my data')]).toEqual(['private, no-store', true]);
    shop.clock.turn({ minutes: 29 });
    for (let times = 0; times < 2; times++) {
      const { status, headers, html } = await fileAt(shop, cookie);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="fanfare-\d{4}-\d\d-\d\d\.json"/);
      expect(JSON.parse(html)).toMatchObject({ account: [{ email }] });
    }
    shop.clock.turn({ minutes: 2 });
    expect((await fileAt(shop, cookie)).headers.get('location')).toBe(MY_DATA);
    expect((await getPage(shop, MY_DATA, { cookie })).html).toContain('Open the link in our email.');
  });

  test('the download needs its own cookie, and the key in the cookie is not a link code', async ({ shop }) => {
    const [first, second] = [await withExport(shop), await withExport(shop)];
    const { cookie } = await postPage(shop, MY_DATA, { code: first.code });
    const [key = '', end = ''] = cookie.slice('my-data='.length).split('.');
    const invalid = [
      undefined,
      'my-data=',
      `my-data=${first.code}`,
      `my-data=${second.code}.${end}`,
      `my-data=${key}.${Number(end) + 60_000}`,
    ];
    for (const each of invalid) {
      expect((await fileAt(shop, each)).status, each).toBe(303);
      expect((await getPage(shop, MY_DATA, { cookie: each })).html, each).not.toContain(`${MY_DATA}/file`);
    }
    expect((await postPage(shop, MY_DATA, { code: key })).status).toBe(400);
    expect(JSON.parse((await fileAt(shop, cookie)).html)).toMatchObject({ account: [{ email: first.email }] });
    expect((await shop.call('POST /api/Accounts/fetch-export', { code: first.code })).status).toBe(400);
  });

  test('a password change invalidates the cookie', async ({ shop }) => {
    const { code, token } = await withExport(shop);
    const { cookie } = await postPage(shop, MY_DATA, { code });
    const password = 'nine green herons';
    const sent = { currentPassword: PASSWORD, password, repeatedPassword: password };
    expect((await shop.call('POST /api/Accounts/change-password', sent, { token })).status).toBe(204);
    expect((await fileAt(shop, cookie)).status).toBe(303);
  });
});
