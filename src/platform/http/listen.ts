// Opens a server's port, and closes it.
import { type AddressInfo, Server } from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { STOP_SECONDS } from '../process/stop.ts';

export async function startListening(app: FastifyInstance, { production }: Config, at: { host: string; port: number }): Promise<string> {
  await app.listen(at);
  const { port } = app.server.address() as AddressInfo;
  return `http://${production ? at.host : 'localhost'}:${port}`;
}

/** Finishes accepted requests; connections still open after half of the stop timeout are closed. */
export async function closeServer(app: FastifyInstance, { drainSeconds }: Config): Promise<void> {
  if (drainSeconds > 0) await closePort(app.server);
  const timeout = setTimeout(() => app.server.closeAllConnections(), STOP_SECONDS * 500);
  await app.close();
  clearTimeout(timeout);
}

const IDLE_MS = 500;

/**
 * Closes the port, and the idle connections a moment later. A proxy without health checks learns from the
 * port that this node is gone. A request that it sends on an idle connection while that is closed would be
 * lost: it must not repeat what may have been processed.
 */
async function closePort(server: Server): Promise<void> {
  await waitUntilAccepted();
  // That of HTTP servers closes idle connections, too.
  Server.prototype.close.call(server);
  await pause(IDLE_MS);
}

const QUICK_MS = 1;
const MAX_TURNS = 1_000;

/**
 * Connections that wait to be accepted would be reset. After a quick turn of the event loop there are none.
 */
async function waitUntilAccepted(): Promise<void> {
  for (let turns = 0; turns < MAX_TURNS; turns++) {
    const from = performance.now();
    await turn();
    if (performance.now() - from < QUICK_MS) return;
  }
}
