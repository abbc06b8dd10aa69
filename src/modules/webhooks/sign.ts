// Signatures by Standard Webhooks 1.0: HMAC-SHA256 (v1) and Ed25519 (v1a) over the same text, so that a
// receiver chooses whether it shares a secret or knows a public key.
import { createHmac, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const SECRET_BYTES = 32;

export type SigningKeys = { readonly secret: Buffer; readonly privateKey: KeyObject };

/** `stored`: both private parts, to be encrypted. */
export function createSigningKeys() {
  const secret = randomBytes(SECRET_BYTES);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return {
    secret: `whsec_${secret.toString('base64')}`,
    publicKey: `whpk_${raw.toString('base64')}`,
    stored: JSON.stringify({ secret: secret.toString('base64'), privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }) }),
  };
}

export function readSigningKeys(stored: string): SigningKeys {
  const { secret, privateKey } = JSON.parse(stored) as { secret: string; privateKey: string };
  return { secret: Buffer.from(secret, 'base64'), privateKey: createPrivateKey(privateKey) };
}

type Message = { readonly name: string; readonly body: string; readonly at: Date };

export function signMessage({ secret, privateKey }: SigningKeys, { name, body, at }: Message): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const text = Buffer.from(`${name}.${timestamp}.${body}`);
  const hmac = createHmac('sha256', secret).update(text).digest('base64');
  return {
    'webhook-id': name,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac} v1a,${sign(null, text, privateKey).toString('base64')}`,
  };
}
