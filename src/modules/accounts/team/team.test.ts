// Teams over HTTP: what each role may do in every call, invitations, hand-over, and removal in the middle of
// work.
import type { CallRow } from '#lib/calls.ts';
import { codeIn, PASSWORD } from '../../../../tests/support/accounts.ts';
import { operating } from '../../../../tests/support/desk.ts';
import { again, funded, getBalance, listOrders, order } from '../../../../tests/support/money.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import { invitationCode, invite, join, member, person, switchTo } from '../../../../tests/support/team.ts';
import { api } from '../../../api.ts';
import { eventHandlers } from '../../../event-handlers.ts';
import { eraseDueAccounts } from '../privacy/delete-account.ts';
import { memberRoles } from './rules.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

/**
 * Written a second time on purpose: who besides the owner may make a call. o: orders, p: pays, r: reads, a:
 * accountant.
 */
const matrix: Readonly<Record<string, string>> = {
  opra: `GET /api/events, GET /api/team, GET /api/papers, GET /api/papers/pdf, GET /api/papers/xml, GET /api/papers/details,
    GET /api/papers/buyer, GET /api/account-statement, GET /api/account-statement/file, GET /api/balance/statement,
    GET /api/balance/funds, GET /api/balance/movement, GET /api/history, GET /api/history/pdf`,
  opr: `GET /api/Accounts/brand-kits, GET /api/orders/last-address, POST /api/orders/quote, GET /api/orders, GET /api/orders/order,
    GET /api/orders/piece, GET /api/orders/delivery, GET /api/orders/delivery-file, GET /api/orders/file-link,
    GET /api/orders/hand-over, GET /api/orders/corrections, GET /api/orders/take-away, POST /api/payments/check, GET /api/plans,
    GET /api/orders/subscriptions, GET /api/support/tickets, GET /api/support/ticket, GET /api/support/file, POST /api/balance,
    GET /api/orders/withdrawals, GET /api/orders/withdrawal-right, GET /api/orders/coupon`,
  o: `POST /api/Accounts/save-brand-kit, POST /api/Accounts/remove-brand-kit, POST /api/files, POST /api/files/begin,
    POST /api/files/finish, GET /api/files, GET /api/files/content, POST /api/files/remove, POST /api/orders/revise,
    POST /api/orders/accept, POST /api/orders/message, GET /api/orders/share, POST /api/orders/share, POST /api/orders/unshare,
    POST /api/orders, POST /api/orders/brief, POST /api/orders/cancel, POST /api/orders/cancel-unit, POST /api/requests,
    POST /api/requests/reorder, POST /api/orders/subscription, POST /api/support/ticket, POST /api/support/answer,
    POST /api/support/close, GET /api/orders/withdrawal, POST /api/orders/withdraw`,
  op: 'POST /api/orders/pay, POST /api/payments/begin, GET /api/payment-means, GET /api/payments/attempt',
  p: `POST /api/payment-means/remove, POST /api/papers/details, POST /api/papers/correct, POST /api/balance/deposit,
    GET /api/balance/deposit`,
  '': `GET /api/keys, POST /api/keys/create, POST /api/keys/rotate, POST /api/keys/revoke, GET /api/team/acts, POST /api/team/invite,
    POST /api/team/revoke, POST /api/team/role, POST /api/team/remove, POST /api/team/hand-over`,
};
const allowed = new Map(Object.entries(matrix).flatMap(([letters, calls]) => calls.split(/,\s+/).map((call) => [call, letters] as const)));
const rows: Readonly<Record<string, CallRow>> = api;
const forAccounts = Object.keys(rows).filter((name) => rows[name]?.who === 'token' && rows[name]?.may !== 'self');

describe('permissions', () => {
  test('every call for an account is in the matrix, and the others are about the person and their team', () => {
    expect([...allowed.keys()].toSorted()).toEqual(forAccounts.toSorted());
    const own = Object.keys(rows).filter((name) => rows[name]?.may === 'self');
    expect(own.filter((name) => !/ \/api\/(accounts|team)\//i.test(name))).toEqual([]);
  });

  test.for(memberRoles)('%s: every call answers 403 exactly where the matrix says so', async (role, { shop }) => {
    const who = await member(shop, await person(shop), role);
    const answered = await Promise.all(
      forAccounts.map(async (name) => {
        const [method = '', path = ''] = name.split(' ');
        const headers = { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' };
        const sent = method === 'GET' ? {} : { body: '{}' };
        const answer = await fetch(shop.urls.storefront + path, { method, headers, ...sent });
        await answer.body?.cancel();
        return [name, answer.status === 403 ? 'refused' : 'allowed'];
      }),
    );
    const expected = forAccounts.map((name) => [name, allowed.get(name)?.includes(role[0] ?? '') ? 'allowed' : 'refused']);
    expect(answered).toEqual(expected);
  });
});

test('a member orders from the balance of the account, and the owner sees who did it', async ({ shop }) => {
  const owner = await person(shop);
  await funded(shop, owner, 50_000);
  const colleague = await member(shop, owner, 'orders');
  const before = await getBalance(shop, owner);
  const { status, body } = await order(shop, colleague, { payFromBalance: true });
  expect([status, body]).toMatchObject([200, { purchaseId: expect.any(String) }]);
  expect(await getBalance(shop, owner)).toBeLessThan(before);
  expect(await listOrders(shop, owner)).toHaveLength(1);
  const acts = (await shop.call('GET /api/team/acts', undefined, { token: owner.token })).body;
  expect(acts[0]).toMatchObject({
    name: 'Ada Sample',
    call: 'POST /api/orders',
    subject: (body as { purchaseId: string }).purchaseId,
    isDone: true,
  });
  const [{ id = '' } = {}] = await listOrders(shop, owner);
  const readBuyer = async () => (await shop.call('GET /api/orders/order', { id }, { token: owner.token })).body.orderedBy;
  expect(await readBuyer()).toBe('Ada Sample');
  const support = await operating(shop, 'support');
  expect((await support.call('GET /api/order', { id })).body.orderedBy).toBe('Ada Sample');
  // Their own account has bought nothing.
  expect((await switchTo(shop, colleague, colleague.id)).status).toBe(204);
  expect(await listOrders(shop, colleague)).toEqual([]);
  expect((await switchTo(shop, colleague, owner.id)).status).toBe(204);
  expect(await listOrders(shop, colleague)).toHaveLength(1);
  expect((await shop.call('GET /api/Accounts/profile', undefined, { token: colleague.token })).body.email).toBe(colleague.email);
});

describe('invitation', () => {
  test('works once, for its address, until it is revoked, replaced or seven days old', async ({ shop }) => {
    const [owner, invited, stranger] = [await person(shop), await person(shop), await person(shop)];
    const codes: string[] = [];
    for (const role of ['reads', 'pays'] as const) {
      expect((await invite(shop, owner, invited.email, role)).status).toBe(204);
      codes.push(await invitationCode(shop, invited.email, codes[0]));
    }
    const [replaced = '', code = ''] = codes;
    expect((await join(shop, invited, replaced)).status).toBe(400);
    expect((await join(shop, stranger, code)).body).toMatchObject({ errors: { '': [expect.stringContaining(invited.email)] } });
    const shown = await shop.call('GET /api/team/invitation', { code }, { token: stranger.token });
    expect(shown.body).toMatchObject({ team: 'Ada Sample', by: 'Ada Sample', role: 'pays', isYours: false });
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(shop, invited, code)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const { body } = await shop.call('GET /api/team', undefined, { token: owner.token });
    expect(body.members.map(({ email, role, isYou }) => [email, role, isYou])).toEqual([
      [owner.email, 'owner', true],
      [invited.email, 'pays', false],
    ]);
    expect((await invite(shop, owner, invited.email, 'reads')).status).toBe(400);

    expect((await invite(shop, owner, stranger.email, 'reads')).status).toBe(204);
    const revoked = await invitationCode(shop, stranger.email);
    const [open] = (await shop.call('GET /api/team', undefined, { token: owner.token })).body.invitations;
    expect((await shop.call('POST /api/team/revoke', { id: open?.id ?? '' }, { token: owner.token })).status).toBe(204);
    expect((await join(shop, stranger, revoked)).status).toBe(400);
    expect((await invite(shop, owner, stranger.email, 'reads')).status).toBe(204);
    const late = await invitationCode(shop, stranger.email, revoked);
    shop.clock.turn({ days: 7 });
    const { token } = await again(shop, stranger);
    expect((await join(shop, { ...stranger, token }, late)).status).toBe(400);
  });

  test('bad input is a 400 that names the field', async ({ shop }) => {
    const owner = await person(shop);
    for (const [sent, field] of [
      [{ email: 'x', role: 'reads' }, 'email'],
      [{ email: 'a@shop.example', role: 'owner' }, 'role'],
      [{ email: 'a@shop.example' }, 'role'],
    ] as const) {
      const { status, body } = await shop.call('POST /api/team/invite', sent as never, { token: owner.token });
      expect([status, Object.keys((body as { errors?: object } | undefined)?.errors ?? {})]).toEqual([400, [field]]);
    }
    expect((await join(shop, owner, 'x')).status).toBe(400);
    expect((await switchTo(shop, owner, '019e1b85-95c0-7001-bd90-ba85adea8d64')).status).toBe(404);
  });
});

describe('removal', () => {
  test('a colleague removed in the middle of work: no request that begins afterwards acts for the account', async ({ shop }) => {
    const owner = await person(shop);
    await funded(shop, owner, 500_000);
    const colleague = await member(shop, owner, 'orders');
    let removed = false;
    const late: number[] = [];
    const work = async () => {
      for (let turn = 0; turn < 12; turn++) {
        const isLate = removed;
        const { status } = await order(shop, colleague, { price: 4_900 });
        if (isLate) late.push(status);
      }
    };
    const remove = async () => {
      await order(shop, colleague, { price: 4_900 });
      expect((await shop.call('POST /api/team/remove', { personId: colleague.id }, { token: owner.token })).status).toBe(204);
      removed = true;
    };
    await Promise.all([...Array.from({ length: 6 }, work), remove()]);
    expect(late.length).toBeGreaterThan(0);
    expect(new Set(late)).toEqual(new Set([403]));
    const before = (await listOrders(shop, owner)).length;
    const refused = await order(shop, colleague, { price: 4_900 });
    expect(refused.body).toMatchObject({ detail: expect.stringMatching(/don’t act for this account any more/) });
    expect(await listOrders(shop, owner)).toHaveLength(before);
    // Never quietly for themselves instead.
    const { body } = await shop.call('GET /api/team/accounts', undefined, { token: colleague.token });
    expect(body).toMatchObject({ accountId: owner.id, role: null, accounts: [{ id: colleague.id, role: 'owner' }] });
    expect((await switchTo(shop, colleague, owner.id)).status).toBe(404);
    expect((await switchTo(shop, colleague, colleague.id)).status).toBe(204);
    expect(await listOrders(shop, colleague)).toEqual([]);
  });

  test('naive version that remembers the role of a session lets the removed member go on', async ({ shop }) => {
    const owner = await person(shop);
    const colleague = await member(shop, owner, 'orders');
    const remembered = new Map<string, string | null>();
    const naiveRole = async () => {
      if (!remembered.has(colleague.token))
        remembered.set(colleague.token, (await shop.call('GET /api/team/accounts', undefined, { token: colleague.token })).body.role);
      return remembered.get(colleague.token);
    };
    await naiveRole();
    await shop.call('POST /api/team/remove', { personId: colleague.id }, { token: owner.token });
    expect(await naiveRole()).toBe('orders');
  });

  test('a role that changes, and a member who leaves, count from the next request', async ({ shop }) => {
    const owner = await person(shop);
    const colleague = await member(shop, owner, 'orders');
    const may = async () => (await order(shop, colleague, { price: 4_900 })).status !== 403;
    expect(await may()).toBe(true);
    const sent = { personId: colleague.id, role: 'reads' as const };
    expect((await shop.call('POST /api/team/role', sent, { token: owner.token })).status).toBe(204);
    expect(await may()).toBe(false);
    expect((await shop.call('POST /api/team/leave', { accountId: owner.id }, { token: colleague.token })).status).toBe(204);
    expect((await shop.call('GET /api/orders', undefined, { token: colleague.token })).status).toBe(403);
    expect((await shop.call('POST /api/team/remove', { personId: colleague.id }, { token: owner.token })).status).toBe(404);
    expect((await shop.call('POST /api/team/remove', { personId: owner.id }, { token: owner.token })).status).toBe(400);
  });
});

test('the desk takes a member out of a team, once and never its owner, and writes down who it was', async ({ shop }) => {
  const owner = await person(shop);
  const colleague = await member(shop, owner, 'orders');
  const support = await operating(shop, 'support');
  const readMembers = async () => (await support.call('GET /api/customer', { id: owner.id })).body.members;
  expect(await readMembers()).toMatchObject([
    { email: owner.email, role: 'owner', since: null },
    { email: colleague.email, role: 'orders', since: expect.any(String) },
  ]);
  const end = (personId: string) => support.call('POST /api/customer/end-member', { id: owner.id, personId, why: 'Asked by the owner' });
  expect((await end(owner.id)).status).toBe(400);
  expect((await end(colleague.id)).status).toBe(204);
  expect((await end(colleague.id)).status).toBe(404);
  expect(await readMembers()).toHaveLength(1);
  expect((await shop.call('GET /api/orders', undefined, { token: colleague.token })).status).toBe(403);
  const manager = await operating(shop, 'owner');
  expect((await manager.call('GET /api/audit', { kind: 'customer', about: owner.id })).body).toMatchObject([
    { act: 'customer.endMember', operatorId: support.id, before: { member: colleague.id, role: 'orders' }, why: 'Asked by the owner' },
  ]);
  const maker = await operating(shop, 'maker');
  expect((await maker.call('POST /api/customer/end-member', { id: owner.id, personId: colleague.id, why: 'x' })).status).toBe(403);
});

describe('hand-over', () => {
  const handOver = (shop: Shop, token: string, personId: string) => shop.call('POST /api/team/hand-over', { personId }, { token });
  const offerCode = async (shop: Shop, email: string) => codeIn((await shop.mail(email, /offers you/)).text);
  const confirmed = (shop: Shop, token: string) => shop.call('POST /api/Accounts/confirm', { currentPassword: PASSWORD }, { token });

  test('needs a confirmation, and nothing changes until the member accepts; then the owner before orders', async ({ shop }) => {
    const owner = await person(shop);
    const heir = await member(shop, owner, 'reads');
    expect((await handOver(shop, owner.token, heir.id)).body).toMatchObject({ errors: { stepUp: expect.anything() } });
    expect((await confirmed(shop, owner.token)).status).toBe(200);
    expect((await handOver(shop, owner.token, heir.id)).status).toBe(204);
    expect((await shop.call('GET /api/keys', undefined, { token: heir.token })).status).toBe(403);
    const code = await offerCode(shop, heir.email);
    const answers = await Promise.all(Array.from({ length: 6 }, () => join(shop, heir, code)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await shop.mail(owner.email, /owns the account of/)).text).toContain('You stay in the team');
    expect((await shop.call('GET /api/keys', undefined, { token: heir.token })).status).toBe(200);
    expect((await shop.call('GET /api/keys', undefined, { token: owner.token })).status).toBe(403);
    expect((await shop.call('GET /api/orders', undefined, { token: owner.token })).status).toBe(200);
    const closing = await shop.call('POST /api/Accounts/ask-deletion', { currentPassword: PASSWORD }, { token: owner.token });
    expect(closing.status).toBe(400);
    // The new owner removes the person who registered the account, who then has no account to act for.
    expect((await shop.call('POST /api/team/remove', { personId: owner.id }, { token: heir.token })).status).toBe(204);
    expect((await shop.call('GET /api/orders', undefined, { token: owner.token })).status).toBe(403);
    expect((await shop.call('GET /api/team/accounts', undefined, { token: owner.token })).body).toMatchObject({ role: null, accounts: [] });
  });

  test('back to the person who registered the account: they own it as before', async ({ shop }) => {
    const owner = await person(shop);
    const heir = await member(shop, owner, 'reads');
    await confirmed(shop, owner.token);
    await handOver(shop, owner.token, heir.id);
    expect((await join(shop, heir, await offerCode(shop, heir.email))).status).toBe(204);
    await confirmed(shop, heir.token);
    expect((await handOver(shop, heir.token, owner.id)).status).toBe(204);
    expect((await join(shop, owner, await offerCode(shop, owner.email))).status).toBe(204);
    const { body } = await shop.call('GET /api/team', undefined, { token: owner.token });
    expect(body.members.map(({ email, role }) => [email, role])).toEqual([
      [owner.email, 'owner'],
      [heir.email, 'orders'],
    ]);
  });
});

test('a member who is erased shows as a former colleague', async ({ shop }) => {
  const owner = await person(shop);
  const colleague = await member(shop, owner, 'orders');
  await order(shop, colleague);
  await switchTo(shop, colleague, colleague.id);
  const asked = await shop.call('POST /api/Accounts/ask-deletion', { currentPassword: PASSWORD }, { token: colleague.token });
  expect(asked.status).toBe(200);
  shop.clock.turn({ days: 8 });
  await eraseDueAccounts(shop.ctx, eventHandlers, new AbortController().signal);
  const { token } = await again(shop, owner);
  expect((await shop.call('GET /api/team', undefined, { token })).body.members).toHaveLength(1);
  expect((await shop.call('GET /api/team/acts', undefined, { token })).body[0]).toMatchObject({ name: null, call: 'POST /api/orders' });
  const [{ id = '' } = {}] = await listOrders(shop, { ...owner, token });
  expect((await shop.call('GET /api/orders/order', { id }, { token })).body.orderedBy).toBe(null);
});
