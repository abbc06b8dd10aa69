// Customers with passkeys, for tests over HTTP.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { generateSync } from 'otplib/functional';
import { logIn, PASSWORD, registerConfirmed, type Session } from './accounts.ts';
import type { Shop } from './shop.ts';

export type Owner = Session & { readonly email: string; readonly device: string; readonly authenticator: Authenticator };

/** A customer with a confirmed address, which a second factor needs. */
export async function confirmedOwner(shop: Shop): Promise<Owner> {
  const email = await registerConfirmed(shop);
  return { email, ...(await logIn(shop, email)), authenticator: openAuthenticator(new URL(shop.urls.storefront).origin) };
}

export const confirm = (shop: Shop, token: string, sent: object = { currentPassword: PASSWORD }) =>
  shop.call('POST /api/Accounts/confirm', sent, { token });

export const optionsFor = (shop: Shop, token: string) => shop.call('POST /api/Accounts/passkey-options', {}, { token });

export const addPasskey = (shop: Shop, token: string, sent: object) => shop.call('POST /api/Accounts/add-passkey', sent, { token });

/** Adds a passkey, confirmed with the password. */
export async function withPasskey(shop: Shop, { token, authenticator }: Pick<Owner, 'token' | 'authenticator'>, name = 'Laptop') {
  await confirm(shop, token);
  const { body: options } = await optionsFor(shop, token);
  const { status, body } = await addPasskey(shop, token, { name, credential: authenticator.create(options) });
  if (status !== 200) throw new Error(`the passkey was refused: ${JSON.stringify(body)}`);
  return body;
}

export const loginOptions = async (shop: Shop) => (await shop.call('POST /api/Accounts/passkey-login-options', {})).body;

export const logInWith = (shop: Shop, credential: object, more: object = {}) =>
  shop.call('POST /api/Accounts/passkey-login', { credential, ...more });

// A software authenticator for passkey tests over HTTP, written from the WebAuthn specification. Tests can
// falsify its responses.

type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } };
type RequestOptions = { challenge: string; rpId: string };

/** Values to falsify in a response. */
export type Bent = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Whether the user was verified by fingerprint, face or PIN. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
  /** Signs with this key instead. */
  readonly key?: KeyObject;
};

export type Passkey = { readonly id: Buffer; readonly rpId: string; readonly user: string; readonly key: KeyObject; counter: number };

export type Authenticator = {
  readonly passkeys: readonly Passkey[];
  /** `id`: the id of another user's passkey, for tests of theft. */
  create(options: unknown, bent?: Bent, id?: Buffer): object;
  /** With the newest passkey, if none is passed. */
  sign(options: unknown, bent?: Bent, passkey?: Passkey): object;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** `counts`: the counter increases with every use; synced passkeys always report 0. */
export function openAuthenticator(origin: string, { counts = true } = {}): Authenticator {
  const passkeys: Passkey[] = [];
  return {
    passkeys,
    create(options, bent = {}, id = randomBytes(32)) {
      const { challenge, rp, user } = (options as { publicKey: CreationOptions }).publicKey;
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const passkey = { id, rpId: rp.id, user: user.id, key: privateKey, counter: 0 };
      passkeys.push(passkey);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(passkey.id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, passkey.id, coseKey(publicKey)]);
      const authData = Buffer.concat([authenticatorData(rp.id, bent, bent.counter ?? 0, ATTESTED), attested]);
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return toCredential(passkey, {
        clientDataJSON: clientData('webauthn.create', challenge, origin, bent),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    sign(options, bent = {}, passkey = passkeys.at(-1)) {
      if (!passkey) throw new Error('this authenticator has no passkey');
      const { challenge, rpId } = (options as { publicKey: RequestOptions }).publicKey;
      passkey.counter += counts ? 1 : 0;
      const authData = authenticatorData(rpId, bent, bent.counter ?? passkey.counter, 0);
      const clientDataJSON = clientData('webauthn.get', challenge, origin, bent);
      const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
      return toCredential(passkey, {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, bent.key ?? passkey.key).toString('base64url'),
        userHandle: bent.userHandle === undefined ? passkey.user : bent.userHandle,
      });
    },
  };
}

export const otherKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

function toCredential({ id }: Passkey, response: object): object {
  const text = id.toString('base64url');
  return { id: text, rawId: text, type: 'public-key', response, clientExtensionResults: {}, authenticatorAttachment: 'platform' };
}

function clientData(type: string, challenge: string, origin: string, bent: Bent): string {
  const said = { type: bent.type ?? type, challenge: bent.challenge ?? challenge, origin: bent.origin ?? origin, crossOrigin: false };
  return Buffer.from(JSON.stringify(said)).toString('base64url');
}

function authenticatorData(rpId: string, { rpId: other, verified = true }: Bent, counter: number, more: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(other ?? rpId), Buffer.from([PRESENT | (verified ? VERIFIED : 0) | more]), count]);
}

/** An ES256 public key in COSE format. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const [byX, byY] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, byX],
      [-3, byY],
    ]),
  );
}

/** The parts of CBOR that an attestation uses: small numbers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
  throw new Error('no CBOR type for this value');
}

function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length]);
  if (length < 256) return Buffer.from([(kind << 5) | 24, length]);
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 0xff]);
}

// An account with a second factor, and its authenticator app on the shop's clock.

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
