// Tests new passwords against a stub of the breach list: the range protocol and every failure of the list.
import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeIn, logIn, newcomer, PASSWORD, register } from '../../../../tests/support/accounts.ts';
import { joinDesk } from '../../../../tests/support/desk.ts';
import { getErrors } from '../../../../tests/support/passkeys.ts';
import { describe, expect, shop as openShop, test as plain, type Shop } from '../../../../tests/support/shop.ts';

const BREACHED = 'correct horse battery';
const EXPOSED = ['This password was exposed in a data breach. Choose one that you use nowhere else.'];
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
const OTHER_SUFFIX = 'A'.repeat(35);

type Stub = { readonly requests: { path: string; padding: string | undefined }[]; answer: RequestListener };

/** Answers with these lines for a prefix. */
const range = (lines: (prefix: string) => readonly string[]): RequestListener => {
  return (request, response) => void response.end(lines((request.url ?? '').slice('/range/'.length)).join('\r\n'));
};
const truthful = range((prefix) => {
  const hash = sha1(BREACHED);
  return [`${OTHER_SUFFIX}:0`, ...(hash.startsWith(prefix) ? [`${hash.slice(5)}:3`] : []), `${'B'.repeat(35)}:12`];
});

async function openStub(): Promise<Stub & { readonly url: string; close(): void }> {
  const requests: Stub['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', padding: request.headers['add-padding']?.toString() });
    stub.answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  const stub = { requests, answer: truthful, url: `http://127.0.0.1:${port}`, close };
  return stub;
}

/** A shop with its own breach list. */
const test = plain.extend('listed', { scope: 'file' }, async ({ shopOptions }, { onCleanup }) => {
  const stub = await openStub();
  const shop = await openShop({ ...shopOptions, environment: { RATE_LIMITS: 'off', BREACH_LIST_URL: `${stub.url}/` } });
  onCleanup(async () => {
    await shop.close();
    stub.close();
  });
  return { shop, stub };
});

const tryRegister = (shop: Shop, password: string) =>
  shop.call('POST /api/Accounts/register', newcomer({ password, repeatedPassword: password }));

describe('breached password', () => {
  test('register: it is refused; only five characters of the hash are sent, and padding is requested', async ({
    listed: { shop, stub },
  }) => {
    stub.requests.length = 0;
    expect(getErrors(await tryRegister(shop, BREACHED))).toEqual({ password: EXPOSED });
    expect(stub.requests).toEqual([{ path: `/range/${sha1(BREACHED).slice(0, 5)}`, padding: 'true' }]);
    expect((await tryRegister(shop, PASSWORD)).status).toBe(204);
  });

  test('register: the error is in the language of the visitor', async ({ listed: { shop } }) => {
    const sent = newcomer({ password: BREACHED, repeatedPassword: BREACHED });
    const answer = await shop.call('POST /api/Accounts/register', sent, { headers: { 'accept-language': 'es' } });
    expect(getErrors(answer)).toEqual({
      password: ['Esta contraseña quedó expuesta en una filtración de datos. Elige una que no uses en ningún otro sitio.'],
    });
  });

  test('change: it is refused and the old password stays', async ({ listed: { shop } }) => {
    const email = await register(shop);
    const { token } = await logIn(shop, email);
    const sent = { currentPassword: PASSWORD, password: BREACHED, repeatedPassword: BREACHED };
    expect(getErrors(await shop.call('POST /api/Accounts/change-password', sent, { token }))).toEqual({ password: EXPOSED });
    await logIn(shop, email);
  });

  test('reset: it is refused and the code still works with another password', async ({ listed: { shop } }) => {
    const email = await register(shop);
    await shop.call('POST /api/Accounts/forgot-password', { email });
    const code = codeIn((await shop.mail(email, /password/i)).text);
    const reset = (password: string) =>
      shop.call('POST /api/Accounts/reset-password', { email, code, password, repeatedPassword: password });
    expect(getErrors(await reset(BREACHED))).toEqual({ password: EXPOSED });
    expect((await reset('nine green herons')).status).toBe(204);
  });

  test('join: it is refused and the invitation still works', async ({ listed: { shop } }) => {
    const link = await shop.linkToDesk({ email: 'breached@desk.example', name: 'Mo', role: 'maker' });
    expect(getErrors(await joinDesk(shop, link, { password: BREACHED }))).toEqual({ password: EXPOSED });
    expect((await joinDesk(shop, link)).status).toBe(204);
  });
});

describe('failing breach list', () => {
  test.for<[string, RequestListener]>([
    ['answers with 503', (_, response) => void response.writeHead(503).end()],
    ['breaks the connection', (request) => void request.socket.destroy()],
    ['stalls before its answer', () => undefined],
    ['stalls in the middle of its answer', (_, response) => void response.write(`${sha1(BREACHED).slice(5)}:3\r\n`)],
    [
      'answers without an end',
      (_, response) => {
        const more = () => void (response.destroyed || response.write(`${OTHER_SUFFIX}:0\r\n`.repeat(2_000), () => setImmediate(more)));
        more();
      },
    ],
    ['answers with an HTML page', (_, response) => void response.end(`<html>${sha1(BREACHED).slice(5)}:3</html>`)],
    ['redirects', (request, response) => void response.writeHead(302, { location: `${request.url}/` }).end()],
    ['knows the password only as padding', range(() => [`${sha1(BREACHED).slice(5)}:0`])],
    ['answers with another range', range(() => [`${sha1('another password').slice(5)}:9`])],
    ['answers with nothing', (_, response) => void response.end()],
  ])('a list that %s is ignored, and the built-in list still applies', async ([, answer], { listed: { shop, stub } }) => {
    stub.answer = answer;
    try {
      const [breached, common] = await Promise.all([tryRegister(shop, BREACHED), tryRegister(shop, 'password1')]);
      expect(breached.status).toBe(204);
      expect(Object.keys(getErrors(common))).toEqual(['password']);
    } finally {
      stub.answer = truthful;
    }
  });
});
