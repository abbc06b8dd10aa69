// One Vite for the storefront and the desk, in the primary process, so that it stays when a member is replaced. Members load the pages' modules through messages,
// and forward the browsers' requests for modules over HTTP.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative, sep } from 'node:path';
import type { HotPayload, ViteDevServer } from 'vite';
import { root } from '../paths.ts';
import { DESK_ENTRY, PAGES_ENTRY, RENDERER_ENTRY, type ViteAnswer, type ViteQuestion } from './messages.ts';

export type ViteServer = {
  readonly port: number;
  /** Begins to watch, which takes a third of a second. Calls `act` for each changed file that members have read; those that only Vite loads are its own matter. */
  watch(act: (path: string) => void): void;
  reloadPages(): void;
  stop(): Promise<void>;
};

type Folders = { readonly shopDir: string; readonly dataDir: string };

/** Tests, pages and components are not loaded by Node. */
const isServerCode = (file: string): boolean =>
  /^(?:src\/.*\.ts|migrations\/.+)$/.test(file) && !/^src\/(web|ui|desk\/(app|features|shared))\/|\.test\.ts$/.test(file);

const sources = ['src', 'locales', 'migrations'].map((folder) => join(root, folder));

/** Resolves before Vite is loaded, which takes half a second: requests wait for it. */
export async function startVite({ shopDir, dataDir }: Folders): Promise<ViteServer> {
  const http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  let isWatching = false;
  const opening = openVite(http, { port, isIgnored: (path) => !isWatching || path.startsWith(dataDir) });
  http.on('request', (request, response) => void opening.then((vite) => vite.middlewares(request, response)));
  cluster.on('message', (member, message) => void answer(opening, member, message as ViteQuestion));
  return {
    port,
    watch: (act) =>
      void opening.then(({ watcher }) => {
        isWatching = true;
        watcher.add([...sources, shopDir]);
        watcher.on('all', (_event, path) => {
          if (path.startsWith(shopDir + sep) || isServerCode(relative(root, path))) act(path);
        });
      }),
    reloadPages: () => void opening.then((vite) => vite.environments.client.hot.send({ type: 'full-reload' })),
    async stop() {
      await (await opening).close();
      http.close();
    },
  };
}

type ViteOptions = { readonly port: number; readonly isIgnored: (path: string) => boolean };

async function openVite(http: ReturnType<typeof createServer>, { port, isIgnored }: ViteOptions): Promise<ViteDevServer> {
  const { createServer: createVite } = await import('vite');
  const vite = await createVite({
    appType: 'custom',
    configLoader: 'native',
    optimizeDeps: { entries: [PAGES_ENTRY, DESK_ENTRY] },
    // Browsers connect to this port itself, so that the connection stays when a member is replaced.
    server: {
      middlewareMode: true,
      hmr: { server: http, clientPort: port },
      watch: { ignored: isIgnored },
    },
  });
  // The first member asks for it in any case.
  void vite.environments.ssr.warmupRequest(`/${RENDERER_ENTRY}`);
  vite.watcher.on('all', (_event, path) => {
    for (const member of Object.values(cluster.workers ?? {})) tell(member, { kind: 'vite.changed', path });
  });
  return vite;
}

async function answer(opening: Promise<ViteDevServer>, member: Worker, message: ViteQuestion): Promise<void> {
  if (message.kind !== 'vite.invoke' && message.kind !== 'vite.document') return;
  const { id } = message;
  const vite = await opening;
  const result =
    message.kind === 'vite.invoke'
      ? await vite.environments.ssr.hot.handleInvoke(message.payload as HotPayload)
      : await vite.transformIndexHtml(message.url, message.html);
  tell(member, { kind: 'vite.answer', id, result });
}

function tell(member: Worker | undefined, message: ViteAnswer): void {
  if (member?.isConnected()) member.send(message);
}
