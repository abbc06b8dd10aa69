// An operator’s own account over HTTP: name, sessions, a new address, and a forgotten password.

import { atDesk, DESK_PASSWORD, type Operating, operating } from '../../../../tests/support/desk.ts';
import { getErrors, openAuthenticator } from '../../../../tests/support/passkeys.ts';
import { listAudit } from '../../../../tests/support/rows/desk.ts';
import { letRun } from '../../../../tests/support/rows/jobs.ts';
import { outboxMails } from '../../../../tests/support/rows/support.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const NEW_PASSWORD = 'seventeen-quiet-owls';
const USED = 'This link has expired or was already used.';

const listActs = async (shop: Shop, { id }: Operating) => (await listAudit(shop, id)).map(({ act }) => act);
const logIn = (shop: Shop, { email }: { readonly email: string }, password = DESK_PASSWORD, more: object = {}) =>
  atDesk(shop, 'POST /api/log-in', { email, password, ...more });
const getCookie = ({ cookie }: { readonly cookie: string }) => ({ cookie: cookie.split(';')[0] ?? '' });

/** The code of the newest mailed link. */
async function mailedCode(shop: Shop, email: string, about: RegExp): Promise<string> {
  return /#([\w-]+)/.exec((await shop.mail(email, about)).text)?.[1] ?? '';
}

/** Asks for a new password, and returns the code of the link that was not sent before. */
async function resetCode(shop: Shop, email: string): Promise<string> {
  const links = async () => (await shop.mails(email)).filter(({ subject }) => /^A new password/.test(subject));
  const before = (await links()).length;
  expect((await atDesk(shop, 'POST /api/recover', { email })).status).toBe(204);
  await expect.poll(async () => (await links()).length).toBe(before + 1);
  return mailedCode(shop, email, /^A new password/);
}

describe('name', () => {
  test('a new name is shown, and is in the audit log; an empty one is refused', async ({ shop }) => {
    const maker = await operating(shop, 'maker', { name: 'Mika' });
    expect(getErrors(await maker.call('POST /api/account/name', { name: ' ' }))).toEqual({ name: ['Enter a name.'] });
    expect((await maker.call('POST /api/account/name', { name: 'Mika Sato' })).status).toBe(204);
    expect((await maker.call('GET /api/me')).body.name).toBe('Mika Sato');
    expect(await listActs(shop, maker)).toContain('desk.rename');
  });
});

describe('sessions', () => {
  test('each session is listed with its device; one or all others can be ended, the own one not', async ({ shop }) => {
    const maker = await operating(shop, 'maker');
    const others = [getCookie(await logIn(shop, maker)), getCookie(await logIn(shop, maker)), getCookie(await logIn(shop, maker))];
    const sessions = async () => (await maker.call('GET /api/account')).body.sessions;
    const [current] = (await sessions()).filter(({ isCurrent }) => isCurrent);
    const [first] = (await sessions()).filter(({ isCurrent }) => !isCurrent);
    expect(await sessions()).toHaveLength(4);
    expect((await maker.call('POST /api/account/end-sessions', { id: current?.id })).status).toBe(404);
    expect((await maker.call('POST /api/account/end-sessions', { id: first?.id })).status).toBe(204);
    expect(await sessions()).toHaveLength(3);
    expect((await maker.call('POST /api/account/end-sessions', {})).status).toBe(204);
    expect(await sessions()).toMatchObject([{ isCurrent: true }]);
    for (const other of others) expect((await atDesk(shop, 'GET /api/me', undefined, other)).status).toBe(401);
  });

  test('another operator’s session cannot be ended', async ({ shop }) => {
    const [maker, owner] = [await operating(shop, 'maker'), await operating(shop, 'owner')];
    const [session] = (await maker.call('GET /api/account')).body.sessions;
    expect((await owner.call('POST /api/account/end-sessions', { id: session?.id })).status).toBe(404);
    expect((await maker.call('GET /api/me')).status).toBe(200);
  });

  test('ended and idle sessions are not listed', async ({ shop }) => {
    const maker = await operating(shop, 'maker');
    shop.clock.turn({ hours: 3 });
    const { cookie } = getCookie(await logIn(shop, maker));
    expect((await atDesk(shop, 'GET /api/account', undefined, { cookie })).body.sessions).toHaveLength(1);
  });
});

describe('new address', () => {
  test('it changes when the mailed link is confirmed, ends all sessions, and a mail goes to both addresses', async ({ shop }) => {
    const maker = await operating(shop, 'maker');
    const email = `new.${maker.email}`;
    expect((await maker.call('POST /api/account/email', { email })).status).toBe(204);
    expect((await maker.call('GET /api/account')).body.pendingEmail).toMatchObject({ email });
    expect((await maker.call('GET /api/me')).body.email).toBe(maker.email);
    const code = await mailedCode(shop, email, /^Confirm your new address/);
    const confirmed = await Promise.all(Array.from({ length: 3 }, () => atDesk(shop, 'POST /api/confirm-email', { code })));
    expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await maker.call('GET /api/me')).status).toBe(401);
    for (const to of [maker.email, email]) expect((await shop.mail(to, /address .* was changed/)).text).toContain(email);
    expect((await logIn(shop, { email })).status).toBe(204);
    expect((await logIn(shop, maker)).status).toBe(400);
    expect(await listActs(shop, maker)).toEqual(expect.arrayContaining(['desk.askEmail', 'desk.changeEmail']));
  });

  test('without a confirmed identity it is refused', async ({ shop }) => {
    const maker = await operating(shop, 'maker');
    const answer = await atDesk(shop, 'POST /api/account/email', { email: 'x@desk.example' }, maker);
    expect(getErrors(answer)).toHaveProperty('stepUp');
  });

  test('a colleague’s address: the answer is the same, nobody is mailed, and nothing changes', async ({ shop }) => {
    const [maker, owner] = [await operating(shop, 'maker'), await operating(shop, 'owner')];
    expect((await maker.call('POST /api/account/email', { email: owner.email.toUpperCase() })).status).toBe(204);
    expect((await outboxMails(shop, owner.email, owner.email.toUpperCase())).map(({ mail }) => mail)).not.toContain('desk-confirm-email');
    expect(getErrors(await maker.call('POST /api/account/email', { email: maker.email }))).toEqual({
      email: ['This is already your email address. Enter a different one.'],
    });
  });

  test('an address that a colleague got meanwhile is not taken over', async ({ shop }) => {
    const [maker, owner] = [await operating(shop, 'maker'), await operating(shop, 'owner')];
    const email = `wanted.${maker.email}`;
    await maker.call('POST /api/account/email', { email });
    const code = await mailedCode(shop, email, /^Confirm your new address/);
    await owner.call('POST /api/team/invite', { email, name: 'First', role: 'maker' });
    expect(getErrors(await atDesk(shop, 'POST /api/confirm-email', { code }))['']?.[0]).toContain(USED);
    expect((await maker.call('GET /api/me')).body.email).toBe(maker.email);
  });

  test('a cancelled, replaced or expired link does nothing', async ({ shop }) => {
    const maker = await operating(shop, 'maker');
    const [first, second] = [`first.${maker.email}`, `second.${maker.email}`];
    await maker.call('POST /api/account/email', { email: first });
    await maker.call('POST /api/account/email', { email: second });
    const codes = [await mailedCode(shop, first, /^Confirm your new address/), await mailedCode(shop, second, /^Confirm your new address/)];
    expect((await atDesk(shop, 'POST /api/confirm-email', { code: codes[0] })).status).toBe(400);
    expect((await maker.call('POST /api/account/drop-email')).status).toBe(204);
    expect((await atDesk(shop, 'POST /api/confirm-email', { code: codes[1] })).status).toBe(400);
    await maker.call('POST /api/account/email', { email: second });
    const third = await mailedCode(shop, second, /^Confirm your new address/);
    shop.clock.turn({ hours: 25 });
    expect((await atDesk(shop, 'POST /api/confirm-email', { code: third })).status).toBe(400);
  });
});

describe('forgotten password', () => {
  test('the link sets a new password once, ends all sessions, tells the owner and is in the audit log', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const code = await resetCode(shop, owner.email);
    expect((await atDesk(shop, 'POST /api/reset/options', { code })).body).toEqual({ app: false, publicKey: null });
    expect(getErrors(await atDesk(shop, 'POST /api/reset', { code, password: 'password1234' }))).toHaveProperty('password');
    const answers = await Promise.all(Array.from({ length: 3 }, () => atDesk(shop, 'POST /api/reset', { code, password: NEW_PASSWORD })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
    expect((await owner.call('GET /api/me')).status).toBe(401);
    expect((await logIn(shop, owner)).status).toBe(400);
    expect((await logIn(shop, owner, NEW_PASSWORD)).status).toBe(204);
    await shop.mail(owner.email, /^Your password for the desk/);
    expect(await listActs(shop, owner)).toEqual(expect.arrayContaining(['desk.askReset', 'desk.resetPassword']));
  });

  test('an app code is needed for the new password and for the log-in after it, and works once', async ({ shop }) => {
    const maker = await operating(shop, 'maker', { withApp: true });
    const code = await resetCode(shop, maker.email);
    expect((await atDesk(shop, 'POST /api/reset/options', { code })).body.app).toBe(true);
    const reset = (appCode?: string) => atDesk(shop, 'POST /api/reset', { code, password: NEW_PASSWORD, ...(appCode ? { appCode } : {}) });
    for (const invalid of [undefined, '000000']) expect(getErrors(await reset(invalid))).toHaveProperty('appCode');
    shop.clock.turn({ minutes: 2 });
    const appCode = await maker.appCode();
    expect((await reset(appCode)).status).toBe(204);
    expect(getErrors(await logIn(shop, maker, NEW_PASSWORD))).toHaveProperty('code');
    expect((await logIn(shop, maker, NEW_PASSWORD, { code: appCode })).status).toBe(400);
    shop.clock.turn({ minutes: 2 });
    expect((await logIn(shop, maker, NEW_PASSWORD, { code: await maker.appCode() })).status).toBe(204);
  });

  test('a passkey is needed if there is no app, and a passkey of somebody else does not count', async ({ shop }) => {
    const [maker, other] = [await operating(shop, 'maker'), await operating(shop, 'maker')];
    const origin = new URL(shop.urls.desk).origin;
    const [own, foreign] = [openAuthenticator(origin), openAuthenticator(origin)];
    for (const [who, authenticator] of [[maker, own] as const, [other, foreign] as const]) {
      const { body } = await who.call('POST /api/passkeys/options');
      expect((await who.call('POST /api/passkeys/add', { credential: authenticator.create(body) })).status).toBe(200);
    }
    const code = await resetCode(shop, maker.email);
    const options = async () => (await atDesk(shop, 'POST /api/reset/options', { code })).body as unknown as Parameters<typeof own.sign>[0];
    const reset = async (credential?: object) =>
      atDesk(shop, 'POST /api/reset', { code, password: NEW_PASSWORD, ...(credential ? { credential } : {}) });
    expect(getErrors(await reset())).toEqual({ '': ['Confirm with your passkey.'] });
    expect((await reset(foreign.sign(await options()))).status).toBe(400);
    expect((await reset(own.sign(await options()))).status).toBe(204);
    expect(getErrors(await logIn(shop, maker, NEW_PASSWORD))).toEqual({ '': ['Log in with your passkey.'] });
  });

  test('the link expires after half an hour, is replaced by a newer one, and dies with another change of the password', async ({
    shop,
  }) => {
    const maker = await operating(shop, 'maker');
    const reset = async (code: string) => (await atDesk(shop, 'POST /api/reset', { code, password: NEW_PASSWORD })).status;
    const expired = await resetCode(shop, maker.email);
    shop.clock.turn({ minutes: 31 });
    expect(await reset(expired)).toBe(400);
    const replaced = await resetCode(shop, maker.email);
    const code = await resetCode(shop, maker.email);
    expect(await reset(replaced)).toBe(400);
    await maker.call('POST /api/password', { currentPassword: DESK_PASSWORD, password: 'another-quiet-owl-9' });
    expect(await reset(code)).toBe(400);
  });

  test('unknown, invited and former operators: the same answer, and nothing is mailed', async ({ shop }) => {
    const [owner, former] = [await operating(shop, 'owner'), await operating(shop, 'maker')];
    await owner.call('POST /api/team/end', { id: former.id, why: 'left the shop' });
    const invited = 'invited.only@desk.example';
    await owner.call('POST /api/team/invite', { email: invited, name: 'Invited', role: 'maker' });
    const addresses = [owner.email, former.email, invited, 'nobody.at.all@desk.example'];
    const answers = await Promise.all(addresses.map((email) => atDesk(shop, 'POST /api/recover', { email })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).toEqual(new Set(['204 ""']));
    await shop.mail(owner.email, /^A new password/);
    await letRun(shop, 'desk.deleteExpired');
    const mailed = (await outboxMails(shop, ...addresses)).filter(({ mail }) => mail === 'desk-reset-password');
    expect(mailed.map(({ to }) => to)).toEqual([owner.email]);
  });

  test('requests are limited by address of the operator, known or not, and by network', async () => {
    await using shop = await openShop();
    const owner = await operating(shop, 'owner');
    for (const email of [owner.email, 'nobody@desk.example']) {
      const statuses: number[] = [];
      for (let request = 0; request < 4; request++) statuses.push((await atDesk(shop, 'POST /api/recover', { email })).status);
      expect(statuses).toEqual([204, 204, 204, 429]);
    }
    let refused = 0;
    for (let request = 0; request < 6; request++)
      if ((await atDesk(shop, 'POST /api/recover', { email: `u${request}@desk.example` })).status === 429) refused++;
    expect(refused).toBeGreaterThan(0);
  });
});
