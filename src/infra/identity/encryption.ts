// Encrypts secrets in the database with a key that is stored elsewhere. The ciphertext is bound to its account, so it cannot be decrypted in another
// account's row.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secrets } from '../config/secrets.ts';

export type Cipher = {
  seal(text: string, accountId: string): Buffer;
  open(sealed: Buffer, accountId: string): string;
};

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function openSeals(secrets: Secrets): Cipher {
  const keys = secrets.derive('two-factor');
  return {
    seal(text, accountId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keys[0].bytes, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(accountId));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, accountId) {
      for (const { bytes } of keys) {
        const text = opened(sealed, accountId, bytes);
        if (text !== undefined) return text;
      }
      throw new Error('no key decrypts this second factor: the key that encrypted it is missing in SECRET_KEYS or secrets.json');
    },
  };
}

function opened(sealed: Buffer, accountId: string, key: Buffer): string | undefined {
  const [nonce, tag] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
  const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(accountId));
  try {
    cipher.setAuthTag(tag);
    return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
