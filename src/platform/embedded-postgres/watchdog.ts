// Kills PostgreSQL when the shop ends, on systems whose kernel does not (macOS, Windows; not tested). Its
// stdin is a pipe that closes with the shop. Started by launch.ts with PostgreSQL's pid and folder.
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
