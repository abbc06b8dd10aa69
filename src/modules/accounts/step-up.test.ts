// Tests step-up over HTTP: a session confirms its identity for five minutes before sensitive changes.
import { logIn, PASSWORD, refresh } from '../../../tests/support/accounts.ts';
import {
  addPasskey,
  confirm,
  confirmedOwner,
  getErrors,
  loginOptions,
  optionsFor,
  setUp,
  turnOn,
  withPasskey,
} from '../../../tests/support/passkeys.ts';
import { passwordHash, setPasswordHash } from '../../../tests/support/rows/accounts.ts';
import { lockAccount, openTransaction, waitingForLock } from '../../../tests/support/rows/database.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const REFUSED = { '': ['This passkey didn’t work. Try again, or use your password.'] };
const STEP_UP = { stepUp: ['Confirm it’s you.'] };
const remove = (shop: Shop, token: string, id: string | undefined) => shop.call('POST /api/Accounts/remove-passkey', { id }, { token });

describe('step-up before sensitive changes', () => {
  test('step-up: adding and removing a passkey are refused without it; another session’s step-up does not count', async ({ shop }) => {
    const owner = await confirmedOwner(shop);
    const [passkey] = await withPasskey(shop, owner);
    const { token: second } = await logIn(shop, owner.email);
    for (const answer of [await optionsFor(shop, second), await addPasskey(shop, second, {}), await remove(shop, second, passkey?.id)]) {
      expect(answer.status).toBe(400);
      expect(getErrors(answer)).toEqual(STEP_UP);
    }
    expect((await optionsFor(shop, owner.token)).status).toBe(200);
  });

  test('step-up: it ends after five minutes, on log-out and after a password change', async ({ shop }) => {
    const owner = await confirmedOwner(shop);
    const { body } = await confirm(shop, owner.token);
    expect(body).toEqual({ until: new Date(shop.clock.now().getTime() + 300_000).toISOString() });
    expect((await optionsFor(shop, owner.token)).status).toBe(200);
    shop.clock.turn({ minutes: 5 });
    const token = (await refresh(shop, owner.refreshToken)).body.accessToken;
    expect(getErrors(await optionsFor(shop, token))).toEqual(STEP_UP);
    await confirm(shop, token);
    const password = 'nine green herons';
    const sent = { currentPassword: PASSWORD, password, repeatedPassword: password };
    expect((await shop.call('POST /api/Accounts/change-password', sent, { token })).status).toBe(204);
    expect(getErrors(await optionsFor(shop, token))).toEqual(STEP_UP);
    await confirm(shop, token, { currentPassword: password });
    expect((await optionsFor(shop, token)).status).toBe(200);
    await shop.call('POST /api/Accounts/logout', {}, { token });
    expect((await optionsFor(shop, token)).status).toBe(401);
  });

  test('step-up: it accepts the password or a passkey and refuses anything else', async ({ shop }) => {
    const owner = await confirmedOwner(shop);
    const { authenticator } = owner;
    let { token } = owner;
    const ways = async () => (await shop.call('POST /api/Accounts/confirm-options', {}, { token })).body;
    expect(await ways()).toEqual({ app: false, publicKey: null });
    expect(getErrors(await confirm(shop, token, {}))).toEqual({ currentPassword: ['Enter your current password.'] });
    expect(getErrors(await confirm(shop, token, { currentPassword: 'wrong' }))).toEqual({
      currentPassword: ['This isn’t your current password.'],
    });
    expect(getErrors(await confirm(shop, token, { code: '123456' }))).toEqual({ currentPassword: ['Enter your current password.'] });
    await withPasskey(shop, owner);
    await turnOn(shop, token, await setUp(shop, token));
    shop.clock.turn({ minutes: 6 });
    token = (await refresh(shop, owner.refreshToken)).body.accessToken;
    expect(getErrors(await optionsFor(shop, token))).toEqual(STEP_UP);
    const options = await ways();
    expect(options).toMatchObject({
      app: true,
      publicKey: { allowCredentials: [{ id: authenticator.passkeys[0]?.id.toString('base64url') }] },
    });
    expect(getErrors(await confirm(shop, token, { credential: authenticator.sign(await loginOptions(shop)) }))).toEqual(REFUSED);
    expect(getErrors(await confirm(shop, token, { credential: authenticator.sign(options, { verified: false }) }))).toEqual(REFUSED);
    expect((await confirm(shop, token, { credential: authenticator.sign(await ways()) })).status).toBe(200);
    expect((await optionsFor(shop, token)).status).toBe(200);
  });

  test('step-up: a password that is changed while it is checked does not count', async ({ shop }) => {
    const [owner, other] = [await confirmedOwner(shop), await confirmedOwner(shop)];
    await using held = await openTransaction(shop);
    await lockAccount(held, owner.email);
    const answer = confirm(shop, owner.token);
    await expect.poll(() => waitingForLock(shop)).toBeGreaterThan(0);
    await setPasswordHash(held, owner.email, await passwordHash(shop, other.email));
    await held.commit();
    expect(getErrors(await answer)).toEqual({ currentPassword: ['This isn’t your current password.'] });
    expect(getErrors(await optionsFor(shop, owner.token))).toEqual(STEP_UP);
  });

  test('step-up: it replaces the current password in a call that requires one', async ({ shop }) => {
    const owner = await confirmedOwner(shop);
    const request = () => shop.call('POST /api/Accounts/change-email', { email: `new-${owner.email}` }, owner);
    expect(getErrors(await request())).toEqual({ currentPassword: ['Enter your current password.'] });
    await confirm(shop, owner.token);
    expect((await request()).status).toBe(204);
  });
});
