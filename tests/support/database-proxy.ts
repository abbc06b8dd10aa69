// A proxy between a shop and its database. After `cut`, it closes and refuses connections until `mend`.
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import { dataFolder } from './process.ts';

export type Cable = {
  readonly through: (connection: pg.ClientConfig) => pg.ClientConfig;
  cut(): Promise<void>;
  mend(): Promise<void>;
  drop(): Promise<void>;
};

const PORT = 5432;

export function cable(): Cable {
  const folder = dataFolder();
  const path = join(folder.path, `.s.PGSQL.${PORT}`);
  const sockets = new Set<Socket>();
  let far = '';
  let server: Server | undefined;

  async function mend(): Promise<void> {
    server = createServer((near) => {
      const other = createConnection(far);
      for (const socket of [near, other]) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          sockets.delete(socket);
          near.destroy();
          other.destroy();
        });
      }
      near.pipe(other).pipe(near);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(path, resolve);
    await promise;
  }

  async function cut(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (!server) return;
    server.close(() => resolve());
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await promise;
  }

  return {
    through(connection) {
      far = join(String(connection.host), `.s.PGSQL.${connection.port ?? PORT}`);
      return { ...connection, host: folder.path, port: PORT };
    },
    cut,
    mend,
    async drop() {
      await cut();
      folder.drop();
    },
  };
}
