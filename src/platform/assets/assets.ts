// Serves the client's files: content-hashed names, compressed at build, cached by browsers forever. In
// memory: Brotli, which nearly every browser accepts, and files that are not compressed. Other encodings are
// read from disk for each request.
import { readdir, readFile, stat } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FOR_EVER } from '../http/headers.ts';
import { chooseEncoding, type Encoding } from '../http/prebuilt-response.ts';
import { sendNoFile } from '../http/send-bytes.ts';
import { formatCause, type Log } from '../logging/log.ts';
import { compressible } from './compress.ts';
import type { SharedAssets } from './shared-assets.ts';

const kinds: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json; charset=utf-8',
};

const unpackBrotli = promisify(brotliDecompress);
const zip = promisify(gzip);

type AssetFile = { readonly length: number; readonly body: Buffer | (() => Promise<Buffer>) };
type AssetFiles = ReadonlyMap<string, AssetFile>;
type Asset = Readonly<Record<Encoding, Pick<AssetFile, 'body'> & { readonly headers: OutgoingHttpHeaders }>>;
type Assets = ReadonlyMap<string, Asset>;

export type AssetSources = {
  /**
   * The first one is loaded at start, the others when one of their files is requested: those of older builds,
   * newest first.
   */
  readonly folders: readonly string[];
  /** Files of all nodes' builds. */
  readonly shared?: SharedAssets | undefined;
  readonly log: Log;
};

export async function serveAssets(
  app: FastifyInstance,
  { folders, shared, log }: AssetSources,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  const [own = '', ...others] = folders;
  const files = await readFiles(own);
  const assets = toAssets(files, headers);
  if (shared) await keepPublished(app, { shared, files, log });
  const ofOtherNodes = new Map<string, Asset>();
  let older: Promise<Assets> | undefined;

  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const name = request.params['*'];
    const asset = assets.get(name) ?? ofOtherNodes.get(name);
    if (asset) return sendAsset(request, reply, asset);
    older ??= readOlder(others, headers).catch((cause: unknown) => {
      older = undefined;
      throw cause;
    });
    return older.then(async (all) => {
      const found = all.get(name) ?? (shared && (await readShared(shared, name, headers)));
      if (found && !all.has(name)) ofOtherNodes.set(name, found);
      return found ? sendAsset(request, reply, found) : sendNoFile(reply);
    });
  });
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply | Promise<FastifyReply> {
  const { body, headers } = asset[chooseEncoding(request.headers['accept-encoding'])];
  const send = (bytes: Buffer | undefined): FastifyReply => {
    reply.hijack();
    reply.raw.writeHead(200, headers);
    reply.raw.end(bytes);
    return reply;
  };
  if (request.method === 'HEAD') return send(undefined);
  return Buffer.isBuffer(body) ? send(body) : body().then(send);
}

const DAY_MS = 86_400_000;

type Publishing = { readonly shared: SharedAssets; readonly files: AssetFiles; readonly log: Log };

/** Before this node serves a page, and every day, because files that no node uses are removed. */
async function keepPublished(app: FastifyInstance, { shared, files, log }: Publishing): Promise<void> {
  const names = new Set([...files.keys()].filter((name) => !isPacked(name)).map(getSharedName));
  const published = new Map([...files].flatMap(([name, { body }]) => (names.has(name) && Buffer.isBuffer(body) ? [[name, body]] : [])));
  await shared.publish(published);
  const again = () => shared.publish(published).catch((cause: unknown) => log.warn({ cause: formatCause(cause) }, 'assets.publish.failed'));
  const timer = setInterval(() => void again(), DAY_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

const isPacked = (name: string): boolean => /\.(br|gz)$/.test(name);
/** One file for all encodings. */
const getSharedName = (name: string): string => (compressible.has(extname(name)) ? `${name}.br` : name);

async function readShared(shared: SharedAssets, name: string, headers: OutgoingHttpHeaders): Promise<Asset | undefined> {
  // A hash may begin with a hyphen.
  if (!/^[\w-][\w.-]*$/.test(name)) return undefined;
  const stored = await shared.read(getSharedName(name));
  if (!stored) return undefined;
  const files = new Map([[getSharedName(name), stored]]);
  if (getSharedName(name) !== name) {
    const identity = await unpackBrotli(stored);
    files.set(name, identity).set(`${name}.gz`, await zip(identity, { level: 9 }));
  }
  return toAssets(new Map([...files].map(([each, body]) => [each, { length: body.length, body }])), headers).get(name);
}

/** Searches the folders in order. */
async function readOlder(folders: readonly string[], headers: OutgoingHttpHeaders): Promise<Assets> {
  const assets = new Map<string, Asset>();
  for (const folder of folders)
    for (const [name, asset] of toAssets(await readFiles(folder), headers)) if (!assets.has(name)) assets.set(name, asset);
  return assets;
}

const readBefore = new Map<string, Promise<AssetFiles>>();

/** Once per process: a folder has the name of its build, so its files never change. */
function readFiles(folder: string): Promise<AssetFiles> {
  const files = readBefore.get(folder) ?? readAll(folder);
  readBefore.set(folder, files);
  return files;
}

async function readAll(folder: string): Promise<AssetFiles> {
  const names = new Set(await readdir(folder).catch(() => [] as string[]));
  const isKept = (name: string) => !name.endsWith('.gz') && !names.has(`${name}.br`);
  const read = async (name: string): Promise<AssetFile> => {
    const path = join(folder, name);
    if (!isKept(name)) return { length: (await stat(path)).size, body: () => readFile(path) };
    const body = await readFile(path);
    return { length: body.length, body };
  };
  return new Map(await Promise.all([...names].map(async (name) => [name, await read(name)] as const)));
}

function toAssets(files: AssetFiles, headers: OutgoingHttpHeaders): Assets {
  const originals = [...files].filter(([name]) => !isPacked(name));
  return new Map(
    originals.map(([name, identity]): [string, Asset] => {
      const shared = {
        ...headers,
        'content-type': kinds[extname(name)] ?? 'application/octet-stream',
        'cache-control': FOR_EVER,
      };
      const plain = { body: identity.body, headers: { ...shared, 'content-length': identity.length } };
      const [br, gz] = [files.get(`${name}.br`), files.get(`${name}.gz`)];
      if (!br || !gz) return [name, { identity: plain, br: plain, gzip: plain }];
      const toPacked = ({ length, body }: AssetFile, encoding: string) => ({
        body,
        headers: { ...shared, 'content-length': length, 'content-encoding': encoding, vary: 'Accept-Encoding' },
      });
      const identityVaries = { ...plain, headers: { ...plain.headers, vary: 'Accept-Encoding' } };
      return [name, { identity: identityVaries, br: toPacked(br, 'br'), gzip: toPacked(gz, 'gzip') }];
    }),
  );
}
