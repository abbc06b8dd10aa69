// A connection between the nodes of a shop and their database that can be slow or cut.
import { createConnection, createServer, type Socket } from 'node:net';
import { findFreePort } from './servers.ts';

export type SlowLink = {
  readonly port: number;
  /** Milliseconds in each direction. */
  delay(ms: number): void;
  cut(): void;
  mend(): void;
  /** The database has another port. */
  leadTo(port: number): void;
  stop(): void;
};

export async function openLink(to: number): Promise<SlowLink> {
  const port = await findFreePort();
  const sockets = new Set<Socket>();
  let [target, delayMs, isCut] = [to, 0, false];

  function pass(from: Socket, other: Socket): void {
    // In order, also when the delay becomes shorter.
    let earliest = 0;
    from.on('data', (chunk) => {
      earliest = Math.max(earliest, performance.now() + delayMs);
      setTimeout(() => other.writable && other.write(chunk), Math.max(1, earliest - performance.now()));
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      other.destroy();
    });
  }

  const server = createServer((near) => {
    if (isCut) {
      near.on('error', () => undefined).destroy();
      return;
    }
    const far = createConnection(target, '127.0.0.1');
    for (const socket of [near, far]) sockets.add(socket.setNoDelay(true));
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((open) => server.listen(port, '127.0.0.1', open));
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    delay: (ms) => (delayMs = ms),
    cut() {
      isCut = true;
      breakAll();
    },
    mend: () => (isCut = false),
    leadTo(other) {
      target = other;
      breakAll();
    },
    stop() {
      server.close();
      breakAll();
    },
  };
}
