// File store in S3: put, get and delete with signed requests. The signature includes the content hash, so a
// changed upload is rejected.
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { S3Config } from '../config/config.ts';
import type { FileStore } from './file-store.ts';
import { StoreFull } from './upload-spool.ts';

/** Timeout, so that a hanging store blocks neither a stop nor the caller. */
const TIMEOUT_MS = 20_000;
/** More for an upload, by its bytes: at least one MB a second. */
const MS_PER_BYTE = 1 / 1_000;

export function createS3Store({ endpoint, bucket, region, key, secret }: S3Config): FileStore {
  // No retries here: the caller retries (the customer, or a job).
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, service: 's3', region, retries: 0 });
  const send = async (method: 'PUT' | 'GET' | 'DELETE', id: string, more: RequestInit = {}, bytes = 0): Promise<Response> => {
    const signed = await client.sign(`${endpoint}/${bucket}/${id}`, { method, headers: more.headers ?? {} });
    const tired = new AbortController();
    const timeoutMs = TIMEOUT_MS + Math.round(bytes * MS_PER_BYTE);
    const timer = setTimeout(() => tired.abort(new Error(`no answer in ${timeoutMs / 1_000} s`)), timeoutMs);
    const answer = fetch(signed.url, { ...more, method, headers: signed.headers, redirect: 'error', signal: tired.signal });
    // No timeout for the body: it takes as long as its reader.
    return answer.finally(() => clearTimeout(timer));
  };
  return {
    async put(id, { path, bytes, sha256 }) {
      const headers = { 'x-amz-content-sha256': sha256.toString('hex'), 'content-type': 'application/octet-stream' };
      const answer = await send('PUT', id, { headers, body: await openAsBlob(path) }, bytes).catch(throwUnreachable);
      await answer.body?.cancel();
      if (!answer.ok) throw new StoreFull(`file store answered with status ${answer.status}`);
    },
    async read(id, range) {
      const answer = await send('GET', id, range && { headers: { range: `bytes=${range.from}-${range.to}` } });
      if (answer.ok && answer.body) return Readable.fromWeb(answer.body as ReadableStream);
      await answer.body?.cancel();
      if (answer.status === 404) return undefined;
      throw new Error(`file store answered with status ${answer.status}`);
    },
    async remove(id) {
      const answer = await send('DELETE', id);
      await answer.body?.cancel();
      if (!answer.ok && answer.status !== 404) throw new Error(`file store answered with status ${answer.status}`);
    },
  };
}

function throwUnreachable(cause: unknown): never {
  throw new StoreFull('the store of files could not be reached', { cause });
}
