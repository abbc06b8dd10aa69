// Tests an account that is kept and erased concurrently: exactly one of the two happens. A naive version
// shows that the race is real.

import { askToClose, due, expectNowhere, isErased, keep, logIn, member, WEEK } from '../../../../tests/support/accounts.ts';
import { samples, upload } from '../../../../tests/support/files.ts';
import { deletionState, prepareNaiveErasing } from '../../../../tests/support/rows/accounts.ts';
import { waitingForLock } from '../../../../tests/support/rows/database.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import { eventHandlers } from '../../../event-handlers.ts';
import type { AccountEvents } from '../events.ts';
import { eraseDueAccounts } from './delete-account.ts';

const never = new AbortController().signal;

// Concurrent requests wait for a lock, each with its own connection.
const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', DATABASE_POOL: '10' } });

describe('account kept and erased concurrently', () => {
  test('the account is kept or erased completely, and the response says which', async ({ shop }) => {
    const members = await Promise.all(Array.from({ length: 16 }, () => member(shop)));
    for (const { token } of members) await askToClose(shop, token);
    shop.clock.turn(WEEK);
    const tokens = await Promise.all(members.map(async ({ email }) => (await logIn(shop, email)).token));
    // Two nodes erase. One may time out on the other's lock, so erasing runs again below.
    const nodes = Promise.allSettled([eraseDueAccounts(shop.ctx, eventHandlers, never), eraseDueAccounts(shop.ctx, eventHandlers, never)]);
    const answers = await Promise.all(tokens.map((token) => keep(shop, token)));
    await nodes;
    shop.clock.turn({ minutes: 1 });
    await eraseDueAccounts(shop.ctx, eventHandlers, never);
    for (const [index, { status }] of answers.entries()) {
      const isKept = status === 204;
      if (!isKept) expect(status).toBe(401);
      expect(await deletionState(shop, members[index]?.id ?? '')).toEqual({ isKept: isKept, isErased: !isKept });
    }
  });

  test('an account kept after it was selected for erasing is kept', async ({ shop }) => {
    const first = await due(shop);
    const second = await due(shop);
    const keepStatuses: number[] = [];
    const meanwhile: AccountEvents = {
      ...eventHandlers,
      'accounts.erased': [async () => void keepStatuses.push((await keep(shop, second.token)).status)],
    };
    await eraseDueAccounts(shop.ctx, meanwhile, never);
    expect(keepStatuses).toEqual([204]);
    expect(await deletionState(shop, first.id)).toEqual({ isKept: false, isErased: true });
    expect(await deletionState(shop, second.id)).toEqual({ isKept: true, isErased: false });
  });

  test('naive version that selects before it erases also erases a kept account', async ({ shop }) => {
    const { id, token } = await due(shop);
    const erase = await prepareNaiveErasing(shop, shop.clock.now());
    expect((await keep(shop, token)).status).toBe(204);
    await erase();
    expect(await deletionState(shop, id)).toEqual({ isKept: false, isErased: false });
  });

  test('requests during the erasing change nothing', async ({ shop }) => {
    const { id, token, email } = await due(shop);
    const late: Promise<{ status: number }>[] = [];

    const meanwhile: AccountEvents = {
      ...eventHandlers,
      'accounts.erased': [
        async () => {
          late.push(keep(shop, token));
          late.push(
            shop.call(
              'POST /api/accounts/update',
              { firstName: 'Belatedly', lastName: 'Written', country: '', city: '', address: '', zipCode: '' },
              { token },
            ),
          );
          await expect.poll(() => waitingForLock(shop)).toBe(2);
        },
      ],
    };
    await eraseDueAccounts(shop.ctx, meanwhile, never);
    const [keepAnswer] = await Promise.all(late);
    expect(keepAnswer?.status).toBe(401);
    expect(await deletionState(shop, id)).toEqual({ isKept: false, isErased: true });
    await expectNowhere(shop, [email, 'Belatedly']);
  });

  test('an email requested during the erasing is not sent', async ({ shop }) => {
    const { id, token, email } = await due(shop);
    expect(await eraseBeside(shop, () => shop.call('POST /api/Accounts/send-verification', {}, { token }))).toBe(401);
    expect(await isErased(shop, id)).toBe(true);
    await expectNowhere(shop, [email]);
  });

  test('a file that is uploaded during the erasing is not stored', async ({ shop }) => {
    const { id, token, email } = await due(shop);
    expect(await eraseBeside(shop, () => upload(shop, token, samples.txt, { name: 'belated.txt' }))).toBe(401);
    expect(await isErased(shop, id)).toBe(true);
    await expectNowhere(shop, [email, 'belated.txt']);
  });
});

/** Erases the due accounts while this request waits for the lock; resolves with its status. */
async function eraseBeside(shop: Shop, request: () => Promise<{ status: number }>): Promise<number | undefined> {
  let late: Promise<{ status: number }> | undefined;
  const meanwhile: AccountEvents = {
    ...eventHandlers,
    'accounts.erased': [
      async () => {
        late = request();
        await expect.poll(() => waitingForLock(shop)).toBe(1);
      },
    ],
  };
  await eraseDueAccounts(shop.ctx, meanwhile, never);
  return (await late)?.status;
}
