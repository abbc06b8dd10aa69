// Encrypts secrets in the database with a key that is stored elsewhere. The ciphertext is bound to its owner,
// an account or another row, so it cannot be decrypted in another row.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secrets } from '../config/secrets.ts';

export type Cipher = {
  seal(text: string, ownerId: string): Buffer;
  open(sealed: Buffer, ownerId: string): string;
};

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const secretNames = {
  'two-factor': 'second factor',
  'chat webhooks': 'chat webhook',
  connections: 'connection',
  webhooks: 'webhook',
} as const;

export function createCipher(secrets: Secrets, purpose: keyof typeof secretNames = 'two-factor'): Cipher {
  const keys = secrets.derive(purpose);
  return {
    seal(text, ownerId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keys[0].bytes, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(ownerId));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(bytes, ownerId) {
      for (const key of keys) {
        const text = decryptWith(bytes, ownerId, key.bytes);
        if (text !== undefined) return text;
      }
      throw new Error(`no key decrypts this ${secretNames[purpose]}: the key that encrypted it is missing in SECRET_KEYS or secrets.json`);
    },
  };
}

function decryptWith(sealed: Buffer, ownerId: string, key: Buffer): string | undefined {
  const [nonce, tag] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
  const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(ownerId));
  try {
    cipher.setAuthTag(tag);
    return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
