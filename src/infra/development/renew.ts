// Replaces the member of a shop in development when the server's code changes, and reloads the open pages then.
import { relative } from 'node:path';
import type { Log } from '../logging/log.ts';
import { root } from '../paths.ts';
import type { Members } from '../process/cluster.ts';
import type { ViteServer } from './vite-server.ts';

/** An editor saves several files, and some write a file twice. */
const SETTLE_MS = 40;

export function renewOnChange(vite: ViteServer, members: Members, log: Log): void {
  let timer: NodeJS.Timeout | undefined;
  let isRenewing = false;
  let changed = new Set<string>();

  async function renew(): Promise<void> {
    if (isRenewing) return;
    isRenewing = true;
    const since = performance.now();
    const files = [...changed].map((path) => relative(root, path));
    changed = new Set();
    const isNew = await members.renew();
    const tookMs = Math.round(performance.now() - since);
    if (isNew) {
      log.info({ files, tookMs }, 'server.reload.done');
      vite.reloadPages();
    } else log.error({ files, effect: 'the server goes on as before the change' }, 'server.reload.failed');
    isRenewing = false;
    if (changed.size > 0) void renew();
  }

  vite.watch((path) => {
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => void renew(), SETTLE_MS);
  });
}
