// The mail server and the payment provider entered at the desk: tried, encrypted at rest, used by every node,
// never shown, and second to the environment.
import { pino } from 'pino';
import { listen } from '#platform/database/pg-listen.ts';
import { operating } from '../../../tests/support/desk.ts';
import { expectAudited } from '../../../tests/support/money.ts';
import { storedConnections } from '../../../tests/support/rows/database.ts';
import { describe, expect, shop as openShop, test } from '../../../tests/support/shop.ts';
import { openStripe, STRIPE_KEY, WEBHOOK_SECRET } from '../../../tests/support/stripe.ts';
import { openMailServer } from '../../../tests/support/tickets.ts';
import { createModules } from '../../app.ts';

const login = { user: 'shop', password: 'the-password-nobody-may-read' };
const keys = { secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET };

describe('mail server', () => {
  test('tried, saved and used; its password is encrypted and never returned', async () => {
    const server = await openMailServer(login);
    await using shop = await openShop({ environment: { RATE_LIMITS: 'off' } });
    const owner = await operating(shop, 'owner');
    const mail = { host: '127.0.0.1', port: server.port, security: 'none', ...login } as const;
    const { body: rejected } = await owner.call('POST /api/connections/mail/try', { ...mail, password: 'wrong' });
    expect(rejected).toMatchObject({ ok: false, lines: [expect.stringContaining('Wrong password')] });
    const { body: tried } = await owner.call('POST /api/connections/mail/try', mail);
    expect(tried).toMatchObject({ ok: true, lines: [expect.stringContaining(owner.email)] });
    expect((await owner.call('GET /api/connections')).body.mail, 'a try saves nothing').toMatchObject({ source: 'none', hint: '' });

    expect((await owner.call('POST /api/connections/mail', mail)).status).toBe(204);
    const { body } = await owner.call('GET /api/connections');
    expect(body.mail).toMatchObject({ source: 'desk', hint: `127.0.0.1:${server.port}, shop` });
    await owner.call('POST /api/setup/try', { step: 'mail' });
    expect(await server.received(2)).toHaveLength(2);
    const { body: audit } = await owner.call('GET /api/audit', { kind: 'connection' });
    expect(JSON.stringify([await storedConnections(shop), body, audit])).not.toContain(login.password);
    expect(audit.map(({ act }) => act)).toEqual(['connection.save', 'connection.try', 'connection.try']);

    expect((await owner.call('POST /api/connections/remove', { kind: 'mail' })).status).toBe(204);
    expect((await owner.call('GET /api/connections')).body.mail.source).toBe('none');
    expect((await owner.call('POST /api/connections/remove', { kind: 'mail' })).status).toBe(404);
    await expectAudited(shop);
    await server.close();
  });

  test('every node is notified and reads it', async () => {
    await using shop = await openShop();
    const owner = await operating(shop, 'owner');
    const node = await createModules({
      config: shop.ctx.config,
      connection: shop.connection,
      log: pino({ level: 'silent' }),
      clock: shop.clock,
    });
    const { subscribe, stop } = await listen(shop.connection, shop.ctx.log);
    const notified = Promise.withResolvers<void>();
    await subscribe(['catalogue'], async () => notified.resolve());
    await owner.call('POST /api/connections/mail', {
      host: 'smtp.shop.example',
      port: 587,
      security: 'starttls',
      user: 'a b',
      password: 'c:d',
    });
    await notified.promise;
    await node.reload();
    expect(node.connections.smtpUrl()).toBe('smtp://a%20b:c%3Ad@smtp.shop.example:587?requireTLS=true');
    await stop();
    node.stop();
    await node.ctx.db.pool.end();
  });

  test('the environment wins and says so', async () => {
    await using shop = await openShop({ environment: { SMTP_URL: 'smtps://me:secret@mail.shop.example:465' } });
    const owner = await operating(shop, 'owner');
    const { status, body } = await owner.call('POST /api/connections/mail', {
      host: 'a.example',
      port: 25,
      security: 'tls',
      user: '',
      password: '',
    });
    expect([status, body]).toMatchObject([400, { errors: { '': [expect.stringContaining('set in the environment')] } }]);
    const { body: now } = await owner.call('GET /api/connections');
    expect(now.mail).toEqual({ source: 'environment', hint: 'mail.shop.example:465, me', changedAt: null });
    expect(JSON.stringify(now)).not.toContain('secret');
  });
});

describe('payment provider', () => {
  test('keys of Stripe: tried, saved, and the next payment link is Stripe’s; removed, it is the test bank’s', async () => {
    const stripe = await openStripe();
    await using shop = await openShop({ environment: { RATE_LIMITS: 'off', STRIPE_API_HOST: stripe.url } });
    stripe.follow(shop.clock);
    const owner = await operating(shop, 'owner');
    const { body: tried } = await owner.call('POST /api/connections/payments/try', keys);
    expect(tried).toMatchObject({ ok: true });
    expect((await owner.call('POST /api/connections/payments', keys)).status).toBe(204);
    const { body } = await owner.call('GET /api/connections');
    expect(body.payments).toMatchObject({ source: 'desk', hint: `test key …${STRIPE_KEY.slice(-4)}` });
    expect(JSON.stringify(body)).not.toContain(STRIPE_KEY);
    expect((await owner.call('POST /api/setup/try', { step: 'payments' })).status).toBe(200);
    const check = async () => (await owner.call('GET /api/setup')).body.steps.find(({ step }) => step === 'payments');
    expect(await check()).toMatchObject({ isDone: true });
    await owner.call('POST /api/connections/remove', { kind: 'payments' });
    expect(await check()).toMatchObject({ isDone: false, lines: ['Until then, only the test bank takes payments.'] });
    await expectAudited(shop);
    await stripe.close();
  });

  test.for([
    [{ ...keys, secretKey: 'pk_test_public' }, 'secretKey', 'Enter a secret or restricted key'],
    [{ ...keys, secretKey: 'sk_live_real' }, 'secretKey', 'This key charges real cards'],
    [{ ...keys, webhookSecret: 'secret' }, 'webhookSecret', 'begins with whsec_'],
  ] as const)('%j is refused at its field', async ([sent, field, sentence], { shop }) => {
    const owner = await operating(shop, 'owner');
    const { status, body } = await owner.call('POST /api/connections/payments', sent);
    expect([status, body]).toMatchObject([400, { errors: { [field]: [expect.stringContaining(sentence)] } }]);
    expect((await owner.call('GET /api/connections')).body.payments.source).toBe('none');
  });
});

test('a manager has no access', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  expect((await manager.call('GET /api/connections')).status).toBe(403);
  expect((await manager.call('POST /api/connections/payments', keys)).status).toBe(403);
});
