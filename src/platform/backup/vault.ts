// Where backups are stored: a folder, or a bucket of an S3-compatible store. Objects have names with slashes
// and are written whole.
import { createHash } from 'node:crypto';
import { glob, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { type Config, type S3Config, StartFaults } from '../config/config.ts';

export type Vault = {
  put(name: string, content: Buffer): Promise<void>;
  /** Undefined if it does not exist. */
  get(name: string): Promise<Buffer | undefined>;
  /** All names that begin with this folder, sorted. */
  list(folder?: string): Promise<string[]>;
  remove(name: string): Promise<void>;
};

/** The account of an S3 store; the bucket is part of the address. */
export type VaultAccount = Omit<S3Config, 'bucket'>;

const s3Address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/*$/;

export function openVault(address: string, account: VaultAccount | undefined): Vault {
  if (!address.startsWith('s3:')) return folderVault(resolve(address));
  const [, bucket, prefix = ''] = s3Address.exec(address) ?? [];
  if (bucket === undefined) throw new StartFaults([`${address} is no address of a bucket, such as s3://bucket/prefix.`]);
  if (!account)
    throw new StartFaults([
      'BACKUP_S3_ENDPOINT, BACKUP_S3_REGION, BACKUP_S3_KEY and BACKUP_S3_SECRET must be set for a backup in a bucket.',
    ]);
  return s3Vault({ ...account, bucket }, prefix === '' ? '' : `${prefix}/`);
}

/** The store of uploaded files, as a vault: its names are their ids. */
export const openFilesVault = ({ dataDir, filesS3 }: Pick<Config, 'dataDir' | 'filesS3'>): Vault =>
  filesS3 ? s3Vault(filesS3, '') : folderVault(join(dataDir, 'files', 'kept'));

function folderVault(folder: string): Vault {
  const pathOf = (name: string) => join(folder, name);
  return {
    async put(name, content) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const unfinished = `${path}.${process.pid}.new`;
      {
        await using file = await open(unfinished, 'w', 0o600);
        await file.writeFile(content);
        await file.sync();
      }
      await rename(unfinished, path);
      if (process.platform === 'win32') return;
      await using opened = await open(dirname(path), 'r');
      await opened.sync();
    },
    get: (name) => readFile(pathOf(name)).catch(missing),
    async list(inside = '') {
      const names: string[] = [];
      for await (const entry of glob('**', { cwd: pathOf(inside), withFileTypes: true })) {
        if (!entry.isFile() || entry.name.endsWith('.new')) continue;
        names.push(relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
      }
      return names.sort();
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}

function missing(cause: NodeJS.ErrnoException): undefined {
  if (cause.code !== 'ENOENT') throw cause;
}

const TIMEOUT_MS = 60_000;
const TRIES = 4;

function s3Vault({ endpoint, bucket, region, key, secret }: S3Config, prefix: string): Vault {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, service: 's3', region, retries: TRIES });
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const send = (method: string, path: string, more: RequestInit = {}) =>
    client.fetch(base + path, { ...more, method, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const pathOf = (name: string) => `/${prefix}${name}`;
  const expectOk = async (answer: Response): Promise<void> => {
    await answer.body?.cancel();
    if (!answer.ok && answer.status !== 404) throw new Error(`the store of backups answered with status ${answer.status}`);
  };
  return {
    async put(name, content) {
      const headers = {
        'x-amz-content-sha256': createHash('sha256').update(content).digest('hex'),
        'content-type': 'application/octet-stream',
      };
      const answer = await send('PUT', pathOf(name), { headers, body: new Uint8Array(content) });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the store of backups answered with status ${answer.status}`);
    },
    async get(name) {
      const answer = await send('GET', pathOf(name));
      if (answer.ok) return Buffer.from(await answer.arrayBuffer());
      await expectOk(answer);
      return undefined;
    },
    async list(inside = '') {
      const names: string[] = [];
      for (let token = ''; ; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: prefix + inside, ...(token && { 'continuation-token': token }) });
        const answer = await send('GET', `?${query}`);
        if (!answer.ok) throw new Error(`the store of backups answered with status ${answer.status}`);
        const text = await answer.text();
        for (const [, name = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) names.push(name.slice(prefix.length));
        token = /<NextContinuationToken>([^<]*)</.exec(text)?.[1] ?? '';
        if (token === '') return names.sort();
      }
    },
    remove: async (name) => expectOk(await send('DELETE', pathOf(name))),
  };
}
