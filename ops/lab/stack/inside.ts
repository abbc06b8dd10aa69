// Runs in the namespaces that stack.ts opens. Ends with the number of results that are not as expected.
import { withFolder } from '../tools.ts';
import { tryAll } from './checks.ts';
import { startStack } from './services.ts';

const errors = await withFolder(async (folder) => {
  const stack = await startStack(folder);
  try {
    return await tryAll(stack);
  } catch (cause) {
    for (const [service, { output }] of stack.running) console.error(`--- ${service}\n${output().slice(-1_500)}`);
    throw cause;
  } finally {
    await stack.stop();
  }
});
process.exit(Math.min(errors, 100));
