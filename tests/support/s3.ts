// A fake S3 store with the calls that the shop uses; it refuses invalid signatures. The signature check
// follows Amazon's specification (version 4), not the library that the shop signs with.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type S3 = {
  readonly environment: Readonly<Record<string, string>>;
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Answers every request with this status; undefined ends that. */
  fail(status: number | undefined): void;
  [Symbol.asyncDispose](): Promise<void>;
};

type Account = { readonly bucket: string; readonly region: string; readonly key: string; readonly secret: string };
const account: Account = {
  bucket: 'briefs',
  region: 'eu-test-1',
  key: 'AKTEST',
  secret: 'a secret that signs in tests and nowhere else',
};
type Options = Partial<Account> & { readonly host?: string; readonly port?: number };

/** `used`: the secret that the shop signs with. */
export async function openS3(
  { host = '127.0.0.1', port: wanted = 0, ...own }: Options = {},
  used = own.secret ?? account.secret,
): Promise<S3> {
  const store = { ...account, ...own };
  const objects = new Map<string, Buffer>();
  let failing: number | undefined;
  const server = createServer((request, response) => {
    void readBody(request).then((body) => answer(request, response, { body, objects, failing, store }));
  });
  await new Promise<void>((listening) => server.listen(wanted, host, listening));
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      FILES_S3_ENDPOINT: `http://${host}:${port}`,
      FILES_S3_BUCKET: store.bucket,
      FILES_S3_REGION: store.region,
      FILES_S3_KEY: store.key,
      FILES_S3_SECRET: used,
    },
    objects,
    fail(status) {
      failing = status;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

type Asked = {
  readonly body: Buffer;
  readonly objects: Map<string, Buffer>;
  readonly failing: number | undefined;
  readonly store: Account;
};

function answer(request: IncomingMessage, response: ServerResponse, { body, objects, failing, store }: Asked): void {
  const end = (status: number, content?: Buffer) => response.writeHead(status).end(content);
  if (failing !== undefined) return void end(failing);
  if (!isSigned(request, body, store)) return void end(403);
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3.test');
  const [, bucket, ...folders] = pathname.split('/');
  const key = folders.join('/');
  if (bucket !== store.bucket) return void end(404);
  if (searchParams.has('list-type')) return void end(200, page([...objects.keys()], searchParams));
  const found = objects.get(key);
  if (request.method === 'PUT') {
    // S3 requires Content-Length.
    if (request.headers['content-length'] === undefined) return void end(411);
    objects.set(key, body);
    return void end(200);
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return void end(204);
  }
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (found && to) return void end(206, found.subarray(Number(from), Number(to) + 1));
  end(found ? 200 : 404, found);
}

/** Amazon's is 1,000. */
const LISTED_AT_ONCE = 2;

function page(keys: readonly string[], query: URLSearchParams): Buffer {
  const after = query.get('continuation-token') ?? '';
  const listed = keys.filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
  const shown = listed.slice(0, LISTED_AT_ONCE);
  const next = listed.length > shown.length ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : '';
  const contents = shown.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return Buffer.from(`<ListBucketResult>${contents}${next}</ListBucketResult>`);
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const sign = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

function isSigned({ method, url, headers }: IncomingMessage, body: Buffer, store: Account): boolean {
  const hash = String(headers['x-amz-content-sha256']);
  if (method === 'PUT' && hash !== sha256(body)) return false;
  const parts = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '');
  const [, credential = '', names = '', signature = ''] = parts ?? [];
  const [key, day = '', region = '', service = ''] = credential.split('/');
  if (key !== store.key || region !== store.region || service !== 's3' || !names.includes('host') || !names.includes('x-amz-date'))
    return false;
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const { pathname, searchParams } = new URL(url ?? '', 'http://s3.test');
  const query = [...searchParams].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).sort();
  const canonical = [method, pathname, query.join('&'), signed.join(''), names, hash].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const ofDay = ['aws4_request', service, region, day].reduceRight<Buffer | string>(
    (derived, step) => sign(derived, step),
    `AWS4${store.secret}`,
  );
  return sign(ofDay, text).toString('hex') === signature;
}
