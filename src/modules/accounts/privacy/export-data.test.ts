// Tests the data export: its contents, the request, the one-time download and its expiry.

import { randomBytes } from 'node:crypto';
import { codeIn, letTheHourCome, logIn, PASSWORD, register } from '../../../../tests/support/accounts.ts';
import {
  addExport,
  deleteExport,
  exportCount,
  exportIds,
  hasExportContent,
  passwordHash,
} from '../../../../tests/support/rows/accounts.ts';
import { lockAccount, openTransaction, waitingForLock } from '../../../../tests/support/rows/database.ts';
import { outboxCount } from '../../../../tests/support/rows/support.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../../tests/support/shop.ts';
import { asked, sendTicket } from '../../../../tests/support/tickets.ts';
import { eventHandlers } from '../../../event-handlers.ts';
import { makeExport } from './export-data.ts';

// Concurrent requests wait for a lock, each with its own connection.
const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', DATABASE_POOL: '10' } });
const OLD = { code: ['This link has expired or was already used. Request a new one.'] };
type Problem = { readonly errors?: Readonly<Record<string, readonly string[]>> };
const getErrors = ({ body }: { body: unknown }) => (body as Problem).errors;

const request = (shop: Shop, token: string, currentPassword = PASSWORD) =>
  shop.call('POST /api/Accounts/ask-export', { currentPassword }, { token });
const fetchWith = (shop: Shop, code: string) => shop.call('POST /api/Accounts/fetch-export', { code });

/** An account with a requested export and the code from its email. */
async function withExport(shop: Shop) {
  const email = await register(shop);
  const { token } = await logIn(shop, email);
  expect((await request(shop, token)).status).toBe(204);
  const { text } = await shop.mail(email, /Your data/);
  return { email, token, code: codeIn(text) };
}

async function confirm(shop: Shop, email: string): Promise<void> {
  const code = codeIn((await shop.mail(email, /Welcome/)).text);
  expect((await shop.call('POST /api/Accounts/confirm-email', { code })).status).toBe(200);
}

type Row = Readonly<Record<string, unknown>>;
type ExportFile = Readonly<Record<'account' | 'sessions' | 'codes' | 'mails' | 'changeOfAddress', readonly Row[]>> & {
  readonly tickets: readonly (Row & { readonly messages: readonly Row[] })[];
};

describe('export file', () => {
  test('the file contains the data of every module and no secret', async ({ shop }) => {
    const email = await register(shop, { firstName: 'Zephyrine' });
    await confirm(shop, email);
    await sendTicket(shop, asked({ message: 'Somebody else asks.' }));
    const { token, refreshToken } = await logIn(shop, email, {}, { headers: { 'user-agent': 'Firefox/140.0 Linux' } });
    const { ticketNumber } = (await shop.call('POST /api/support/ticket', { message: 'Where is my marmalade?' }, { token })).body;
    // The author of this ticket is unproven, so it is not exported.
    await sendTicket(shop, asked({ email: email.toUpperCase(), message: 'Somebody else asks in her name.' }));
    await request(shop, token);
    const { text } = await shop.mail(email, /Your data/);
    expect(text).toContain(`${shop.ctx.config.shopUrl}/account/my-data?code=`);
    const { status, body } = await fetchWith(shop, codeIn(text));
    expect(status).toBe(200);
    const exported = body as ExportFile;
    expect(exported).toMatchObject({ shop: shop.ctx.config.shopUrl, madeAt: shop.clock.now().toISOString() });
    expect(exported.account).toMatchObject([{ email, firstName: 'Zephyrine', lastName: 'Sample', locale: 'en', secondFactorSince: null }]);
    expect(exported.sessions).toMatchObject([{ device: 'Firefox, Linux', endedAt: null }]);
    expect(exported.codes).toMatchObject([{ kind: 'verify', email }]);
    expect(exported.mails.map(({ mail }) => mail).sort()).toEqual(['ticket-confirmation', 'ticket-received', 'welcome']);
    expect(exported.tickets).toMatchObject([
      { number: ticketNumber, name: 'Zephyrine', messages: [{ author: 'guest', text: 'Where is my marmalade?' }] },
    ]);
    const hash = await passwordHash(shop, email);
    const written = JSON.stringify(exported);
    for (const secret of [hash, refreshToken, token, 'Hash', 'hash', 'Secret', 'salt', 'Somebody else'])
      expect(written).not.toContain(secret);
  });

  test('the file is sent gzipped, or plain if the client does not accept gzip', async ({ shop }) => {
    const raw = async (encoding: string) => {
      const { code } = await withExport(shop);
      const url = `${shop.urls.storefront}/api/Accounts/fetch-export`;
      const headers = { 'content-type': 'application/json', 'accept-encoding': encoding };
      return fetch(url, { method: 'POST', headers, body: JSON.stringify({ code }) });
    };
    const [packed, plain] = [await raw('gzip, br'), await raw('gzip;q=0')];
    expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null]);
    expect(packed.headers.get('cache-control')).toBe('no-store');
    expect(packed.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await plain.json()).toMatchObject({ account: [{}] });
    expect(await packed.json()).toMatchObject({ account: [{}] });
  });

  test('tickets from an unconfirmed address are not exported', async ({ shop }) => {
    const email = await register(shop);
    await sendTicket(shop, asked({ email }));
    const { token } = await logIn(shop, email);
    await request(shop, token);
    const { body } = await fetchWith(shop, codeIn((await shop.mail(email, /Your data/)).text));
    expect(body).toMatchObject({ account: [{ email, emailVerifiedAt: null }], tickets: [] });
  });

  test('the email is in the language of the account', async ({ shop }) => {
    const email = await register(shop, { firstName: '花子', lastName: '山田' }, { headers: { 'accept-language': 'ja' } });
    const { token } = await logIn(shop, email);
    await request(shop, token);
    expect((await shop.mail(email, /データのご用意/)).text).toContain('山田様');
  });
});

describe('export request', () => {
  test.for([
    ['another password', { currentPassword: 'seven blue heron' }, ['This isn’t your current password.']],
    ['no password', {}, undefined],
    ['a number as password', { currentPassword: 7 }, undefined],
    ['a very long password', { currentPassword: 'x'.repeat(200_000) }, ['This isn’t your current password.']],
  ] as const)('a request with %s is refused, and nothing is saved', async ([, sent, words], { shop }) => {
    const { token } = await logIn(shop, await register(shop));
    const before = await exportCount(shop);
    const answer = await shop.call('POST /api/Accounts/ask-export', sent, { token });
    expect(answer.status).toBe(400);
    expect(Object.keys(getErrors(answer) ?? {})).toEqual(['currentPassword']);
    if (words) expect(getErrors(answer)?.currentPassword).toEqual(words);
    expect(await exportCount(shop)).toBe(before);
  });

  test('three requests a day are allowed, and wrong passwords are counted separately', async () => {
    await using shop = await openShop();
    const { token } = await logIn(shop, await register(shop));
    for (let times = 0; times < 5; times++) expect((await request(shop, token, 'wrong')).status).toBe(400);
    for (let times = 0; times < 3; times++) expect((await request(shop, token)).status).toBe(204);
    const refused = await request(shop, token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
  });

  test('a newer request replaces the older one, also if two are concurrent', async ({ shop }) => {
    const { email, token, code } = await withExport(shop);
    // Both wait for the lock and continue at the same moment.
    await using holding = await openTransaction(shop);
    await lockAccount(holding, email);
    const asks = [request(shop, token), request(shop, token)];
    await expect.poll(() => waitingForLock(shop)).toBe(2);
    await holding.commit();
    expect((await Promise.all(asks)).map(({ status }) => status)).toEqual([204, 204]);
    expect(await exportIds(shop, email)).toHaveLength(1);
    expect(getErrors(await fetchWith(shop, code))).toEqual(OLD);
    const codes = async () => {
      const tried = (await shop.mails(email)).filter(({ subject }) => /Your data/.test(subject)).map(({ text }) => codeIn(text));
      const answers = await Promise.all(tried.map((each) => fetchWith(shop, each)));
      return answers.filter(({ status }) => status === 200).length;
    };
    await expect.poll(codes).toBe(1);
  });
});

describe('export download', () => {
  test('a download works once within 24 hours, and then the content is deleted', async ({ shop }) => {
    const [used, late] = [await withExport(shop), await withExport(shop)];
    await shop.call('POST /api/Accounts/logout', {}, { token: used.token });
    shop.clock.turn({ hours: 23, minutes: 59 });
    await letTheHourCome(shop);
    const all = await Promise.all(Array.from({ length: 10 }, () => fetchWith(shop, used.code)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    expect(getErrors(await fetchWith(shop, used.code))).toEqual(OLD);
    shop.clock.turn({ minutes: 2 });
    expect(getErrors(await fetchWith(shop, late.code))).toEqual(OLD);
    expect(await exportIds(shop, late.email)).toHaveLength(1);
    await letTheHourCome(shop);
    expect(await exportIds(shop, late.email)).toEqual([]);
  });

  test('every wrong code gets the same error', async ({ shop }) => {
    const { code } = await withExport(shop);
    const other = codeIn((await shop.mail(await register(shop), /Welcome/)).text);
    const tried = ['', 'x', code.slice(1), `${code}A`, code.toLowerCase(), other, randomBytes(24).toString('base64url')];
    for (const each of tried.filter((one) => one !== code)) expect(getErrors(await fetchWith(shop, each)), each).toEqual(OLD);
    for (const sent of [{}, { code: 7 }, { code: null }, { code: 'x'.repeat(201) }])
      expect(Object.keys(getErrors(await shop.call('POST /api/Accounts/fetch-export', sent)) ?? {})).toEqual(['code']);
  });

  test('guesses at the code are limited to 20', async () => {
    await using shop = await openShop();
    const guess = () => fetchWith(shop, randomBytes(24).toString('base64url'));
    for (let times = 0; times < 20; times++) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
  });

  test('an export code neither confirms an address nor resets a password', async ({ shop }) => {
    const { email, code } = await withExport(shop);
    expect((await shop.call('POST /api/Accounts/confirm-email', { code })).status).toBe(400);
    const reset = { email, code, password: 'nine green herons', repeatedPassword: 'nine green herons' };
    expect((await shop.call('POST /api/Accounts/reset-password', reset)).status).toBe(400);
    expect((await fetchWith(shop, code)).status).toBe(200);
  });
});

describe('new password after the request', () => {
  const fresh = { password: 'nine green herons', repeatedPassword: 'nine green herons' };

  test('a password change invalidates the link', async ({ shop }) => {
    const { token, code } = await withExport(shop);
    expect((await shop.call('POST /api/Accounts/change-password', { currentPassword: PASSWORD, ...fresh }, { token })).status).toBe(204);
    expect(getErrors(await fetchWith(shop, code))).toEqual(OLD);
  });

  test('a password reset invalidates the link', async ({ shop }) => {
    const { email, code } = await withExport(shop);
    await shop.call('POST /api/Accounts/forgot-password', { email });
    const reset = codeIn((await shop.mail(email, /new password for/)).text);
    expect((await shop.call('POST /api/Accounts/reset-password', { email, code: reset, ...fresh })).status).toBe(204);
    expect(getErrors(await fetchWith(shop, code))).toEqual(OLD);
  });
});

describe('export job', () => {
  test('a repeated job or a job without a request sends no email', async ({ shop }) => {
    const { email } = await withExport(shop);
    const [id = ''] = await exportIds(shop, email);
    await makeExport(shop.ctx, eventHandlers, id);
    await makeExport(shop.ctx, eventHandlers, crypto.randomUUID());
    expect(await outboxCount(shop, 'export-ready', email)).toBe(1);
  });

  test('a job whose request is deleted while it runs sends no email', async ({ shop }) => {
    const email = await register(shop);
    const id = await addExport(shop, email, shop.clock.now());
    const drop = () => deleteExport(shop, id);
    await makeExport(shop.ctx, { ...eventHandlers, 'accounts.taken': { late: async () => drop() } }, id);
    expect(await outboxCount(shop, 'export-ready', email)).toBe(0);
  });

  test('an export larger than one response fails and stores nothing', async ({ shop }) => {
    const email = await register(shop);
    const id = await addExport(shop, email, shop.clock.now());
    const much = async () => [{ text: 'x'.repeat(17 * 1024 * 1024) }];
    await expect(makeExport(shop.ctx, { ...eventHandlers, 'accounts.taken': { much } }, id)).rejects.toThrow('exceeds the size limit');
    expect(await hasExportContent(shop, id)).toBe(false);
  });
});
