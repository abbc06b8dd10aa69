// Entry point: config → database → modules → listen. `worker` runs only the jobs; `--dev` enables hot reload.
import { StartFaults } from './infra/config/config.ts';
import { start } from './start.ts';

try {
  await start({ environment: process.env, dev: process.argv.includes('--dev'), worker: process.argv.includes('worker') });
} catch (fault) {
  // Configuration errors are printed without a stack trace; anything else is a bug and keeps its stack.
  console.error(fault instanceof StartFaults ? fault.lines.join('\n') : fault);
  process.exit(1);
}
