// Tests the email change over HTTP: both addresses must confirm it, in any order.

import { randomBytes } from 'node:crypto';
import {
  AT_NEW,
  AT_OLD,
  another,
  asked,
  begin,
  codeIn,
  confirm,
  logIn,
  PASSWORD,
  pending,
  profileStatus,
  register,
  requestChange,
} from '../../../../tests/support/accounts.ts';
import { emailChangeCount, resetCode, restoreCode } from '../../../../tests/support/rows/accounts.ts';
import { letRun } from '../../../../tests/support/rows/jobs.ts';
import { outboxMails } from '../../../../tests/support/rows/support.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const CHANGED = /was changed/;
const used = { errors: { code: ['This link has expired or was already used. Request a new one.'] } };
const profile = async (shop: Shop, token: string) => (await shop.call('GET /api/Accounts/profile', undefined, { token })).body;

describe('email change', () => {
  test.for([
    ['the old one first', 'atOld', 'new', 'atNew'],
    ['the new one first', 'atNew', 'old', 'atOld'],
  ] as const)('the address changes after both addresses confirm, %s', async ([, first, waiting, second], { shop }) => {
    const owner = await asked(shop);
    const elsewhere = await logIn(shop, owner.email);
    expect(await confirm(shop, owner[first])).toMatchObject({ status: 200, body: { email: owner.next, waiting, changed: false } });
    // One confirmation must not mark the current address as confirmed: a stranger may have given it.
    expect(await profile(shop, owner.token)).toMatchObject({ email: owner.email, emailVerified: false });
    expect(await pending(shop, owner.token)).toMatchObject({
      email: owner.next,
      oldConfirmed: first === 'atOld',
      newConfirmed: first === 'atNew',
    });
    expect(await confirm(shop, owner[first])).toMatchObject({ status: 400, body: used });

    expect(await confirm(shop, owner[second])).toMatchObject({ status: 200, body: { email: owner.next, waiting: null, changed: true } });
    for (const { token } of [owner, elsewhere]) expect(await profileStatus(shop, token)).toBe(401);
    expect((await shop.call('POST /api/Accounts/login', { email: owner.email, password: PASSWORD })).status).toBe(400);
    const { token } = await logIn(shop, owner.next.toUpperCase());
    expect(await profile(shop, token)).toMatchObject({ email: owner.next, emailVerified: true });
    expect(await pending(shop, token)).toBeNull();
    for (const to of [owner.email, owner.next]) expect((await shop.mail(to, CHANGED)).text).toContain(owner.next);
    for (const code of [owner.atOld, owner.atNew]) expect(await confirm(shop, code)).toMatchObject({ status: 400, body: used });
  });

  test('the email to the old address names the new one; the email to the new address reveals nothing of the account', async ({ shop }) => {
    const owner = await asked(shop);
    const [atOld, atNew] = [await shop.mail(owner.email, AT_OLD), await shop.mail(owner.next, AT_NEW)];
    expect(atOld.text).toContain(owner.next);
    expect(atOld.text).toContain('/account/recovery-password');
    for (const text of [atNew.text, atNew.html]) for (const secret of [owner.email, 'Ada', owner.atOld]) expect(text).not.toContain(secret);
  });

  test.for<[string, object, string]>([
    ['a wrong password', { currentPassword: 'wrong' }, 'currentPassword'],
    ['no password', { currentPassword: undefined }, 'currentPassword'],
    ['a number for a password', { currentPassword: 7 }, 'currentPassword'],
    ['no address', { email: undefined }, 'email'],
    ['two addresses', { email: 'a@shop.example, b@shop.example' }, 'email'],
    ['a line break', { email: 'a@shop.example\r\nBcc: b@shop.example' }, 'email'],
    ['an address of 255 characters', { email: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(129)}.org` }, 'email'],
  ])('a request with %s is refused, and nothing is saved or sent', async ([, more, field], { shop }) => {
    const { email, token } = await begin(shop);
    const sent = { email: another(), currentPassword: PASSWORD, ...more };
    const answer = await shop.call('POST /api/Accounts/change-email', sent, { token });
    expect([answer.status, Object.keys((answer.body as unknown as typeof used).errors)]).toEqual([400, [field]]);
    expect(await pending(shop, token)).toBeNull();
    expect((await outboxMails(shop, email, sent.email)).filter(({ mail }) => mail !== 'welcome')).toEqual([]);
  });

  test('a change to the own address in any case is refused', async ({ shop }) => {
    const { email, token } = await begin(shop);
    expect((await requestChange(shop, token, ` ${email.toUpperCase()}`)).body).toMatchObject({
      errors: { email: ['This is already your email address. Enter a different one.'] },
    });
  });

  test('a change expires one day after the request', async ({ shop }) => {
    const owner = await asked(shop);
    shop.clock.turn({ hours: 23, minutes: 59 });
    expect((await confirm(shop, owner.atOld)).status).toBe(200);
    shop.clock.turn({ minutes: 2 });
    expect(await confirm(shop, owner.atNew)).toMatchObject({ status: 400, body: used });
    const { token } = await logIn(shop, owner.email);
    expect(await pending(shop, token)).toBeNull();
  });

  test('a newer request invalidates the links of an older one', async ({ shop }) => {
    const first = await asked(shop);
    await confirm(shop, first.atOld);
    const next = another();
    shop.clock.turn({ seconds: 1 });
    await requestChange(shop, first.token, next);
    await shop.mail(next, AT_NEW);
    expect(await pending(shop, first.token)).toMatchObject({ email: next, oldConfirmed: false, newConfirmed: false });
    for (const code of [first.atOld, first.atNew]) expect((await confirm(shop, code)).status).toBe(400);
    expect((await profile(shop, first.token)).email).toBe(first.email);
  });

  test('only the owner can cancel the change', async ({ shop }) => {
    const [owner, stranger] = [await asked(shop), await begin(shop)];
    const drop = (token: string) => shop.call('POST /api/Accounts/drop-email-change', {}, { token });
    expect((await drop(stranger.token)).status).toBe(204);
    expect(await pending(shop, stranger.token)).toBeNull();
    expect((await confirm(shop, owner.atNew)).status).toBe(200);
    expect((await drop(owner.token)).status).toBe(204);
    expect(await pending(shop, owner.token)).toBeNull();
    expect(await confirm(shop, owner.atOld)).toMatchObject({ status: 400, body: used });
  });

  test.for(['change', 'reset'] as const)('a new password by %s cancels the change', async (how, { shop }) => {
    const owner = await asked(shop);
    await confirm(shop, owner.atOld);
    const password = 'nine green herons';
    const repeated = { password, repeatedPassword: password };
    if (how === 'change')
      await shop.call('POST /api/Accounts/change-password', { currentPassword: PASSWORD, ...repeated }, { token: owner.token });
    else {
      await shop.call('POST /api/Accounts/forgot-password', { email: owner.email });
      const code = codeIn((await shop.mail(owner.email, /new password/)).text);
      expect((await shop.call('POST /api/Accounts/reset-password', { email: owner.email, code, ...repeated })).status).toBe(204);
    }
    expect((await confirm(shop, owner.atNew)).status).toBe(400);
    const { token } = await logIn(shop, owner.email, { password });
    expect(await pending(shop, token)).toBeNull();
  });

  test('a completed change invalidates codes of earlier emails, even one written during the change', async ({ shop }) => {
    const owner = await asked(shop);
    const verify = codeIn((await shop.mail(owner.email, /Welcome/)).text);
    await shop.call('POST /api/Accounts/forgot-password', { email: owner.email });
    const code = codeIn((await shop.mail(owner.email, /A new password/)).text);
    const stored = await resetCode(shop, owner.email);
    await confirm(shop, owner.atOld);
    await confirm(shop, owner.atNew);
    expect((await confirm(shop, verify)).status).toBe(400);
    const reset = (email: string) =>
      shop.call('POST /api/Accounts/reset-password', { email, code, password: 'nine green herons', repeatedPassword: 'nine green herons' });
    expect((await reset(owner.email)).status).toBe(400);
    await restoreCode(shop, stored);
    for (const email of [owner.email, owner.next]) expect((await reset(email)).status).toBe(400);
    await logIn(shop, owner.next);
  });

  test('an expired change is deleted by the cleanup job', async ({ shop }) => {
    const { email } = await asked(shop);
    expect(await emailChangeCount(shop, email)).toBe(1);
    shop.clock.turn({ hours: 25 });
    await letRun(shop, 'accounts.deleteExpired');
    expect(await emailChangeCount(shop, email)).toBe(0);
  });
});

describe('confirmation code', () => {
  test('an unknown code or a code for another purpose confirms nothing', async ({ shop }) => {
    const owner = await asked(shop);
    await shop.call('POST /api/Accounts/forgot-password', { email: owner.email });
    const reset = codeIn((await shop.mail(owner.email, /new password/)).text);
    for (const code of ['', 'x', `${owner.atOld} `, owner.atOld.slice(0, -1), randomBytes(24).toString('base64url'), reset])
      expect(await confirm(shop, code), code).toMatchObject({ status: 400, body: used });
    expect(await pending(shop, owner.token)).toMatchObject({ oldConfirmed: false, newConfirmed: false });
    expect((await confirm(shop, owner.atOld)).status).toBe(200);
  });

  test('a code of one account does not confirm the change of another account to the same address', async ({ shop }) => {
    const first = await asked(shop);
    await requestChange(shop, first.token, first.next);
    const second = await begin(shop);
    shop.clock.turn({ seconds: 1 });
    await requestChange(shop, second.token, first.next);
    await shop.mail(second.email, AT_OLD);
    await expect.poll(async () => (await shop.mails(first.next)).length).toBe(3);
    const codeOfSecond = codeIn((await shop.mail(first.next, AT_NEW)).text);
    expect(await confirm(shop, codeOfSecond)).toMatchObject({ body: { waiting: 'old' } });
    expect(await pending(shop, first.token)).toMatchObject({ newConfirmed: false });
    expect(await pending(shop, second.token)).toMatchObject({ newConfirmed: true });
  });
});

describe('new address that already has an account', () => {
  test('the request gets the same response as for a free address, and only the owner of that address gets an email', async ({ shop }) => {
    const [owner, other] = [await begin(shop), await begin(shop)];
    const free = await asked(shop);
    const answer = await requestChange(shop, owner.token, other.email.toUpperCase());
    expect(answer).toMatchObject({ status: 204, body: '' });
    const mail = await shop.mail(other.email, /has an account/);
    expect(mail.text).not.toContain(owner.email);
    expect(codeIn(mail.text)).toBe('');
    const getShape = async (token: string) =>
      Object.entries((await pending(shop, token)) ?? {}).map(([name, value]) => [name, typeof value]);
    expect(await getShape(owner.token)).toEqual(await getShape(free.token));
    const atOld = codeIn((await shop.mail(owner.email, AT_OLD)).text);
    expect(await confirm(shop, atOld)).toMatchObject({ status: 200, body: { waiting: 'new', changed: false } });
    expect(await shop.mails(other.email)).toHaveLength(2);
    expect((await profile(shop, other.token)).email).toBe(other.email);
  });

  test('an address that was registered before the second confirmation is refused, and nothing changes', async ({ shop }) => {
    const owner = await asked(shop);
    await confirm(shop, owner.atOld);
    await register(shop, { email: owner.next });
    const { status, body } = await confirm(shop, owner.atNew);
    expect([status, (body as unknown as typeof used).errors.code[0]]).toEqual([400, expect.stringContaining('nothing was changed')]);
    expect(await profile(shop, owner.token)).toMatchObject({ email: owner.email, emailVerified: false });
    expect(await pending(shop, owner.token)).toBeNull();
    expect((await shop.mails(owner.email)).some(({ subject }) => CHANGED.test(subject))).toBe(false);
  });
});

test('email change: five requests an hour are allowed per account and per address', async () => {
  await using shop = await openShop();
  const [first, second] = [await begin(shop), await begin(shop)];
  const statuses = async (token: string, emails: readonly string[]) => {
    const answers = [];
    for (const email of emails) answers.push((await requestChange(shop, token, email)).status);
    return answers;
  };
  const next = another();
  expect(
    await statuses(
      first.token,
      Array.from({ length: 5 }, () => next),
    ),
  ).toEqual([204, 204, 204, 204, 204]);
  expect(await statuses(first.token, [another()])).toEqual([429]);
  expect(await statuses(second.token, [next, another()])).toEqual([429, 204]);
  shop.clock.turn({ minutes: 61 });
  const again = await logIn(shop, first.email);
  expect(await statuses(again.token, [next])).toEqual([204]);
});
