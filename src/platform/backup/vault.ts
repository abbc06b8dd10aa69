// Where backups are stored: a folder, or a bucket of an S3-compatible store. Objects have names with slashes
// and are written whole.
import { createHash, randomUUID } from 'node:crypto';
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { type Config, type S3Config, StartError } from '../config/config.ts';
import { syncFolder } from '../files/folder.ts';

export type Vault = {
  put(name: string, content: Buffer): Promise<void>;
  /** Undefined if it does not exist. */
  get(name: string): Promise<Buffer | undefined>;
  /** All names that begin with this folder, sorted. */
  list(folder?: string): Promise<string[]>;
  remove(name: string): Promise<unknown>;
};

/** The account of an S3 store; the bucket is part of the address. */
export type VaultAccount = Omit<S3Config, 'bucket'>;

const s3Address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/*$/;

export function openVault(address: string, account: VaultAccount | undefined): Vault {
  if (!address.startsWith('s3:')) return createFolderVault(resolve(address));
  const [, bucket, prefix = ''] = s3Address.exec(address) ?? [];
  if (bucket === undefined) throw new StartError([`${address} is no address of a bucket, such as s3://bucket/prefix.`]);
  if (!account)
    throw new StartError([
      'BACKUP_S3_ENDPOINT, BACKUP_S3_REGION, BACKUP_S3_KEY and BACKUP_S3_SECRET must be set for a backup in a bucket.',
    ]);
  return createS3Vault({ ...account, bucket }, prefix === '' ? '' : `${prefix}/`);
}

/** The store of uploaded files, as a vault: its names are their ids. */
export const openFilesVault = ({ dataDir, filesS3 }: Pick<Config, 'dataDir' | 'filesS3'>): Vault =>
  filesS3 ? createS3Vault(filesS3, '') : createFolderVault(join(dataDir, 'files', 'kept'));

function createFolderVault(folder: string): Vault {
  return {
    async put(name, content) {
      const path = join(folder, name);
      // A backup and the copy of the log may write the same object at the same time.
      const unfinished = `${path}.${randomUUID()}.new`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(unfinished, content, { mode: 0o600, flush: true });
      await rename(unfinished, path);
      await syncFolder(dirname(path));
    },
    get: (name) => readFile(join(folder, name)).catch(undefinedIfMissing),
    async list(inside = '') {
      const entries = await Array.fromAsync(glob('**', { cwd: join(folder, inside), withFileTypes: true }));
      const stored = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.new'));
      return stored.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/')).sort();
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

export function undefinedIfMissing(cause: NodeJS.ErrnoException): undefined {
  if (cause.code !== 'ENOENT') throw cause;
}

const TIMEOUT_MS = 60_000;
const TRIES = 4;

function createS3Vault({ endpoint, bucket, region, key, secret }: S3Config, prefix: string): Vault {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, service: 's3', region, retries: TRIES });
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const send = async (method: string, path: string, { mayMiss = false, ...more }: RequestInit & { mayMiss?: boolean } = {}) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await client.fetch(base + path, { ...more, method, redirect: 'error', signal });
    if (answer.ok) return Buffer.from(await answer.arrayBuffer());
    await answer.body?.cancel();
    if (mayMiss && answer.status === 404) return undefined;
    throw new Error(`the store of backups answered with status ${answer.status}`);
  };
  return {
    async put(name, content) {
      const headers = { 'x-amz-content-sha256': createHash('sha256').update(content).digest('hex') };
      await send('PUT', `/${prefix}${name}`, { headers, body: new Uint8Array(content) });
    },
    get: (name) => send('GET', `/${prefix}${name}`, { mayMiss: true }),
    async list(inside = '') {
      const names: string[] = [];
      for (let token = ''; ; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: prefix + inside, ...(token && { 'continuation-token': token }) });
        const text = String(await send('GET', `?${query}`));
        for (const [, name = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) names.push(name.slice(prefix.length));
        token = /<NextContinuationToken>([^<]*)</.exec(text)?.[1] ?? '';
        if (token === '') return names.sort();
      }
    },
    remove: (name) => send('DELETE', `/${prefix}${name}`, { mayMiss: true }),
  };
}
