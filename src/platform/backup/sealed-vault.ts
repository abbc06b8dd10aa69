// Compresses and encrypts what is stored in a vault: Zstandard, then AES-256-GCM with a key of its own for
// each object. The name is authenticated too, so an object cannot take the place of another.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { StartError } from '../config/config.ts';
import type { Vault } from './vault.ts';

const MAGIC = Buffer.from('FFB1');
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** What the manifest says of a stored object. */
export type SealedObject = { readonly name: string; readonly bytes: number; readonly sha256: string };

export type SealedVault = Omit<Vault, 'put'> & {
  put(name: string, content: Buffer): Promise<SealedObject>;
  /** The same; fails if the object is missing or is not what the manifest says. */
  getChecked(object: SealedObject): Promise<Buffer>;
};

const hashContent = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

export function encryptVault(vault: Vault, backupKey: string): SealedVault {
  const open = async (name: string, sealed: Buffer): Promise<Buffer> => {
    try {
      return await decompress(decrypt(backupKey, name, sealed));
    } catch {
      throw new StartError([`${name} cannot be read: it is damaged, or was encrypted with another BACKUP_KEY.`]);
    }
  };
  return {
    ...vault,
    async put(name, content) {
      const sealed = encrypt(backupKey, name, await compress(content));
      await vault.put(name, sealed);
      return { name, bytes: sealed.length, sha256: hashContent(sealed) };
    },
    async get(name) {
      const sealed = await vault.get(name);
      return sealed && open(name, sealed);
    },
    async getChecked({ name, sha256 }) {
      const sealed = await vault.get(name);
      if (!sealed) throw new StartError([`The backup is not whole: ${name} is missing.`]);
      if (hashContent(sealed) !== sha256)
        throw new StartError([`The backup is damaged: ${name} has another checksum than its manifest says.`]);
      return open(name, sealed);
    },
  };
}

const deriveKey = (backupKey: string, salt: Buffer): Buffer => Buffer.from(hkdfSync('sha256', backupKey, salt, 'fanfare backup', 32));

function encrypt(backupKey: string, name: string, content: Buffer): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(backupKey, salt), iv).setAAD(Buffer.from(name));
  return Buffer.concat([MAGIC, salt, iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(backupKey: string, name: string, sealed: Buffer): Buffer {
  const start = MAGIC.length + SALT_BYTES + IV_BYTES;
  if (!sealed.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('not a sealed object');
  const salt = sealed.subarray(MAGIC.length, MAGIC.length + SALT_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(backupKey, salt), sealed.subarray(start - IV_BYTES, start));
  decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(start, -TAG_BYTES)), decipher.final()]);
}
