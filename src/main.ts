// Starts the shop: config → database → rooms → listen. `worker` runs the jobs alone; `--dev` reloads the web while it is written.
import { StartFaults } from './infra/config/config.ts';
import { start } from './start.ts';

try {
  await start({ environment: process.env, dev: process.argv.includes('--dev'), worker: process.argv.includes('worker') });
} catch (fault) {
  // What an owner can mend is told in plain lines; anything else is a bug, and keeps its stack.
  console.error(fault instanceof StartFaults ? fault.lines.join('\n') : fault);
  process.exit(1);
}
