// Tests operators' passkeys and the step-up before sensitive calls over HTTP.

import { atDesk, DESK_PASSWORD, joinDesk, type Operating, operating } from '../../../../tests/support/desk.ts';
import { type Bent, getErrors, openAuthenticator, otherKey } from '../../../../tests/support/passkeys.ts';
import { freePorts } from '../../../../tests/support/process.ts';
import { openTransaction, waitingForLock } from '../../../../tests/support/rows/database.ts';
import { auditLines, operatorPasskeyId, replacePassword } from '../../../../tests/support/rows/desk.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../../tests/support/shop.ts';
import { type DeskCall, deskApi } from '../../../desk-api.ts';
import type { DeskCallRow } from '../shapes-calls.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const STEP_UP = { stepUp: ['Confirm it’s you.'] };
const getOrigin = (shop: Shop) => new URL(shop.urls.desk).origin;
const raw = (shop: Shop, { cookie }: Pick<Operating, 'cookie'>, name: DeskCall, sent: object = {}) => atDesk(shop, name, sent, { cookie });

async function withPasskey(shop: Shop, operator: Operating, name = 'Laptop', authenticator = openAuthenticator(getOrigin(shop))) {
  const { body: options } = await operator.call('POST /api/passkeys/options');
  const { status, body } = await operator.call('POST /api/passkeys/add', { name, credential: authenticator.create(options) });
  if (status !== 200) throw new Error(`the passkey was refused: ${JSON.stringify(body)}`);
  return { authenticator, passkeys: body };
}

async function enter(shop: Shop, authenticator: ReturnType<typeof openAuthenticator>, bent = {}) {
  const { body: options } = await atDesk(shop, 'POST /api/log-in/passkey-options');
  return atDesk(shop, 'POST /api/log-in/passkey', { credential: authenticator.sign(options, bent) });
}

const getCookie = ({ cookie }: { cookie: string }) => ({ cookie: cookie.split(';')[0] ?? '' });

describe('operator passkey', () => {
  test('passkey: two can be added, renamed, removed and used to log in, with emails and audit entries', async ({ shop }) => {
    const maker = await operating(shop, 'maker');
    const { authenticator } = await withPasskey(shop, maker, 'Laptop');
    const { passkeys } = await withPasskey(shop, maker, 'Phone', authenticator);
    expect(passkeys.map(({ name }) => name)).toEqual(['Laptop', 'Phone']);
    await expect
      .poll(async () => (await shop.mails(maker.email)).filter(({ subject }) => /passkey was added/.test(subject)))
      .toHaveLength(2);
    const entered = await enter(shop, authenticator);
    expect(entered.status).toBe(204);
    expect((await raw(shop, getCookie(entered), 'GET /api/me')).body).toMatchObject({ id: maker.id, passkeys: 2 });
    expect((await maker.call('POST /api/passkeys/rename', { id: passkeys[1]?.id, name: 'Old phone' })).status).toBe(200);
    expect((await maker.call('POST /api/passkeys/remove', { id: passkeys[1]?.id })).body).toMatchObject([{ name: 'Laptop' }]);
    await shop.mail(maker.email, /passkey was removed/);
    expect(getErrors(await enter(shop, authenticator))).toHaveProperty('passkey');
    const acts = (await auditLines(shop)).filter(({ operatorId }) => operatorId === maker.id);
    expect(acts.map(({ act }) => act)).toEqual([
      ...['desk.join', 'desk.confirm', 'passkey.add', 'passkey.add', 'desk.logIn', 'passkey.remove'],
    ]);
  });

  test.for<[string, (shop: Shop) => Bent]>([
    ['the origin of the storefront', ({ urls }) => ({ origin: new URL(urls.storefront).origin })],
    ['another origin', () => ({ origin: 'https://evil.example' })],
    ['another site', () => ({ rpId: 'evil.example' })],
    ['an unknown challenge', () => ({ challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })],
    ['the type of the other ceremony', () => ({ type: 'other' })],
    ['no user verification', () => ({ verified: false })],
    ['a counter that goes back', () => ({ counter: 0 })],
    ['another user', () => ({ userHandle: 'AAAA' })],
    ['another key', () => ({ key: otherKey() })],
  ])('passkey: an answer with %s is refused at log-in, step-up and adding', async ([label, bentAt], { shop }) => {
    const maker = await operating(shop, 'maker');
    const { authenticator } = await withPasskey(shop, maker);
    await enter(shop, authenticator);
    const bent = bentAt(shop);
    const typed = (type: string) => ('type' in bent ? { ...bent, type } : bent);
    const { body: asked } = await raw(shop, maker, 'POST /api/confirm/options');
    const answers = [
      (await enter(shop, authenticator, typed('webauthn.create'))).status,
      (await raw(shop, maker, 'POST /api/confirm', { credential: authenticator.sign(asked, typed('webauthn.create')) })).status,
    ];
    // A new passkey has no counter, user or signature to check yet.
    if (!/counter|user$|key/.test(label)) {
      const { body: options } = await maker.call('POST /api/passkeys/options');
      const credential = authenticator.create(options, typed('webauthn.get'));
      answers.push((await maker.call('POST /api/passkeys/add', { credential })).status);
    }
    expect(answers).toEqual(answers.map(() => 400));
  });

  test('passkey: an answer of the other kind, or of another operator, is refused', async ({ shop }) => {
    const [maker, thief] = [await operating(shop, 'maker'), await operating(shop, 'maker')];
    const { authenticator } = await withPasskey(shop, maker);
    const { authenticator: stolen } = await withPasskey(shop, thief);
    const confirmOptions = async () => (await raw(shop, maker, 'POST /api/confirm/options')).body;
    const addOptions = async () => (await maker.call('POST /api/passkeys/options')).body;
    const created = authenticator.create(await addOptions());
    const signed = authenticator.sign(await confirmOptions(), {}, authenticator.passkeys[0]);
    const both = (first: object, second: object) => ({ ...first, response: { ...Object(second).response, ...Object(first).response } });
    for (const credential of [created, both(created, signed)]) {
      expect((await atDesk(shop, 'POST /api/log-in/passkey', { credential })).status).toBe(400);
      expect((await raw(shop, maker, 'POST /api/confirm', { credential })).status).toBe(400);
    }
    for (const credential of [signed, both(signed, created)])
      expect((await maker.call('POST /api/passkeys/add', { credential })).status).toBe(400);
    expect((await raw(shop, maker, 'POST /api/confirm', { credential: stolen.sign(await confirmOptions()) })).status).toBe(400);
    const known = authenticator.create(await addOptions(), {}, stolen.passkeys[0]?.id);
    expect(getErrors(await maker.call('POST /api/passkeys/add', { credential: known }))).toEqual({
      '': ['This passkey is already added.'],
    });
    expect((await maker.call('GET /api/passkeys')).body).toHaveLength(1);
    expect((await enter(shop, stolen)).status).toBe(204);
  });

  test('passkey: a signature sent ten times concurrently logs in once', async ({ shop }) => {
    const { authenticator } = await withPasskey(shop, await operating(shop, 'maker'));
    const { body: options } = await atDesk(shop, 'POST /api/log-in/passkey-options');
    const credential = authenticator.sign(options);
    const answers = await Promise.all(Array.from({ length: 10 }, () => atDesk(shop, 'POST /api/log-in/passkey', { credential })));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });

  test('passkey: another operator gets 404, and it cannot log in after access has ended', async ({ shop }) => {
    const [owner, maker] = [await operating(shop, 'owner'), await operating(shop, 'maker')];
    const { authenticator, passkeys } = await withPasskey(shop, maker);
    expect((await owner.call('POST /api/passkeys/remove', { id: passkeys[0]?.id })).status).toBe(404);
    expect((await owner.call('POST /api/passkeys/rename', { id: passkeys[0]?.id, name: 'Mine' })).status).toBe(404);
    expect((await owner.call('POST /api/team/end', { id: maker.id, why: 'moved on' })).status).toBe(204);
    expect((await enter(shop, authenticator)).status).toBe(400);
  });

  test('password alone: log-in is refused if a passkey is the second factor', async ({ shop }) => {
    const maker = await operating(shop, 'maker');
    const logIn = () => atDesk(shop, 'POST /api/log-in', { email: maker.email, password: maker.password });
    expect((await logIn()).status).toBe(204);
    await withPasskey(shop, maker);
    expect(getErrors(await logIn())).toEqual({ '': ['Log in with your passkey.'] });
  });

  test('new invitation after a lost device: joining removes the passkeys and ends the sessions', async ({ shop }) => {
    const [owner, maker] = [await operating(shop, 'owner'), await operating(shop, 'maker')];
    const { authenticator } = await withPasskey(shop, maker);
    expect((await owner.call('POST /api/team/invite-again', { id: maker.id })).status).toBe(204);
    const link = /http\S+\/join#[\w-]+/.exec((await shop.mail(maker.email, /^Join the desk/)).text)?.[0] ?? '';
    expect((await joinDesk(shop, link)).status).toBe(204);
    expect((await enter(shop, authenticator)).status).toBe(400);
    expect((await maker.call('GET /api/me')).status).toBe(401);
  });
});

describe('second factor in production', () => {
  test('join: a second factor is required, a passkey suffices, and the last one cannot be removed', async () => {
    const [port] = await freePorts(1);
    const deskUrl = `http://127.0.0.1:${port}`;
    const environment = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      SHOP_URL: 'https://shop.example',
      DESK_PORT: String(port),
      DESK_URL: deskUrl,
    };
    await using shop = await openShop({ environment, jobs: false });
    const code = (await shop.linkToDesk({ email: 'owner@desk.example', name: 'Ada', role: 'owner' })).split('#')[1] ?? '';
    const joining = { code, name: 'Ada', password: DESK_PASSWORD };
    expect(getErrors(await atDesk(shop, 'POST /api/join', joining))).toHaveProperty('appCode');
    const authenticator = openAuthenticator(deskUrl);
    const { body: options } = await atDesk(shop, 'POST /api/join/passkey-options', { code });
    expect(options).toMatchObject({ publicKey: { rp: { id: '127.0.0.1' } } });
    const joined = await atDesk(shop, 'POST /api/join', { ...joining, passkey: authenticator.create(options) });
    expect(joined.status).toBe(204);
    const entered = await enter(shop, authenticator);
    expect(entered.status).toBe(204);
    const owner = getCookie(entered);
    expect((await raw(shop, owner, 'POST /api/confirm', { currentPassword: DESK_PASSWORD })).status).toBe(200);
    const id = await operatorPasskeyId(shop);
    expect(getErrors(await raw(shop, owner, 'POST /api/passkeys/remove', { id }))).toEqual({
      '': ['You need it to log in. Add another passkey or an authenticator app before you remove it.'],
    });
  });
});

describe('step-up before sensitive calls', () => {
  const sensitive = (Object.entries(deskApi) as [DeskCall, DeskCallRow][]).filter(([, row]) => row.stepUp).map(([name]) => name);

  test('step-up: refunds, credit, invoices, coupons, roles, connections, chat webhooks, own address and second factors require it', () => {
    expect(sensitive.sort()).toEqual([
      'POST /api/account/email',
      'POST /api/agreements/create',
      'POST /api/bank-entries/settle',
      'POST /api/bank-statements/import',
      'POST /api/chat-webhooks/add',
      'POST /api/chat-webhooks/change',
      'POST /api/claims/settle',
      'POST /api/claims/undo',
      'POST /api/connections/mail',
      'POST /api/connections/mail/try',
      'POST /api/connections/payments',
      'POST /api/connections/payments/try',
      'POST /api/connections/remove',
      'POST /api/coupon/end',
      'POST /api/coupon/make',
      'POST /api/customer/credit',
      'POST /api/customer/discount',
      'POST /api/invoices/correct',
      'POST /api/invoices/create',
      'POST /api/invoices/credit',
      'POST /api/invoices/open-series',
      'POST /api/invoices/rest',
      'POST /api/keys/create',
      'POST /api/keys/rotate',
      'POST /api/moving/run',
      'POST /api/moving/undo',
      'POST /api/order/cancel',
      'POST /api/order/cancel-unit',
      'POST /api/order/refund',
      'POST /api/passkeys/add',
      'POST /api/passkeys/options',
      'POST /api/passkeys/remove',
      'POST /api/payment/deposit-back',
      'POST /api/payouts/create',
      'POST /api/roles/remove',
      'POST /api/roles/save',
      'POST /api/team/end',
      'POST /api/team/invite',
      'POST /api/team/invite-again',
      'POST /api/team/role',
    ]);
  });

  test.for(sensitive)('step-up: %s is refused without it, before the body is checked', async (name, { shop }) => {
    const owner = await operating(shop, 'owner');
    const answer = await raw(shop, owner, name);
    expect([answer.status, getErrors(answer)]).toEqual([400, STEP_UP]);
  });

  test('step-up: a role without permission gets 403 first', async ({ shop }) => {
    const support = await operating(shop, 'support');
    expect((await raw(shop, support, 'POST /api/order/refund')).status).toBe(403);
  });

  test('step-up: it is valid for five minutes, in its own session only, and ends with it', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const logIn = async () => getCookie(await atDesk(shop, 'POST /api/log-in', { email: owner.email, password: owner.password }));
    const [first, second] = [await logIn(), await logIn()];
    const request = (as: { cookie: string }) => raw(shop, as, 'POST /api/team/role', { id: owner.id, role: 'owner' });
    expect((await raw(shop, first, 'POST /api/confirm', { currentPassword: DESK_PASSWORD })).status).toBe(200);
    expect((await request(first)).status).toBe(204);
    expect(getErrors(await request(second))).toEqual(STEP_UP);
    shop.clock.turn({ minutes: 5 });
    expect(getErrors(await request(first))).toEqual(STEP_UP);
    await raw(shop, first, 'POST /api/confirm', { currentPassword: DESK_PASSWORD });
    await raw(shop, first, 'POST /api/log-out');
    expect((await request(first)).status).toBe(401);
  });

  test('step-up: a password that is changed while it is checked does not count', async ({ shop }) => {
    const [owner, other] = [await operating(shop, 'owner'), await operating(shop, 'manager')];
    await using held = await openTransaction(shop);
    await replacePassword(held, owner.id, other.id);
    const answer = raw(shop, owner, 'POST /api/confirm', { currentPassword: DESK_PASSWORD });
    await expect.poll(() => waitingForLock(shop)).toBeGreaterThan(0);
    await held.commit();
    expect((await answer).status).toBe(401);
  });

  test('step-up: it accepts the password, an app code once, or a passkey', async ({ shop }) => {
    const owner = await operating(shop, 'owner', { withApp: true });
    const { authenticator } = await withPasskey(shop, owner);
    const confirm = (sent: object) => raw(shop, owner, 'POST /api/confirm', sent);
    expect((await raw(shop, owner, 'POST /api/confirm/options')).body).toMatchObject({ app: true, publicKey: { rpId: 'localhost' } });
    for (const sent of [{}, { currentPassword: 'wrong' }]) expect(getErrors(await confirm(sent))).toHaveProperty('currentPassword');
    shop.clock.turn({ minutes: 2 });
    const code = await owner.appCode();
    const answers = await Promise.all([confirm({ code }), confirm({ code })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { body: options } = await raw(shop, owner, 'POST /api/confirm/options');
    const credential = authenticator.sign(options);
    expect((await confirm({ credential })).status).toBe(200);
    expect((await confirm({ credential })).status).toBe(400);
  });
});
