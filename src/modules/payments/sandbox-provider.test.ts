// The payment provider of the sandbox: its links, the signatures of its webhooks, and its calls to the bank.
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import fc from 'fast-check';
import { Currency } from '#lib/money/money.ts';
import { UserError } from '#lib/user-error.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { openSecrets } from '#platform/config/secrets.ts';
import { signer } from '#platform/identity/hmac.ts';
import { createSandboxProvider, createSigner, linkTo, openEar, payable } from '../../../tests/support/bank.ts';
import { test as base, describe, expect, testClock } from '../../../tests/support/shop.ts';
import { PermanentJobError } from '../../jobs.ts';
import { sandboxProvider } from './sandbox-provider.ts';

const RUNS = process.env.FULL ? 10_000 : 500;

const test = base
  .extend('shopOptions', { scope: 'file' }, { jobs: false })
  .extend('provider', { scope: 'file' }, ({ shop }) => createSandboxProvider(shop.ctx))
  .extend('signs', { scope: 'file' }, ({ shop }) => createSigner(shop.ctx));

const signal = new AbortController().signal;
const paid = {
  kind: 'paid',
  eventId: 'ev_1',
  at: '2026-05-12T09:30:00.000Z',
  paymentId: randomUUID(),
  reference: 'ch_1',
  amount: 49_00,
  currency: 0,
};
const bytes = (event: unknown): Buffer => Buffer.from(JSON.stringify(event));
const refused = expect.objectContaining({ name: 'UserError', status: 400 });

describe('sandbox link', () => {
  test('the link is on the bank’s host, stable for one payment, and without the payer’s address', ({ shop, provider }) => {
    const request = payable(shop.ctx);
    const link = linkTo(provider, request);
    expect(provider.hosts).toContain(new URL(link).host);
    expect(linkTo(provider, request)).toBe(link);
    expect(Buffer.from(link, 'base64url').toString()).not.toContain(request.email);
    expect(Buffer.from(new URL(link).pathname.slice(5), 'base64url').toString()).not.toContain(request.email);
    expect(linkTo(provider, payable(shop.ctx))).not.toBe(link);
  });

  test('a return address outside the shop is refused', ({ shop, provider }) => {
    for (const returnUrl of ['https://evil.example/', `http://localhost.evil.example/`, 'javascript:alert(1)'])
      expect(() => linkTo(provider, payable(shop.ctx, { returnUrl }))).toThrow(/not on the shop’s origin/);
  });

  test('the provider cannot be created in production', async ({ shop }) => {
    const secrets = await openSecrets(shop.ctx.config, shop.clock.now());
    expect(() => sandboxProvider({ ...shop.ctx, config: { ...shop.ctx.config, sandboxPort: undefined } }, secrets)).toThrow(
      /used in production/,
    );
  });
});

describe('sandbox webhook', () => {
  test('a signed event is parsed, and an unknown kind is ignored', async ({ shop, provider, signs }) => {
    const read = (event: unknown) => {
      const raw = bytes(event);
      return provider.readWebhook(raw, { 'sandbox-signature': signs.stamp('webhook', raw, shop.clock.now()) });
    };
    expect(await read(paid)).toEqual({ ...paid, at: new Date(paid.at) });
    expect(await read({ ...paid, kind: 'refunded', more: 1 })).toEqual({ ...paid, kind: 'refunded', at: new Date(paid.at) });
    const { kind: _, reference, amount, currency, ...head } = paid;
    expect(await read({ kind: 'declined', ...head })).toEqual({ kind: 'declined', ...head, at: new Date(paid.at) });
    expect(await read({ kind: 'card.renewed', whatever: [] })).toBeUndefined();
  });

  test.for<[string, Buffer]>([
    ['no content', Buffer.alloc(0)],
    ['broken JSON', Buffer.from('{"kind":"paid"')],
    ['bytes that are not text', Buffer.from([0xff, 0xfe, 0x00])],
    ['null', bytes(null)],
    ['a list', bytes([paid])],
    ['no kind', bytes({ ...paid, kind: undefined })],
    ['a numeric kind', bytes({ ...paid, kind: 1 })],
    ['no payment', bytes({ ...paid, paymentId: undefined })],
    ['a very long id', bytes({ ...paid, eventId: 'x'.repeat(65) })],
    ['no amount', bytes({ ...paid, amount: undefined })],
    ['half a cent', bytes({ ...paid, amount: 0.5 })],
    ['a negative amount', bytes({ ...paid, amount: -1 })],
    ['an unknown currency', bytes({ ...paid, currency: 2 })],
    ['an invalid date', bytes({ ...paid, at: 'yesterday' })],
    ['16 kB', bytes({ ...paid, more: 'x'.repeat(16 * 1024) })],
  ])('a signed body with %s is refused', async ([, raw], { shop, provider, signs }) => {
    await expect(provider.readWebhook(raw, { 'sandbox-signature': signs.stamp('webhook', raw, shop.clock.now()) })).rejects.toEqual(
      refused,
    );
  });

  test('a signature is valid for five minutes of the shop’s clock, in either direction', async ({ shop, provider, signs }) => {
    const raw = bytes(paid);
    const headers = { 'sandbox-signature': signs.stamp('webhook', raw, shop.clock.now()) };
    const wasAt = shop.clock.now();
    try {
      shop.clock.turn({ minutes: 5 });
      expect(await provider.readWebhook(raw, headers)).toMatchObject({ eventId: 'ev_1' });
      shop.clock.turn({ minutes: 1 });
      await expect(provider.readWebhook(raw, headers)).rejects.toEqual(refused);
      shop.clock.turn({ minutes: -12 });
      await expect(provider.readWebhook(raw, headers)).rejects.toEqual(refused);
    } finally {
      shop.clock.set(wasAt);
    }
  });

  test('a signature by the previous key is valid, one by an unknown key is not', async () => {
    const [older, newest, foreign] = [
      'an older key that signed in tests for long',
      'the key that signs in these tests now',
      'a key that is nobody’s in these tests',
    ];
    const at = testClock();
    const createConfig = (keys: string): Config => readConfig({ SECRET_KEYS: keys }).config;
    const createSecrets = (keys: string) => openSecrets(createConfig(keys), at.now());
    const provider = sandboxProvider({ config: createConfig(`${newest},${older}`), clock: at }, await createSecrets(`${newest},${older}`));
    const raw = bytes(paid);
    const read = async (key: string) =>
      provider.readWebhook(raw, {
        'sandbox-signature': signer((await createSecrets(key)).derive('sandbox bank')).stamp('webhook', raw, at.now()),
      });
    expect(await read(older)).toMatchObject({ eventId: 'ev_1' });
    expect(await read(newest)).toMatchObject({ eventId: 'ev_1' });
    await expect(read(foreign)).rejects.toEqual(refused);
  });

  test(`${RUNS} random forgeries are all refused`, async ({ shop, provider, signs }) => {
    const raw = bytes(paid);
    const now = shop.clock.now();
    const seconds = Math.floor(now.getTime() / 1_000);
    const real = signs.stamp('webhook', raw, now);
    const signature = real.slice(real.indexOf('v1=') + 3);
    const letters = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ ,');
    const changed = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })).map(([at, by]) => {
      const body = Buffer.from(raw);
      body[at % body.length] = (body[at % body.length] ?? 0) ^ by;
      return { body, stamp: real as unknown };
    });
    const headers = fc.oneof(
      fc
        .tuple(fc.nat(signature.length - 1), letters)
        .map(([at, letter]) => `t=${seconds},v1=${signature.slice(0, at)}${letter}${signature.slice(at + 1)}`),
      // The last letter encodes only four bits, so several letters decode to the same bytes.
      letters.map((letter) => `t=${seconds},v1=${signature.slice(0, -1)}${letter}`),
      fc.nat(signature.length - 1).map((length) => `t=${seconds},v1=${signature.slice(0, length)}`),
      fc.integer({ min: -400, max: 400 }).map((by) => `t=${seconds + by},v1=${signature}`),
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map((drawn) => `t=${seconds},v1=${Buffer.from(drawn).toString('base64url')}`),
      fc.constantFrom('link', 'call', '/bank/state', '', 'webhook ').map((use) => signs.stamp(use, raw, now)),
      fc.constantFrom(`${real}=`, ` ${real}`, `${real}, ${real}`, `${real},v1=${signature}`, `v1=${signature}`, `t=${seconds}`, 'toString'),
      fc.constantFrom<unknown>(undefined, [real], '', {}, `t=${seconds},v1=${signs.sign('webhook', raw)}`),
      fc.string(),
    );
    const forged = fc.oneof(
      changed,
      headers.map((stamp) => ({ body: raw, stamp })),
      fc.tuple(fc.jsonValue(), headers).map(([event, stamp]) => ({ body: bytes(event), stamp })),
      fc.jsonValue().map((event) => ({ body: bytes(event), stamp: real as unknown })),
      fc.constant(0).map(() => ({ body: Buffer.concat([raw, randomBytes(1)]), stamp: real as unknown })),
    );
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(forged, async ({ body, stamp }) => {
        fc.pre(stamp !== real || !body.equals(raw));
        tried++;
        const read = provider.readWebhook(body, { 'sandbox-signature': stamp } as IncomingHttpHeaders);
        await expect(read).rejects.toBeInstanceOf(UserError);
      }),
      { numRuns: RUNS },
    );
    expect(tried).toBeGreaterThanOrEqual(RUNS);
    expect(await provider.readWebhook(raw, { 'sandbox-signature': real })).toMatchObject({ eventId: 'ev_1' });
  });
});

describe('sandbox calls to the bank', () => {
  test('a new payment is unknown, and stays cancelled after its link is cancelled', async ({ shop, provider }) => {
    const request = payable(shop.ctx);
    expect(await provider.askState(request, signal)).toEqual({ state: 'unknown' });
    const link = linkTo(provider, request);
    expect(await provider.cancelLink(request, signal)).toEqual({ state: 'cancelled' });
    expect((await fetch(link)).status).toBe(410);
    expect(await provider.cancelLink(request, signal)).toEqual({ state: 'cancelled' });
    expect(await provider.askState(request, signal)).toEqual({ state: 'cancelled' });
  });

  test('a payment is open after its page was opened, and expired after its time', async ({ shop, provider }) => {
    const request = payable(shop.ctx, { expiresAt: new Date(shop.clock.now().getTime() + 1_000) });
    await fetch(linkTo(provider, request));
    expect(await provider.askState(request, signal)).toEqual({ state: 'open' });
    shop.clock.turn({ seconds: 1 });
    expect(await provider.askState(request, signal)).toEqual({ state: 'expired' });
    // A new link to the same payment opens it again.
    await fetch(linkTo(provider, { ...request, expiresAt: new Date(shop.clock.now().getTime() + 1_000) }));
    expect(await provider.askState(request, signal)).toEqual({ state: 'open' });
    expect((await fetch(linkTo(provider, request))).status).toBe(410);
  });

  test('a silent bank times out with the caller, an unreachable or failing bank is an error, and 409 is final', async ({ shop }) => {
    const listener = await openEar();
    const { config, clock } = shop.ctx;
    const provider = sandboxProvider({ clock, config: { ...config, sandboxPort: listener.port } }, await openSecrets(config, clock.now()));
    const request = { paymentId: randomUUID(), reference: 'ch_1', refundId: 're', amount: 1, currency: Currency.EUR };
    try {
      listener.answer(undefined);
      await expect(provider.askState(request, AbortSignal.timeout(50))).rejects.toThrow(/timeout/);
      for (const status of [200, 302, 400, 401, 500]) {
        listener.answer(status);
        const refund = provider.refund(request, signal);
        await expect(refund).rejects.toThrow();
        await expect(refund).rejects.not.toBeInstanceOf(PermanentJobError);
      }
      listener.answer(409);
      await expect(provider.refund(request, signal)).rejects.toBeInstanceOf(PermanentJobError);
    } finally {
      await listener.close();
    }
    await expect(provider.cancelLink(request, signal)).rejects.toThrow();
  });
});
