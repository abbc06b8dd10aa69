// A software authenticator for passkey tests over HTTP, written from the WebAuthn specification. Tests can
// falsify its responses.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

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
      return credentialOf(passkey, {
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
      return credentialOf(passkey, {
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

function credentialOf({ id }: Passkey, response: object): object {
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
