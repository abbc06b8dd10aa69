// Where the kernel does not end PostgreSQL with its parent (macOS, Windows; not tried there), this small process does: its input is a pipe
// from the shop, which closes when the shop ends, however it ends. It is started by launch.ts with PostgreSQL's number and folder.
import { setTimeout as pause } from 'node:timers/promises';
import { isPostgresOf, signal } from './processes.ts';
import { STOPPING } from './rules.ts';

const pid = Number(process.argv[2]);
const folder = process.argv[3] ?? '';

async function end(): Promise<void> {
  const since = performance.now();
  for (const { afterMs, signal: name } of STOPPING) {
    while (performance.now() - since < afterMs) {
      if (!isPostgresOf(pid, folder)) return;
      await pause(50);
    }
    if (isPostgresOf(pid, folder)) signal(pid, name);
  }
}

process.stdin.resume();
process.stdin.once('close', () => void end());
