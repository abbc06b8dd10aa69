// Opens a server's port, and closes it.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';

export async function startListening(app: FastifyInstance, { production }: Config, at: { host: string; port: number }): Promise<string> {
  await app.listen(at);
  const { port } = app.server.address() as AddressInfo;
  return `http://${production ? at.host : 'localhost'}:${port}`;
}

/** Finishes accepted requests; connections still open after half of the stop timeout are closed. */
export async function closeServer(app: FastifyInstance, { stopSeconds }: Config): Promise<void> {
  const timeout = setTimeout(() => app.server.closeAllConnections(), stopSeconds * 500);
  await app.close();
  clearTimeout(timeout);
}
