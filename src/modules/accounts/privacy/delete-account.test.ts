// Tests account deletion: the request, keeping the account within a week, and erasing all personal data.

import { showZonedMoment } from '#lib/time/date.ts';
import type { Message } from '#lib/user-error.ts';
import { mailJobs } from '#modules/mail/jobs.ts';
import { openSecrets } from '#platform/config/secrets.ts';
import {
  askToClose,
  codeIn,
  due,
  expectNowhere,
  findPlaces,
  isErased,
  keep,
  letTheHourCome,
  logIn,
  member,
  PASSWORD,
  profileStatus,
  refresh,
  register,
  WEEK,
} from '../../../../tests/support/accounts.ts';
import { sampleMails } from '../../../../tests/support/owner-files.ts';
import { addPersonalData, erasedAccount, passwordResetCount, rowCount } from '../../../../tests/support/rows/accounts.ts';
import { outboxCount, outboxMails, ticketRow, ticketTexts } from '../../../../tests/support/rows/support.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../../tests/support/shop.ts';
import { asked, sendTicket } from '../../../../tests/support/tickets.ts';
import { eventHandlers } from '../../../event-handlers.ts';
import { createAccounts } from '../actions.ts';
import type { AccountEvents } from '../events.ts';
import { eraseDueAccounts } from './delete-account.ts';

const never = new AbortController().signal;
const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
type Problem = { readonly errors?: Readonly<Record<string, readonly string[]>> };
const getErrors = ({ body }: { body: unknown }) => (body as Problem).errors;

const closing = async (shop: Shop, token: string) => (await shop.call('GET /api/Accounts/closing', undefined, { token })).body;

describe('deletion request', () => {
  test('a request returns and emails the date of erasing; a second request does not move it', async ({ shop }) => {
    const { email, token } = await member(shop);
    expect(await closing(shop, token)).toEqual({ eraseAt: null });
    const { status, body } = await askToClose(shop, token);
    const eraseAt = new Date(shop.clock.now().getTime() + 7 * 86_400_000).toISOString();
    expect([status, body]).toEqual([200, { eraseAt }]);
    expect(await closing(shop, token)).toEqual({ eraseAt });
    const { text } = await shop.mail(email, /will be deleted/);
    expect(text).toContain(showZonedMoment(new Date(eraseAt), { timeZone: 'UTC', dateLocale: 'en-US', locale: 'en' }));
    expect(text).toContain('/cabinet/account-details');
    shop.clock.turn({ minutes: 3 });
    expect((await askToClose(shop, token)).body).toEqual({ eraseAt });
    expect(await outboxCount(shop, 'deletion-asked', email)).toBe(1);
  });

  test.for([
    ['another password', { currentPassword: 'seven blue heron' }],
    ['no password', {}],
    ['a list as password', { currentPassword: [PASSWORD] }],
  ] as const)('a request with %s is refused, and the account stays open', async ([, sent], { shop }) => {
    const { token } = await member(shop);
    const answer = await shop.call('POST /api/Accounts/ask-deletion', sent, { token });
    expect([answer.status, Object.keys(getErrors(answer) ?? {})]).toEqual([400, ['currentPassword']]);
    expect(await closing(shop, token)).toEqual({ eraseAt: null });
  });

  test('another account neither sees the request nor cancels it', async ({ shop }) => {
    const [owner, stranger] = [await member(shop), await member(shop)];
    await askToClose(shop, owner.token);
    expect(await closing(shop, stranger.token)).toEqual({ eraseAt: null });
    expect((await keep(shop, stranger.token)).status).toBe(204);
    expect((await closing(shop, owner.token)).eraseAt).not.toBeNull();
  });

  test('five requests a day are allowed', async () => {
    await using shop = await openShop();
    const { token } = await member(shop);
    for (let times = 0; times < 5; times++) {
      expect((await askToClose(shop, token)).status).toBe(200);
      expect((await keep(shop, token)).status).toBe(204);
    }
    expect((await askToClose(shop, token)).status).toBe(429);
  });
});

describe('keeping the account', () => {
  test('an account can be kept until the last moment, repeatedly', async ({ shop }) => {
    const { id, email, token } = await due(shop);
    expect((await keep(shop, token)).status).toBe(204);
    expect((await keep(shop, token)).status).toBe(204);
    await letTheHourCome(shop);
    expect(await isErased(shop, id)).toBe(false);
    expect(await closing(shop, token)).toEqual({ eraseAt: null });
    await logIn(shop, email);
  });

  test('an account is erased at its date, not a second earlier', async ({ shop }) => {
    const { id, token } = await member(shop);
    await askToClose(shop, token);
    shop.clock.turn({ days: 6, hours: 23, minutes: 59, seconds: 59 });
    await letTheHourCome(shop);
    expect(await isErased(shop, id)).toBe(false);
    shop.clock.turn({ seconds: 1 });
    await letTheHourCome(shop);
    expect(await isErased(shop, id)).toBe(true);
  });
});

describe('unfinished business', () => {
  const why: Message = { id: 'test.open', message: 'An order is on its way.' };

  /** The accounts of a shop with one more handler that can refuse the closing. */
  async function withHandler(shop: Shop) {
    const open = new Set<string>();
    const more: AccountEvents = {
      ...eventHandlers,
      'accounts.closing': [...eventHandlers['accounts.closing'], async (_, { accountId }) => (open.has(accountId) ? why : undefined)],
    };
    const secrets = await openSecrets(shop.ctx.config, shop.clock.now());
    const accounts = createAccounts(shop.ctx, {
      secrets,
      privacyVersion: () => 1,
      brand: () => 'Fanfare',
      companies: async () => new Map(),
      reactions: more,
    });
    const verify = async (token: string) => (await accounts.verifyToken(token)) ?? expect.fail('no caller');
    async function askDeletion(token: string) {
      const claims = await verify(token);
      return accounts.requestDeletion({ ...claims, accountId: claims.personId }, PASSWORD);
    }
    return { open, more, askDeletion };
  }

  test('an account with unfinished business cannot be closed', async ({ shop }) => {
    const { open, askDeletion } = await withHandler(shop);
    const { id, token } = await member(shop);
    open.add(id);
    await expect(askDeletion(token)).rejects.toMatchObject({ status: 400, errors: { '': [why] } });
    expect(await closing(shop, token)).toEqual({ eraseAt: null });
    open.delete(id);
    expect((await askDeletion(token)).eraseAt).toBeTruthy();
  });

  test('business that starts after the request delays erasing until it is settled', async ({ shop }) => {
    const { open, more } = await withHandler(shop);
    const { id, email, token } = await due(shop);
    open.add(id);
    await eraseDueAccounts(shop.ctx, more, never);
    expect(await isErased(shop, id)).toBe(false);
    expect(await profileStatus(shop, token)).toBe(200);
    await logIn(shop, email);
    open.delete(id);
    await eraseDueAccounts(shop.ctx, more, never);
    expect(await isErased(shop, id)).toBe(true);
  });

  test('a failure for one account does not stop the erasing of others', async ({ shop }) => {
    const [failing, working] = [await due(shop), await due(shop)];
    const broken: AccountEvents = {
      ...eventHandlers,
      'accounts.erased': [
        async (_, { accountId }) => {
          if (accountId === failing.id) throw new Error('a module that fails');
        },
      ],
    };
    await eraseDueAccounts(shop.ctx, broken, never);
    expect([await isErased(shop, failing.id), await isErased(shop, working.id)]).toEqual([false, true]);
    expect(await profileStatus(shop, (await logIn(shop, failing.email)).token)).toBe(200);
    shop.clock.turn({ seconds: 10 });
    await eraseDueAccounts(shop.ctx, eventHandlers, never);
    expect(await isErased(shop, failing.id)).toBe(true);
  });
});

describe('erased account', () => {
  const person = { firstName: 'Zephyrine', lastName: 'Quillfeather' };
  const home = { ...person, country: 'NO', city: 'Ravensholm', address: '7 Halcyon Mews', zipCode: 'ZZ-90317' };

  test('all data of the person is erased, and the data of others stays', async ({ shop }) => {
    const { email, token, id, refreshToken } = await member(shop, person);
    const bystander = await member(shop, { firstName: 'Bystander' });
    expect((await shop.call('POST /api/accounts/update', home, { token })).status).toBe(204);
    const code = codeIn((await shop.mail(email, /Welcome/)).text);
    await shop.call('POST /api/Accounts/confirm-email', { code });
    const { status, ticketNumber } = await sendTicket(
      shop,
      asked({ email: ` ${email.toUpperCase()}`, name: 'Zephyrine Q.', message: 'My marmalade is late.' }),
    );
    expect(status).toBe(200);
    const theirs = await sendTicket(shop, asked({ email: bystander.email, message: 'Another asks about tea.' }));
    await logIn(shop, email, {}, { headers: { 'user-agent': 'Firefox/140.0 Linux' } });
    await shop.call('POST /api/Accounts/ask-export', { currentPassword: PASSWORD }, { token });
    await shop.mail(email, /Your data/);
    await addPersonalData(shop, { id, email });
    await askToClose(shop, token);
    await shop.mail(email, /will be deleted/);
    shop.clock.turn(WEEK);

    const words = [email, ...Object.values(home).filter((word) => word.length > 2), 'marmalade'];
    const before = await findPlaces(shop, words);
    for (const place of ['account.email', 'account.totp_secret', 'account_password_reset.email', 'support_message.text'])
      expect(before).toContain(`public.${place}`);
    await letTheHourCome(shop);
    expect((await shop.mail(email, /is deleted/)).text).toContain('Zephyrine');
    // The last email is deleted once it is sent.
    await expectNowhere(shop, words);

    for (const table of ['account_session', 'account_code', 'account_export', 'account_recovery_code', 'account_email_change'])
      expect(await rowCount(shop, table, id), table).toBe(0);
    expect(await erasedAccount(shop, id)).toEqual({ id, eraseAt: null, createdAt: expect.any(Date) });
    expect(await ticketRow(shop, ticketNumber)).toMatchObject({ name: '', email: '' });
    expect(await ticketTexts(shop, theirs.ticketNumber)).toEqual(['Another asks about tea.']);
    expect(await outboxMails(shop, bystander.email)).not.toEqual([]);
    expect(await profileStatus(shop, token)).toBe(401);
    expect((await refresh(shop, refreshToken)).status).toBe(401);
    expect((await refresh(shop, bystander.refreshToken)).status).toBe(200);
  });

  test('an erased account cannot log in, and its address can be registered again', async ({ shop }) => {
    const { email, id } = await due(shop);
    await letTheHourCome(shop);
    for (const name of [email, '', `ERASED ${id}`, `erased ${id}`])
      for (const password of [PASSWORD, '', ' ']) {
        const { status } = await shop.call('POST /api/Accounts/login', { email: name, password });
        expect(status, `${name} ${password}`).toBe(400);
      }
    await shop.call('POST /api/Accounts/forgot-password', { email });
    await expect.poll(() => passwordResetCount(shop)).toBe(0);
    await register(shop, { email });
    const { token } = await logIn(shop, email);
    const { body } = await shop.call('GET /api/Accounts/profile', undefined, { token });
    expect(body.id).not.toBe(id);
    expect((await shop.mails(email)).filter(({ subject }) => /new password/.test(subject))).toEqual([]);
    expect(await closing(shop, token)).toEqual({ eraseAt: null });
  });

  test('tickets from an unconfirmed address are not erased', async ({ shop }) => {
    const { email, id } = await due(shop);
    const { ticketNumber } = await sendTicket(shop, asked({ email, message: 'Whose address is it?' }));
    await letTheHourCome(shop);
    expect(await isErased(shop, id)).toBe(true);
    expect((await ticketRow(shop, ticketNumber)).email).toBe(email);
  });

  test('the last email is deleted after three days if it cannot be sent', async () => {
    await using shop = await openShop({ jobs: false });
    const { email } = await due(shop);
    await eraseDueAccounts(shop.ctx, eventHandlers, never);
    const { 'mail.deleteExpired': forget } = mailJobs(shop.ctx, sampleMails, nobody);
    for (const [span, left] of [
      [{ days: 3 }, ['deletion-done']],
      [{ seconds: 1 }, []],
    ] as const) {
      shop.clock.turn(span);
      await forget({}, new AbortController().signal);
      expect((await outboxMails(shop, email)).map(({ mail }) => mail)).toEqual(left);
    }
  });
});

const nobody = { send: () => Promise.reject(new Error('nobody is there')) };
