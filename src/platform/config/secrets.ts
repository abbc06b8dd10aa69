// The keys for signing and encryption, from the environment or generated at first start and stored in the
// data folder. Each purpose derives its own keys.
// Keys rotate every ninety days; older keys still verify and decrypt.
import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, StartError } from './config.ts';

type StoredSecret = { readonly secret: string; readonly madeAt: string };
export type DerivedKey = { readonly id: string; readonly bytes: Buffer };

export type Secrets = {
  /** 32 bytes from each secret, newest first. */
  derive(
    purpose:
      | 'access tokens'
      | 'devices'
      | 'desk devices'
      | 'two-factor'
      | 'chat webhooks'
      | 'webhooks'
      | 'connections'
      | 'sandbox bank'
      | 'file links'
      | 'open links',
  ): readonly [newest: DerivedKey, ...older: DerivedKey[]];
};

const SECRET_BYTES = 32;
const KEY_BYTES = 32;
const ROTATION_MS = 90 * 86_400_000;
const ID_CHARS = 8;

type SecretsConfig = Pick<Config, 'secretKeys' | 'dataDir'>;

/** Newest first. */
async function readSecretKeys({ secretKeys, dataDir }: SecretsConfig, now: Date): Promise<readonly string[]> {
  return secretKeys.length > 0 ? secretKeys : (await getStoredSecrets(join(dataDir, 'secrets.json'), now)).map(({ secret }) => secret);
}

export async function openSecrets(config: SecretsConfig, now: Date): Promise<Secrets> {
  const [newest, ...older] = await readSecretKeys(config, now);
  if (newest === undefined) throw new Error('no secret key');
  return { derive: (purpose) => [deriveKey(newest, purpose), ...older.map((secret) => deriveKey(secret, purpose))] };
}

function deriveKey(secret: string, purpose: string): DerivedKey {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', `fanfare ${purpose}`, KEY_BYTES));
  return { id: createHash('sha256').update(bytes).digest('base64url').slice(0, ID_CHARS), bytes };
}

async function getStoredSecrets(path: string, now: Date): Promise<readonly StoredSecret[]> {
  const stored = await readStoredSecrets(path);
  const [newest] = stored;
  if (newest && now.getTime() - Date.parse(newest.madeAt) < ROTATION_MS) return stored;
  const secrets = [{ secret: randomBytes(SECRET_BYTES).toString('base64url'), madeAt: now.toISOString() }, ...stored];
  const making = `${path}.${process.pid}`;
  await writeFile(making, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(making, path);
  return secrets;
}

/**
 * An unreadable file is an error and never treated as empty: new keys would log out all users and lose all
 * encrypted data.
 */
async function readStoredSecrets(path: string): Promise<readonly StoredSecret[]> {
  try {
    const stored = JSON.parse(await readFile(path, 'utf8')) as unknown;
    if (Array.isArray(stored) && stored.length > 0 && stored.every(isStoredSecret)) return stored;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
  }
  throw new StartError([
    `${path} holds no valid keys. Restore it from a backup. If you remove it, all users are logged out, and two-step log-in works with recovery codes only.`,
  ]);
}

const isStoredSecret = (value: unknown): value is StoredSecret => {
  const { secret, madeAt } = (value ?? {}) as Partial<StoredSecret>;
  return typeof secret === 'string' && secret.length >= SECRET_BYTES && typeof madeAt === 'string' && !Number.isNaN(Date.parse(madeAt));
};
