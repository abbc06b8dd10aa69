// An account with a second factor, and its authenticator app on the shop's clock.
import { generateSync } from 'otplib/functional';
import { logIn, PASSWORD, registerConfirmed, type Session } from './accounts.ts';
import type { Shop } from './shop.ts';

export type Member = Session & { readonly email: string; readonly secret: string; readonly codes: readonly string[] };

/** The code of the app; `away`: this many half minutes before or after now. */
export const appCode = ({ clock }: Pick<Shop, 'clock'>, secret: string, away = 0): string =>
  generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1_000) + away * 30 });

export async function setUp(shop: Shop, token: string): Promise<string> {
  const { status, body } = await shop.call('POST /api/Accounts/set-up-two-factor', { currentPassword: PASSWORD }, { token });
  if (status !== 200) throw new Error(`the set-up was refused: ${JSON.stringify(body)}`);
  return body.secret;
}

export async function turnOn(shop: Shop, token: string, secret: string): Promise<readonly string[]> {
  const { status, body } = await shop.call('POST /api/Accounts/turn-on-two-factor', { code: appCode(shop, secret) }, { token });
  if (status !== 200) throw new Error(`it was not turned on: ${JSON.stringify(body)}`);
  return body.codes;
}

/** An account with a second factor, at a time at which the app's current code is unused. */
export async function memberWithApp(shop: Shop): Promise<Member> {
  const email = await registerConfirmed(shop);
  const session = await logIn(shop, email);
  const secret = await setUp(shop, session.token);
  const codes = await turnOn(shop, session.token, secret);
  shop.clock.turn({ seconds: 30 });
  return { email, ...session, secret, codes };
}

type Problem = { readonly errors?: Readonly<Record<string, readonly string[]>> };
type Tried = { readonly status: number; readonly body: unknown };
export const getErrors = ({ body }: Tried) => (body as Problem).errors ?? {};

/** The shop's errors for a code. */
export const MISSING = 'Enter the code from your authenticator app, or a recovery code.';
export const WRONG = 'This code is wrong or has been used. Enter one from your app, or another recovery code.';
export const WRONG_APP = 'This code is wrong or has been used. Enter the next one from your app.';

export const tryLogIn = (shop: Shop, email: string, more: object = {}, headers: Record<string, string> = {}) =>
  shop.call('POST /api/Accounts/login', { email, password: PASSWORD, ...more }, { headers });

export const getState = async (shop: Shop, token: string) => (await shop.call('GET /api/Accounts/two-factor', undefined, { token })).body;

export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
