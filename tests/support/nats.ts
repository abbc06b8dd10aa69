// A NATS server on this machine, on a port that stays the same when it is started again.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'vitest';
import { freePorts } from './process.ts';

export const hasNats = spawnSync('nats-server', ['--version']).status === 0;

export type NatsServer = { readonly url: string; start(): Promise<void>; kill(): Promise<void> };

export async function openNatsServer(): Promise<NatsServer> {
  const [port = 0] = await freePorts(1);
  let server: ChildProcess | undefined;
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
  return {
    url: `nats://127.0.0.1:${port}`,
    async start() {
      server = spawn('nats-server', ['--addr', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
      await expect.poll(answers).toBe(true);
    },
    async kill() {
      if (!server) return;
      server.kill('SIGKILL');
      await once(server, 'exit');
      server = undefined;
    },
  };
}
