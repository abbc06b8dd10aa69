// Child processes of Node for work: without the shop's environment, with a channel for messages.
import { type ChildProcess, spawn } from 'node:child_process';
import { root } from '../paths.ts';

export function startNode(args: readonly string[]): ChildProcess {
  const { SystemRoot } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { TZ: 'UTC', ...(SystemRoot ? { SystemRoot } : {}) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  // Without a listener, a process that cannot start between two tasks would end the server.
  return child.on('error', () => undefined);
}

/** While it works. */
export function holdServer(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

/** An idle process does not keep the server from ending. */
export function releaseServer(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

export const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;
