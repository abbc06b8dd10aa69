// The files that the browser loads: named by their content, compressed once at build, held in memory, kept by browsers for ever.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { type Encoding, encodingOf } from '../http/prepared.ts';

const kinds: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
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

/** `folders`: the builds whose files are served, the newest first. */
export async function serveAssets(app: FastifyInstance, folders: readonly string[], headers: OutgoingHttpHeaders): Promise<void> {
  const assets = new Map<string, Asset>();
  for (const folder of folders)
    for (const [name, asset] of await readAssets(folder, headers)) if (!assets.has(name)) assets.set(name, asset);

  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const asset = assets.get(request.params['*']);
    // Not kept by anyone: another node may have it in a moment.
    if (!asset)
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('There is no such file.\n');
    const { body, headers: ready } = asset[encodingOf(request.headers['accept-encoding'])];
    reply.hijack();
    reply.raw.writeHead(200, ready);
    reply.raw.end(request.method === 'HEAD' ? undefined : body);
  });
}

async function readAssets(folder: string, headers: OutgoingHttpHeaders): Promise<[string, Asset][]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const whole = names.filter((name) => !/\.(br|gz)$/.test(name));
  return Promise.all(
    whole.map(async (name): Promise<[string, Asset]> => {
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
