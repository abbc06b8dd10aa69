// Tests customer passkeys over HTTP: adding, log-in, renaming, removing, and forged authenticator responses.

import { codeIn, letTheHourCome, logIn, PASSWORD, profileStatus, refresh, register } from '../../../../tests/support/accounts.ts';
import {
  addPasskey,
  type Bent,
  confirm,
  confirmedOwner,
  getErrors,
  logInWith,
  loginOptions,
  type Owner,
  openAuthenticator,
  optionsFor,
  otherKey,
  setUp,
  turnOn,
  withPasskey,
} from '../../../../tests/support/passkeys.ts';
import { listSessions, passkeyCount, unconfirmAddress } from '../../../../tests/support/rows/accounts.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const REFUSED = { '': ['This passkey didn’t work. Try again, or use your password.'] };
const list = async (shop: Shop, token: string) => (await shop.call('GET /api/Accounts/passkeys', undefined, { token })).body;
const remove = (shop: Shop, token: string, id: string | undefined) => shop.call('POST /api/Accounts/remove-passkey', { id }, { token });
const rename = (shop: Shop, token: string, sent: object) => shop.call('POST /api/Accounts/rename-passkey', sent, { token });
const storefrontOrigin = (shop: Shop) => new URL(shop.urls.storefront).origin;

/** A log-in with the newest passkey. */
const enter = async (shop: Shop, { authenticator }: Pick<Owner, 'authenticator'>, bent: Bent = {}, more: object = {}) =>
  logInWith(shop, authenticator.sign(await loginOptions(shop), bent), more);

describe('adding', () => {
  test('passkey: two named passkeys can be added and log in, and the owner gets an email for each', async ({ shop }) => {
    const owner = await confirmedOwner(shop);
    await withPasskey(shop, owner, 'Laptop');
    const both = await withPasskey(shop, owner, '');
    expect(both.map(({ name, lastUsedAt }) => [name, lastUsedAt])).toEqual([
      ['Laptop', null],
      ['Passkey', null],
    ]);
    const addedMails = async () =>
      (await shop.mails(owner.email)).filter(({ text }) => /the passkey “(Laptop|Passkey)” logs in/.test(text));
    await expect.poll(addedMails).toHaveLength(2);
    const [first, second] = owner.authenticator.passkeys;
    for (const passkey of [first, second]) {
      const signed = owner.authenticator.sign(await loginOptions(shop), {}, passkey);
      const { status, body } = await logInWith(shop, signed);
      expect(status).toBe(200);
      expect(await profileStatus(shop, body.accessToken)).toBe(200);
    }
    expect((await list(shop, owner.token)).map(({ lastUsedAt }) => lastUsedAt)).toEqual(both.map(() => shop.clock.now().toISOString()));
  });

  test('passkey: creation options require a resident key and user verification, and exclude existing passkeys', async ({ shop }) => {
    const owner = await confirmedOwner(shop);
    await withPasskey(shop, owner);
    const { publicKey } = (await optionsFor(shop, owner.token)).body;
    expect(publicKey).toMatchObject({
      rp: { id: 'localhost', name: 'Fanfare' },
      user: { name: owner.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: owner.authenticator.passkeys[0]?.id.toString('base64url') }],
    });
  });

  test('passkey: an account with an unconfirmed address cannot add one', async ({ shop }) => {
    const { token } = await logIn(shop, await register(shop));
    await confirm(shop, token);
    expect(getErrors(await optionsFor(shop, token))).toEqual({
      '': ['Confirm your email address first, so you can get back in if you lose a device.'],
    });
  });

  test.for<[string, Bent]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['the type of a signature', { type: 'webauthn.get' }],
    ['no user verification', { verified: false }],
  ])('passkey: a credential created with %s is refused', async ([, bent], { shop }) => {
    const owner = await confirmedOwner(shop);
    await confirm(shop, owner.token);
    const { body: options } = await optionsFor(shop, owner.token);
    const answer = await addPasskey(shop, owner.token, { credential: owner.authenticator.create(options, bent) });
    expect(getErrors(answer)).toEqual({ '': ['This passkey couldn’t be added. Try again.'] });
    expect(await list(shop, owner.token)).toEqual([]);
  });

  test('passkey: a creation challenge is valid once, for five minutes, and for its own session and purpose only', async ({ shop }) => {
    const owner = await confirmedOwner(shop);
    const other = await confirmedOwner(shop);
    for (const { token } of [owner, other]) await confirm(shop, token);
    const refused = { '': ['This passkey couldn’t be added. Try again.'] };
    const { body: options } = await optionsFor(shop, owner.token);
    const credential = owner.authenticator.create(options);
    expect(getErrors(await addPasskey(shop, other.token, { credential }))).toEqual(refused);
    expect((await addPasskey(shop, owner.token, { credential })).status).toBe(200);
    expect(getErrors(await addPasskey(shop, owner.token, { credential }))).toEqual(refused);
    const { body: asked } = await shop.call('POST /api/Accounts/confirm-options', {}, owner);
    const forConfirming = other.authenticator.create({ publicKey: { ...options.publicKey, challenge: asked.publicKey?.challenge } });
    expect(getErrors(await addPasskey(shop, owner.token, { credential: forConfirming }))).toEqual(refused);
    const { body: late } = await optionsFor(shop, owner.token);
    shop.clock.turn({ minutes: 5 });
    const token = (await refresh(shop, owner.refreshToken)).body.accessToken;
    await confirm(shop, token);
    expect(getErrors(await addPasskey(shop, token, { credential: owner.authenticator.create(late) }))).toEqual(refused);
  });

  test('passkey: a credential of another account cannot be added', async ({ shop }) => {
    const owner = await confirmedOwner(shop);
    await withPasskey(shop, owner);
    const thief = await confirmedOwner(shop);
    await confirm(shop, thief.token);
    const [stolen] = owner.authenticator.passkeys;
    const { body: options } = await optionsFor(shop, thief.token);
    const credential = thief.authenticator.create(options, {}, stolen?.id);
    expect(getErrors(await addPasskey(shop, thief.token, { credential }))).toEqual({ '': ['This passkey is already added.'] });
    expect(await list(shop, thief.token)).toEqual([]);
    expect((await enter(shop, owner)).status).toBe(200);
  });

  test('passkey: the 21st passkey of an account is refused', async ({ shop }) => {
    const owner = await confirmedOwner(shop);
    for (let count = 0; count < 20; count++) await withPasskey(shop, owner, `Device ${count}`);
    const { body: options } = await optionsFor(shop, owner.token);
    const answer = await addPasskey(shop, owner.token, { credential: owner.authenticator.create(options) });
    expect(getErrors(answer)).toEqual({ '': ['You have 20 passkeys, the maximum. Remove one first.'] });
  });
});

describe('logging in', () => {
  test('passkey: log-in needs neither password nor code, even with two-step log-in on', async ({ shop }) => {
    const owner = await confirmedOwner(shop);
    await turnOn(shop, owner.token, await setUp(shop, owner.token));
    await withPasskey(shop, owner);
    const { status, body, headers } = await enter(shop, owner, {}, { rememberMe: true });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['accessToken', 'refreshToken']);
    expect(headers.get('set-cookie')).toMatch(/device=/);
    expect((await listSessions(shop, owner.email)).some(({ remember }) => remember)).toBe(true);
  });

  test('passkey: log-in options are the same for every visitor except for the challenge', async ({ shop }) => {
    const [first, second] = [await loginOptions(shop), await loginOptions(shop)];
    expect(first.publicKey).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(first.publicKey.allowCredentials).toBeUndefined();
    expect({ ...first.publicKey, challenge: '' }).toEqual({ ...second.publicKey, challenge: '' });
    expect(first.publicKey.challenge).not.toBe(second.publicKey.challenge);
  });

  test.for<[string, Bent]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['the type of a creation', { type: 'webauthn.create' }],
    ['no user verification', { verified: false }],
    ['another person', { userHandle: Buffer.alloc(16, 1).toString('base64url') }],
    ['another key', { key: otherKey() }],
  ])('passkey: a signature with %s is refused with the same error as an unknown passkey', async ([, bent], { shop }) => {
    const owner = await confirmedOwner(shop);
    await withPasskey(shop, owner);
    expect(getErrors(await enter(shop, owner, bent))).toEqual(REFUSED);
    const stranger = openAuthenticator(storefrontOrigin(shop));
    stranger.create((await optionsFor(shop, owner.token)).body);
    expect(getErrors(await enter(shop, { authenticator: stranger }))).toEqual(REFUSED);
    expect((await enter(shop, owner)).status).toBe(200);
  });

  test('passkey: a signature logs in once even if sent concurrently, and a challenge expires after five minutes', async ({ shop }) => {
    const owner = await confirmedOwner(shop);
    await withPasskey(shop, owner);
    const signed = owner.authenticator.sign(await loginOptions(shop));
    const answers = await Promise.all(Array.from({ length: 20 }, () => logInWith(shop, signed)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = owner.authenticator.sign(await loginOptions(shop));
    shop.clock.turn({ minutes: 5 });
    expect(getErrors(await logInWith(shop, late))).toEqual(REFUSED);
  });

  test('passkey: a step-up challenge cannot be used to log in', async ({ shop }) => {
    const owner = await confirmedOwner(shop);
    await withPasskey(shop, owner);
    const { body: options } = await shop.call('POST /api/Accounts/confirm-options', {}, { token: owner.token });
    expect(getErrors(await logInWith(shop, owner.authenticator.sign(options)))).toEqual(REFUSED);
  });

  test('passkey: a counter that does not increase is refused, a counter that is always 0 is accepted', async ({ shop }) => {
    const owner = await confirmedOwner(shop);
    await withPasskey(shop, owner);
    expect((await enter(shop, owner, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) expect(getErrors(await enter(shop, owner, { counter })), String(counter)).toEqual(REFUSED);
    expect((await enter(shop, owner, { counter: 8 })).status).toBe(200);
    const synced = { ...(await confirmedOwner(shop)), authenticator: openAuthenticator(storefrontOrigin(shop), { counts: false }) };
    await withPasskey(shop, synced);
    for (let times = 0; times < 2; times++) expect((await enter(shop, synced)).status).toBe(200);
  });

  test('passkey: one of two concurrent signatures with the same counter logs in', async ({ shop }) => {
    const owner = await confirmedOwner(shop);
    await withPasskey(shop, owner);
    const signed = [await loginOptions(shop), await loginOptions(shop)].map((options) => owner.authenticator.sign(options, { counter: 5 }));
    const answers = await Promise.all(signed.map((credential) => logInWith(shop, credential)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('removing and renaming', () => {
  test('passkey: a removed passkey cannot log in, the owner gets an email, and the password still works', async ({ shop }) => {
    const owner = await confirmedOwner(shop);
    const [passkey] = await withPasskey(shop, owner, 'Old phone');
    const { status, body } = await remove(shop, owner.token, passkey?.id);
    expect([status, body]).toEqual([200, []]);
    await shop.mail(owner.email, /A passkey was removed/);
    expect(getErrors(await enter(shop, owner))).toEqual(REFUSED);
    await logIn(shop, owner.email);
  });

  test('passkey: a password reset removes the passkeys of an unconfirmed account, but not of a confirmed one', async ({ shop }) => {
    const [confirmed, unconfirmed] = [await confirmedOwner(shop), await confirmedOwner(shop)];
    for (const owner of [confirmed, unconfirmed]) await withPasskey(shop, owner);
    await unconfirmAddress(shop, unconfirmed.email);
    for (const { email } of [confirmed, unconfirmed]) {
      await shop.call('POST /api/Accounts/forgot-password', { email });
      const code = codeIn((await shop.mail(email, /password/i)).text);
      const sent = { email, code, password: 'nine green herons', repeatedPassword: 'nine green herons' };
      expect((await shop.call('POST /api/Accounts/reset-password', sent)).status).toBe(204);
    }
    expect((await enter(shop, confirmed)).status).toBe(200);
    expect(getErrors(await enter(shop, unconfirmed))).toEqual(REFUSED);
  });

  test('passkey: another account gets 404 for removing and renaming; the owner can rename it', async ({ shop }) => {
    const [owner, other] = [await confirmedOwner(shop), await confirmedOwner(shop)];
    const [passkey] = await withPasskey(shop, owner, 'Laptop');
    await confirm(shop, other.token);
    expect((await remove(shop, other.token, passkey?.id)).status).toBe(404);
    expect((await rename(shop, other.token, { id: passkey?.id, name: 'Mine' })).status).toBe(404);
    expect(getErrors(await rename(shop, owner.token, { id: passkey?.id, name: ' ' }))).toEqual({ name: ['Enter a name for the passkey.'] });
    expect((await rename(shop, owner.token, { id: passkey?.id, name: ' Red laptop ' })).body).toMatchObject([{ name: 'Red laptop' }]);
  });

  test('passkey: the data export lists it without its key, and erasing the account removes it', async ({ shop }) => {
    const owner = await confirmedOwner(shop);
    await withPasskey(shop, owner, 'Laptop');
    await shop.call('POST /api/Accounts/ask-export', { currentPassword: PASSWORD }, owner);
    const code = codeIn((await shop.mail(owner.email, /data/i)).text);
    const { body: known } = await shop.call('POST /api/Accounts/fetch-export', { code });
    expect(known.passkeys).toEqual([{ name: 'Laptop', createdAt: shop.clock.now().toISOString(), lastUsedAt: null }]);
    expect((await shop.call('POST /api/Accounts/ask-deletion', { currentPassword: PASSWORD }, owner)).status).toBe(200);
    const stored = () => passkeyCount(shop, owner.authenticator.passkeys[0]?.id);
    expect(await stored()).toBe(1);
    shop.clock.turn({ days: 8 });
    await letTheHourCome(shop);
    expect(await stored()).toBe(0);
  });
});
