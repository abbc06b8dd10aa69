// Tests access to the desk over HTTP: invitations, log-in, passwords, roles and the audit log.

import { describe } from 'vitest';
import { transaction } from '#platform/database/database.ts';
import { atDesk, joinDesk, type Operating, operating } from '../../../tests/support/desk.ts';
import { openTransaction, waitingForLock } from '../../../tests/support/rows/database.ts';
import { activeOwnerCount, endOwners, refusedChanges, replacePassword } from '../../../tests/support/rows/desk.ts';
import { test as base, expect, shop as openShop } from '../../../tests/support/shop.ts';
import { type DeskCall, deskApi } from '../../desk-api.ts';
import { startOperatorSession } from './auth.ts';
import { mayDo, roles } from './shapes-roles.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

describe('invitation', () => {
  test('the first owner gets a link at start-up; a restart replaces it, and it works once', async () => {
    // A shop of its own, which has no operators.
    await using shop = await openShop();
    const [oldLink = '', newLink = ''] = [await shop.firstLink(), await shop.firstLink()];
    expect(oldLink).toMatch(/\/join#[\w-]{32}$/);
    expect((await joinDesk(shop, oldLink)).status).toBe(400);
    const owner = await joinDesk(shop, newLink, { name: 'Ada' });
    expect(owner.status).toBe(204);
    expect(owner.cookie).toMatch(/^__Host-desk=[\w-]{32}; Path=\/; Max-Age=43200; HttpOnly; Secure; SameSite=Strict$/);
    expect((await joinDesk(shop, newLink)).status).toBe(400);
    expect(await shop.firstLink()).toBeUndefined();
  });

  test('an invitation is emailed, is unique per address and expires after three days', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const email = 'late.maker@desk.example';
    expect((await owner.call('POST /api/team/invite', { email, name: 'Late', role: 'maker' })).status).toBe(204);
    expect((await owner.call('POST /api/team/invite', { email: email.toUpperCase(), name: 'Twice', role: 'owner' })).body).toMatchObject({
      errors: { email: ['This email already belongs to an operator.'] },
    });
    const link = /http\S+\/join#[\w-]+/.exec((await shop.mail(email)).text)?.[0] ?? '';
    shop.clock.turn({ hours: 73 });
    expect((await joinDesk(shop, link)).status).toBe(400);
  });

  test.for(['short', 'password1234', '', 'weak-fanfare-2026', 'support@desk1'])(
    '%j as password is refused and the invitation still works',
    async (password, { shop }) => {
      const owner = await operating(shop, 'owner');
      const email = `weak${password.length}@desk.example`;
      await owner.call('POST /api/team/invite', { email, name: 'Weak', role: 'support' });
      const link = /http\S+\/join#[\w-]+/.exec((await shop.mail(email)).text)?.[0] ?? '';
      expect((await joinDesk(shop, link, { password })).body).toHaveProperty('errors.password');
      expect((await joinDesk(shop, link)).status).toBe(204);
    },
  );
});

describe('log-in', () => {
  test('a wrong password and an unknown address get the same error', async ({ shop }) => {
    const maker = await operating(shop, 'maker');
    const logIn = (email: string, password: string) => atDesk(shop, 'POST /api/log-in', { email, password });
    expect((await logIn(maker.email, maker.password)).status).toBe(204);
    const rejected = await logIn(maker.email, `${maker.password}.`);
    const nobody = await logIn('nobody@desk.example', maker.password);
    expect(rejected.status).toBe(400);
    const [unknownBody, rejectedBody] = [nobody, rejected].map(({ body }) => ({ ...(body as unknown as object), requestId: '' }));
    expect(unknownBody).toEqual(rejectedBody);
  });

  test('errors of the desk are in English even if the browser prefers another language', async ({ shop }) => {
    const fetchAnswer = async (path: string, more: object) => {
      const headers = { cookie: 'locale=es', 'accept-language': 'es', origin: shop.urls.desk, 'content-type': 'application/json' };
      return (await fetch(shop.urls.desk + path, { headers, ...more })).json();
    };
    const invalid = { method: 'POST', body: JSON.stringify({ email: 'nobody@desk.example', password: 'nothing' }) };
    expect(await fetchAnswer('/api/log-in', invalid)).toMatchObject({ errors: { '': ['The email or password is wrong.'] } });
    expect(await fetchAnswer('/api/me', {})).toMatchObject({ title: 'Please log in' });
    expect(await fetchAnswer('/nothing/of/this', {})).toMatchObject({ status: 404, title: 'Not found' });
  });

  test('an operator with an app needs a code, and each code works once', async ({ shop }) => {
    const maker = await operating(shop, 'maker', { withApp: true });
    const { email, password } = maker;
    const logIn = (code?: string) => atDesk(shop, 'POST /api/log-in', { email, password, ...(code ? { code } : {}) });
    expect((await logIn()).body).toHaveProperty('errors.code');
    expect((await logIn('000000')).body).toHaveProperty('errors.code');
    shop.clock.turn({ minutes: 2 });
    const code = await maker.appCode();
    const answers = await Promise.all([logIn(code), logIn(code), logIn(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
  });

  test('a log-in with a session cookie ends that session, so a stolen cookie stops working', async ({ shop }) => {
    const { email, password, cookie } = await operating(shop, 'maker');
    const other = await operating(shop, 'maker');
    expect((await atDesk(shop, 'POST /api/log-in', { email, password: 'a guess of theirs' }, { cookie })).status).toBe(400);
    expect((await atDesk(shop, 'GET /api/me', undefined, { cookie })).status).toBe(200);
    const again = await atDesk(shop, 'POST /api/log-in', { email, password }, { cookie });
    expect((await atDesk(shop, 'GET /api/me', undefined, { cookie })).status).toBe(401);
    expect((await atDesk(shop, 'GET /api/me', undefined, { cookie: again.cookie.split(';')[0] ?? '' })).status).toBe(200);
    expect((await other.call('GET /api/me')).status).toBe(200);
  });

  test('a password that is changed while it is checked opens no session', async ({ shop }) => {
    const [owner, other] = [await operating(shop, 'owner'), await operating(shop, 'manager')];
    await using held = await openTransaction(shop);
    await replacePassword(held, owner.id, other.id);
    const answer = atDesk(shop, 'POST /api/log-in', { email: owner.email, password: owner.password });
    await expect.poll(() => waitingForLock(shop)).toBeGreaterThan(0);
    await held.commit();
    expect((await answer).status).toBe(400);
  });

  test('naive log-in that does not lock the operator: the old password opens a session', async ({ shop }) => {
    const [owner, other] = [await operating(shop, 'owner'), await operating(shop, 'manager')];
    await using held = await openTransaction(shop);
    await replacePassword(held, owner.id, other.id);
    const visitor = { session: undefined, userAgent: undefined };
    const { db, clock } = shop.ctx;
    const { token } = await transaction(db, (tx) => startOperatorSession(tx, { operatorId: owner.id, now: clock.now(), visitor }));
    await held.commit();
    expect((await atDesk(shop, 'GET /api/me', undefined, { cookie: `__Host-desk=${token}` })).status).toBe(200);
  });

  test('the page is marked as known if the request has a session cookie, and is otherwise the same', async ({ shop }) => {
    const { cookie } = await operating(shop, 'maker');
    const page = async (headers: Record<string, string>) => (await fetch(`${shop.urls.desk}/queue`, { headers })).text();
    expect(await page({ cookie })).toContain('<div id="root" data-brand="Fanfare" data-known>');
    expect(await page({})).toContain('<div id="root" data-brand="Fanfare">');
    expect((await page({ cookie })).replace(' data-known', '')).toBe(await page({}));
  });

  test('a session ends after twelve hours, or after two hours without a request', async ({ shop }) => {
    const active = await operating(shop, 'support');
    for (let hours = 0; hours < 11; hours++) {
      shop.clock.turn({ hours: 1 });
      expect((await active.call('GET /api/me')).status).toBe(200);
    }
    shop.clock.turn({ hours: 1, minutes: 1 });
    expect((await active.call('GET /api/me')).status).toBe(401);
    const idle = await operating(shop, 'support');
    shop.clock.turn({ hours: 2, minutes: 1 });
    expect((await idle.call('GET /api/me')).status).toBe(401);
  });

  test('a log-out or the end of access ends the session immediately', async ({ shop }) => {
    const [owner, gone] = [await operating(shop, 'owner'), await operating(shop, 'maker')];
    expect((await gone.call('POST /api/log-out')).status).toBe(204);
    expect((await gone.call('GET /api/me')).status).toBe(401);
    const ended = await operating(shop, 'maker');
    expect((await owner.call('POST /api/team/end', { id: ended.id, why: 'left the shop' })).status).toBe(204);
    expect((await ended.call('GET /api/me')).status).toBe(401);
    expect((await atDesk(shop, 'POST /api/log-in', { email: ended.email, password: ended.password })).status).toBe(400);
  });
});

describe('password change', () => {
  test('a change needs the current password, ends other sessions and is in the audit log', async ({ shop }) => {
    const [maker, owner] = [await operating(shop, 'maker'), await operating(shop, 'owner')];
    const { email, password: currentPassword } = maker;
    const elsewhere = await atDesk(shop, 'POST /api/log-in', { email, password: currentPassword });
    const password = 'seven grey herons';
    const request = (sent: object) => maker.call('POST /api/password', { currentPassword, password, ...sent });
    expect((await request({ currentPassword: 'a guess of theirs' })).body).toHaveProperty('errors.currentPassword');
    for (const weak of ['short', 'password1234', 'maker-fanfare-1'])
      expect((await request({ password: weak })).body).toHaveProperty('errors.password');
    expect((await atDesk(shop, 'POST /api/password', { currentPassword, password })).status).toBe(401);
    expect((await request({})).status).toBe(204);
    const me = async (cookie: string) => (await atDesk(shop, 'GET /api/me', undefined, { cookie: cookie.split(';')[0] ?? '' })).status;
    expect([await me(maker.cookie), await me(elsewhere.cookie), await me(owner.cookie)]).toEqual([200, 401, 200]);
    const logIn = async (sent: string) => (await atDesk(shop, 'POST /api/log-in', { email, password: sent })).status;
    expect([await logIn(currentPassword), await logIn(password)]).toEqual([400, 204]);
    const { body } = await owner.call('GET /api/audit', { kind: 'operator', about: maker.id });
    expect(body.map(({ act, operatorId }) => [act, operatorId])).toContainEqual(['desk.changePassword', maker.id]);
  });
});

describe('access control', () => {
  test.for([undefined, 'null', 'http://evil.example', 'http://localhost:1'])(
    'a change from origin %s gets 403',
    async (origin, { shop }) => {
      const owner = await operating(shop, 'owner');
      const sent = await atDesk(shop, 'POST /api/log-out', {}, { cookie: owner.cookie, origin });
      expect(sent.status).toBe(403);
      expect((await owner.call('GET /api/me')).status).toBe(200);
    },
  );

  test('an invented session cookie gets 401', async ({ shop }) => {
    for (const cookie of ['', '__Host-desk=', `__Host-desk=${'a'.repeat(32)}`, '__Host-desk=%00'])
      expect((await atDesk(shop, 'GET /api/me', undefined, { cookie })).status).toBe(401);
  });

  test('each role can make exactly the calls that the table allows', async ({ shop }) => {
    const people = new Map<string, Operating>();
    for (const role of roles) people.set(role, await operating(shop, role));
    const errors: string[] = [];
    for (const [name, row] of Object.entries(deskApi) as [DeskCall, (typeof deskApi)[DeskCall]][]) {
      if ((row as { answer?: string }).answer === 'stream' || name === 'POST /api/log-out') continue;
      if (row.may !== 'open' && (await atDesk(shop, name, {})).status !== 401) errors.push(`${name}: nobody`);
      for (const role of roles) {
        const { status } = (await people.get(role)?.call(name, {})) ?? { status: 0 };
        const may = row.may === 'open' || row.may === 'operator' || mayDo(role, row.may);
        if ((status === 403) === may || status >= 500) errors.push(`${name}: ${role} got ${status}`);
      }
    }
    expect(errors).toEqual([]);
  });
});

describe('owner', () => {
  test('concurrent role changes by all owners: the last one stays owner', async ({ shop }) => {
    await endOwners(shop);
    const owners = [await operating(shop, 'owner'), await operating(shop, 'owner'), await operating(shop, 'owner')];
    const answers = await Promise.all(owners.map((owner) => owner.call('POST /api/team/role', { id: owner.id, role: 'maker' })));
    expect(await activeOwnerCount(shop)).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 400]);
  });

  test('an owner reads the audit log with reasons, and it cannot be changed', async ({ shop }) => {
    const [owner, other] = [await operating(shop, 'owner'), await operating(shop, 'maker')];
    await owner.call('POST /api/team/role', { id: other.id, role: 'support' });
    await owner.call('POST /api/team/end', { id: other.id, why: 'end of the season' });
    const { body } = await owner.call('GET /api/audit', { kind: 'operator', about: other.id });
    expect(body.slice(0, 2)).toMatchObject([
      { act: 'team.end', operatorId: owner.id, why: 'end of the season', before: { role: 'support' } },
      { act: 'team.changeRole', before: { role: 'maker' }, after: { role: 'support' } },
    ]);
    for (const error of await refusedChanges(shop, 'desk_audit')) expect(error).toContain('never changed');
  });
});
