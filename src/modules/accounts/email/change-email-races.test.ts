// Tests an email change that races with other requests: an address always has one owner and no change is half
// done.

import { asked, confirm, logIn, newcomer, PASSWORD, pending, profileStatus, requestChange } from '../../../../tests/support/accounts.ts';
import { accountIds, codesPerEmailChange, insertAccount, redirectEmailChange } from '../../../../tests/support/rows/accounts.ts';
import { openTransaction, waitingForLock } from '../../../../tests/support/rows/database.ts';
import { naiveAddress } from '../../../../tests/support/rows/planted-errors.ts';
import { outboxCount } from '../../../../tests/support/rows/support.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const ROUNDS = 50;
const AT_ONCE = 5;

const getEmail = async (shop: Shop, token: string) => (await shop.call('GET /api/Accounts/profile', undefined, { token })).body.email;

describe('registration of the new address while the second link is opened', () => {
  /** Resolves to true if the address was changed. */
  async function race(shop: Shop, round: number): Promise<boolean> {
    const owner = await asked(shop);
    await confirm(shop, owner.atOld);
    // The one that begins after a log-in mostly loses, so each of the two wins in some rounds.
    const work = () => shop.call('POST /api/Accounts/login', { email: owner.email, password: 'guess' });
    const [registered, confirmed] = await Promise.all([
      (round % 2 ? work() : Promise.resolve()).then(() => shop.call('POST /api/Accounts/register', newcomer({ email: owner.next }))),
      (round % 2 ? Promise.resolve() : work()).then(() => confirm(shop, owner.atNew)),
    ]);
    const isMoved = confirmed.status === 200;
    expect([registered.status, confirmed.status]).toEqual(isMoved ? [400, 200] : [204, 400]);
    expect(await accountIds(shop, owner.next)).toHaveLength(1);
    expect(await accountIds(shop, owner.email)).toHaveLength(isMoved ? 0 : 1);
    expect(await profileStatus(shop, owner.token)).toBe(isMoved ? 401 : 200);
    return isMoved;
  }

  test(`concurrent registration: the address has one owner in each of ${ROUNDS} rounds`, async ({ shop }) => {
    const outcomes: boolean[] = [];
    for (let round = 0; round < ROUNDS; round += AT_ONCE)
      outcomes.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => race(shop, round + index)))));
    expect(outcomes).toHaveLength(ROUNDS);
    expect(new Set(outcomes).size).toBe(2);
  });

  test('uncommitted registration: the change waits for it, is refused, and leaves the account unchanged', async ({ shop }) => {
    const owner = await asked(shop);
    await confirm(shop, owner.atOld);
    await using registration = await openTransaction(shop);
    await insertAccount(registration, owner.next);
    const confirming = confirm(shop, owner.atNew);
    await expect.poll(() => waitingForLock(shop)).toBe(1);
    await registration.commit();
    expect((await confirming).status).toBe(400);
    expect(await getEmail(shop, owner.token)).toBe(owner.email);
    expect(await pending(shop, owner.token)).toBeNull();
    expect((await confirm(shop, owner.atNew)).status).toBe(400);
  });

  test('naive version that reads before it writes gives one address to two accounts', async ({ shop }) => {
    const takeAtOnce = await naiveAddress(shop);
    expect(await takeAtOnce()).toBe(2);
  });
});

test('both links opened concurrently several times: the address changes once, and each address gets one email', async ({ shop }) => {
  for (let round = 0; round < 10; round++) {
    const owner = await asked(shop);
    const sent = [owner.atOld, owner.atNew, owner.atOld, owner.atNew, owner.atOld, owner.atNew];
    const answers = await Promise.all(sent.map((code) => confirm(shop, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400, 400]);
    expect(answers.filter(({ status, body }) => status === 200 && body.changed)).toHaveLength(1);
    expect(await outboxCount(shop, 'email-changed', owner.email, owner.next)).toBe(2);
  }
});

test('two accounts that confirm the same new address concurrently: one gets it', async ({ shop }) => {
  for (let round = 0; round < 10; round++) {
    const first = await asked(shop);
    const second = await asked(shop, newcomer().email);
    // The second account's request is pointed at the address of the first.
    await redirectEmailChange(shop, second.next, first.next);
    for (const { atOld } of [first, second]) await confirm(shop, atOld);
    const answers = await Promise.all([first, second].map(({ atNew }) => confirm(shop, atNew)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await accountIds(shop, first.next)).toHaveLength(1);
  }
});

test('log-in with the old address during the change: its session ends with the change', async ({ shop }) => {
  for (let round = 0; round < 10; round++) {
    const owner = await asked(shop);
    await confirm(shop, owner.atNew);
    const tries = Array.from({ length: 4 }, () => shop.call('POST /api/Accounts/login', { email: owner.email, password: PASSWORD }));
    const [confirmed, ...late] = await Promise.all([confirm(shop, owner.atOld), ...tries]);
    expect(confirmed.status).toBe(200);
    for (const { status, body } of late) if (status === 200) expect(await profileStatus(shop, body.accessToken)).toBe(401);
    expect((await logIn(shop, owner.next)).token).toBeTruthy();
  }
});

test('password change during the second confirmation: the address changes before it or not at all', async ({ shop }) => {
  const password = 'nine green herons';
  for (let round = 0; round < 10; round++) {
    const owner = await asked(shop);
    await confirm(shop, owner.atNew);
    const change = { currentPassword: PASSWORD, password, repeatedPassword: password };
    const [changed, confirmed] = await Promise.all([
      shop.call('POST /api/Accounts/change-password', change, { token: owner.token }),
      confirm(shop, owner.atOld),
    ]);
    // The address change ends the session, so the password change may get 401.
    expect(confirmed.status === 200 ? [204, 401] : [204]).toContain(changed.status);
    const { token } = await logIn(shop, confirmed.status === 200 ? owner.next : owner.email, changed.status === 204 ? { password } : {});
    expect(await pending(shop, token)).toBeNull();
  }
});

test('concurrent requests, confirmations and cancellations of a change do not deadlock', async ({ shop }) => {
  for (let round = 0; round < 10; round++) {
    const owner = await asked(shop);
    const answers = await Promise.all([
      confirm(shop, owner.atOld),
      requestChange(shop, owner.token, newcomer().email),
      confirm(shop, owner.atNew),
      shop.call('POST /api/Accounts/drop-email-change', {}, { token: owner.token }),
      requestChange(shop, owner.token, newcomer().email),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect((await codesPerEmailChange(shop)).every((count) => count === 2)).toBe(true);
  }
});
