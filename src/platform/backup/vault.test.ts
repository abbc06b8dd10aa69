// Vaults in a folder and in a bucket have the same contents; what is sealed can be read with its key and
// under its name only.
import { describe, expect, onTestFinished, test } from 'vitest';
import { dataFolder } from '../../../tests/support/process.ts';
import { openS3, type S3 } from '../../../tests/support/s3.ts';
import { StartError } from '../config/config.ts';
import { encryptVault } from './sealed-vault.ts';
import { openVault, type Vault } from './vault.ts';

const KEY = 'a key that encrypts in tests and nowhere else';

async function openFolder(): Promise<Vault> {
  const folder = dataFolder();
  onTestFinished(() => folder.drop());
  return openVault(`${folder.path}/vault`, undefined);
}

async function openBucket(): Promise<Vault> {
  return openBucketVault(await openS3());
}

function openBucketVault(s3: S3): Vault {
  onTestFinished(() => s3[Symbol.asyncDispose]());
  const {
    FILES_S3_ENDPOINT: endpoint = '',
    FILES_S3_REGION: region = '',
    FILES_S3_KEY: key = '',
    FILES_S3_SECRET: secret = '',
  } = s3.environment;
  return openVault(`s3://${s3.environment.FILES_S3_BUCKET}/nightly/`, { endpoint, region, key, secret });
}

describe.each([
  ['folder', openFolder],
  ['bucket', openBucket],
] as const)('%s', (_, open) => {
  test('an object that is written several times at once: whole, and every write succeeds', async () => {
    const vault = await open();
    const contents = Array.from({ length: 20 }, (_, index) => Buffer.alloc(50_000, index));
    await Promise.all(contents.map((content) => vault.put('wal/one', content)));
    const stored = await vault.get('wal/one');
    expect(contents.some((content) => stored?.equals(content))).toBe(true);
    expect(await vault.list()).toEqual(['wal/one']);
  });

  test('objects: put, get, list by folder over several pages, remove', async () => {
    const vault = await open();
    expect([await vault.list(), await vault.get('a/one')]).toEqual([[], undefined]);
    for (const name of ['b/two', 'a/one', 'a/c/three']) await vault.put(name, Buffer.from(name));
    expect(await vault.list()).toEqual(['a/c/three', 'a/one', 'b/two']);
    expect(await vault.list('a/')).toEqual(['a/c/three', 'a/one']);
    expect((await vault.get('a/c/three'))?.toString()).toBe('a/c/three');
    await vault.put('a/one', Buffer.from('newer'));
    expect((await vault.get('a/one'))?.toString()).toBe('newer');
    await vault.remove('a/one');
    await vault.remove('a/one');
    expect(await vault.list('a/')).toEqual(['a/c/three']);
  });
});

test('bucket that answers with 404 or 403: stores and lists nothing in silence', async () => {
  const s3 = await openS3();
  const vault = openBucketVault(s3);
  s3.fail(404);
  await expect(vault.put('one', Buffer.from('one'))).rejects.toThrow('status 404');
  await expect(vault.list()).rejects.toThrow('status 404');
  expect(await vault.get('one')).toBeUndefined();
  s3.fail(403);
  await expect(vault.get('one')).rejects.toThrow('status 403');
  await expect(vault.remove('one')).rejects.toThrow('status 403');
});

test('sealed object: unreadable with another key, under another name, or with a changed byte', async () => {
  const vault = await openFolder();
  const sealed = encryptVault(vault, KEY);
  await sealed.put('one', Buffer.from('the books'));
  expect((await sealed.get('one'))?.toString()).toBe('the books');
  const stored = (await vault.get('one')) ?? Buffer.alloc(0);
  expect(stored.includes('books')).toBe(false);
  await vault.put('other', stored);
  await expect(sealed.get('other')).rejects.toThrow(StartError);
  await expect(encryptVault(vault, `${KEY}!`).get('one')).rejects.toThrow(StartError);
  stored[stored.length - 20] = (stored[stored.length - 20] ?? 0) ^ 1;
  await vault.put('one', stored);
  await expect(sealed.get('one')).rejects.toThrow(StartError);
});

test.each(['s3://', 's3://UPPER/x', 's3:bucket'])('%s: refused as an address', (address) => {
  expect(() => openVault(address, { endpoint: 'https://s3.example', region: 'r', key: 'k', secret: 's' })).toThrow(StartError);
});
