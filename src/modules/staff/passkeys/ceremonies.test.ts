// Tests that a challenge is accepted by its own ceremony only, among all that the storefront and the desk
// have.

import { atDesk, DESK_PASSWORD, operating } from '../../../../tests/support/desk.ts';
import {
  type Authenticator,
  addPasskey,
  confirm,
  confirmedOwner,
  logInWith,
  loginOptions,
  openAuthenticator,
  optionsFor,
  withPasskey,
} from '../../../../tests/support/passkeys.ts';
import { test as base, expect, type Shop } from '../../../../tests/support/shop.ts';
import type { DeskCall } from '../../../desk-api.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

type Ceremony = { ask(): Promise<string>; answer(challenge: string): Promise<{ readonly status: number }> };

const challengeIn = ({ body }: { body: unknown }): string => Object(body).publicKey.challenge;
const signed = ({ sign, passkeys }: Authenticator, challenge: string) =>
  sign({ publicKey: { challenge, rpId: 'localhost' } }, {}, passkeys[0]);
const made = ({ create }: Authenticator, challenge: string) =>
  create({ publicKey: { challenge, rp: { id: 'localhost' }, user: { id: 'AAAA' } } });

async function ofCustomer(shop: Shop): Promise<Readonly<Record<string, Ceremony>>> {
  const customer = await confirmedOwner(shop);
  await withPasskey(shop, customer);
  const { token, authenticator } = customer;
  return {
    'log-in of a customer': {
      ask: async () => challengeIn({ body: await loginOptions(shop) }),
      answer: (challenge) => logInWith(shop, signed(authenticator, challenge)),
    },
    'adding by a customer': {
      ask: async () => challengeIn(await optionsFor(shop, token)),
      answer: (challenge) => addPasskey(shop, token, { credential: made(authenticator, challenge) }),
    },
    'step-up of a customer': {
      ask: async () => challengeIn(await shop.call('POST /api/Accounts/confirm-options', {}, { token })),
      answer: (challenge) => confirm(shop, token, { credential: signed(authenticator, challenge) }),
    },
  };
}

/** The last one ends the sessions. */
async function ofOperator(shop: Shop): Promise<Readonly<Record<string, Ceremony>>> {
  const owner = await operating(shop, 'owner');
  const own = openAuthenticator(new URL(shop.urls.desk).origin);
  const { body: options } = await owner.call('POST /api/passkeys/options');
  await owner.call('POST /api/passkeys/add', { credential: own.create(options) });
  const asked = await atDesk(shop, 'POST /api/log-in/passkey-options');
  const entered = await atDesk(shop, 'POST /api/log-in/passkey', { credential: own.sign(asked.body) });
  const other = { cookie: entered.cookie.split(';')[0] ?? '' };
  await atDesk(shop, 'POST /api/confirm', { currentPassword: DESK_PASSWORD }, other);
  const invited = { code: (await shop.linkToDesk({ email: 'invited@desk.example', name: 'Ada', role: 'maker' })).split('#')[1] };
  await atDesk(shop, 'POST /api/recover', { email: owner.email });
  const forgot = { code: /reset#([\w-]+)/.exec((await shop.mail(owner.email, /password/)).text)?.[1] };

  type Asker = { readonly cookie?: string; readonly code?: string | undefined };
  const way = (ask: DeskCall, call: DeskCall, { code, ...as }: Asker, answer: (challenge: string) => object): Ceremony => ({
    ask: async () => challengeIn(await atDesk(shop, ask, { code }, as)),
    answer: (challenge) => atDesk(shop, call, { code, name: 'Ada', password: 'nine green herons', ...answer(challenge) }, as),
  });
  const credential = (challenge: string) => ({ credential: signed(own, challenge) });
  const passkey = (challenge: string) => ({ credential: made(own, challenge), passkey: made(own, challenge) });
  const { cookie } = owner;
  return {
    'log-in': way('POST /api/log-in/passkey-options', 'POST /api/log-in/passkey', {}, credential),
    adding: way('POST /api/passkeys/options', 'POST /api/passkeys/add', { cookie }, passkey),
    'adding in another session': way('POST /api/passkeys/options', 'POST /api/passkeys/add', other, passkey),
    'step-up': way('POST /api/confirm/options', 'POST /api/confirm', { cookie }, credential),
    'step-up in another session': way('POST /api/confirm/options', 'POST /api/confirm', other, credential),
    joining: way('POST /api/join/passkey-options', 'POST /api/join', invited, passkey),
    'a new password': way('POST /api/reset/options', 'POST /api/reset', forgot, credential),
  };
}

test('passkey: each of ten ceremonies accepts its own challenge once, and none of another ceremony, session or link', async ({ shop }) => {
  const ways = Object.entries({ ...(await ofCustomer(shop)), ...(await ofOperator(shop)) });
  for (const [to, { answer }] of ways)
    for (const [from, { ask }] of ways)
      if (from !== to) expect((await answer(await ask())).status, `a challenge of ${from}, answered as ${to}`).toBe(400);
  for (const [name, { ask, answer }] of ways) {
    const own = await ask();
    expect([(await answer(own)).status < 300, (await answer(own)).status], name).toEqual([true, 400]);
  }
});
