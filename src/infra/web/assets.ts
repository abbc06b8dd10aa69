// Serves the client's files: content-hashed names, compressed at build, cached in memory and by browsers forever.
import { access, readdir, readFile, writeFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, encodingOf } from '../http/prebuilt-response.ts';
import { shareAssets } from './shared-assets.ts';

const kinds: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json; charset=utf-8',
};
const packable = new Set(['.js', '.css', '.svg', '.json']);

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => packable.has(extname(name)));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const bytes = await readFile(path);
      const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
      await Promise.all([writeFile(`${path}.br`, await brotli(bytes, best)), writeFile(`${path}.gz`, await zip(bytes, { level: 9 }))]);
    }),
  );
}

type Asset = Readonly<Record<Encoding, { readonly body: Buffer; readonly headers: OutgoingHttpHeaders }>>;

export type AssetFolders = {
  /** The first one is loaded at start. Older builds are read on demand, newest first. */
  readonly folders: readonly string[];
  /** Files of all nodes' builds, if they share a folder. */
  readonly shared?: string | undefined;
};

export async function serveAssets(app: FastifyInstance, { folders, shared }: AssetFolders, headers: OutgoingHttpHeaders): Promise<void> {
  const [own = '', ...others] = folders;
  if (shared !== undefined) await shareAssets(own, shared);
  const assets = new Map(await readAssets(own, headers));
  const ofOtherNodes = new Map<string, Asset>();
  let older: Promise<ReadonlyMap<string, Asset>> | undefined;

  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const name = request.params['*'];
    const asset = assets.get(name);
    if (asset) return sendAsset(request, reply, asset);
    older ??= readAll(others, headers).catch((cause: unknown) => {
      older = undefined;
      throw cause;
    });
    return older.then(async (all) => {
      const found = all.get(name) ?? ofOtherNodes.get(name) ?? (shared === undefined ? undefined : await readShared(shared, name, headers));
      if (found && !all.has(name)) ofOtherNodes.set(name, found);
      if (found) return sendAsset(request, reply, found);
      // Not cached: another node may have it in a moment.
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('There is no such file.\n');
    });
  });
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const { body, headers } = asset[encodingOf(request.headers['accept-encoding'])];
  reply.hijack();
  reply.raw.writeHead(200, headers);
  reply.raw.end(request.method === 'HEAD' ? undefined : body);
  return reply;
}

/** A single file: another node may add to the folder at any time. */
async function readShared(shared: string, name: string, headers: OutgoingHttpHeaders): Promise<Asset | undefined> {
  if (!/^\w[\w.-]*$/.test(name)) return undefined;
  const names = [name, `${name}.br`, `${name}.gz`];
  const there = await Promise.all(
    names.map((each) =>
      access(join(shared, each)).then(
        () => [each],
        () => [],
      ),
    ),
  );
  const [found] = await readAssets(shared, headers, there.flat());
  return found?.[1];
}

/** Searches the folders in order. */
async function readAll(folders: readonly string[], headers: OutgoingHttpHeaders): Promise<ReadonlyMap<string, Asset>> {
  const assets = new Map<string, Asset>();
  for (const folder of folders)
    for (const [name, asset] of await readAssets(folder, headers)) if (!assets.has(name)) assets.set(name, asset);
  return assets;
}

async function readAssets(folder: string, headers: OutgoingHttpHeaders, only?: readonly string[]): Promise<[string, Asset][]> {
  const names = only ?? (await readdir(folder).catch(() => [] as string[]));
  const originals = names.filter((name) => !/\.(br|gz)$/.test(name));
  return Promise.all(
    originals.map(async (name): Promise<[string, Asset]> => {
      const shared = {
        ...headers,
        'content-type': kinds[extname(name)] ?? 'application/octet-stream',
        'cache-control': 'public, max-age=31536000, immutable',
      };
      const identity = await readFile(join(folder, name));
      const plain = { body: identity, headers: { ...shared, 'content-length': identity.length } };
      if (!names.includes(`${name}.br`) || !names.includes(`${name}.gz`)) return [name, { identity: plain, br: plain, gzip: plain }];
      const packed = async (ending: string, encoding: string) => {
        const body = await readFile(join(folder, name + ending));
        return { body, headers: { ...shared, 'content-length': body.length, 'content-encoding': encoding, vary: 'Accept-Encoding' } };
      };
      const [br, gz] = await Promise.all([packed('.br', 'br'), packed('.gz', 'gzip')]);
      return [name, { identity: { ...plain, headers: { ...plain.headers, vary: 'Accept-Encoding' } }, br, gzip: gz }];
    }),
  );
}
