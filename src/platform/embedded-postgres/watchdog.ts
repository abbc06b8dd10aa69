// Stops PostgreSQL when the shop ends, on systems whose kernel does not (macOS, Windows; not tested). Its
// stdin is a pipe that closes with the shop. Started by program.ts with PostgreSQL's pid and folder.
import { isPostgresIn, sendSignal } from './processes.ts';

const [pid, folder = ''] = [Number(process.argv[2]), process.argv[3]];

process.stdin.resume();
process.stdin.once('close', () => {
  if (isPostgresIn(pid, folder)) sendSignal(pid, 'SIGINT');
});
