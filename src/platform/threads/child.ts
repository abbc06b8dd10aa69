// The child of child-process.ts: calls the function `work` of the file that it was started with, once for
// each message.
import { setPriority } from 'node:os';
import type { ChildAnswer } from './child-process.ts';

type WorkFile = { readonly work: (work: unknown) => unknown };

const NICE = 4;

// Lower priority than the shop's. Ignored if it is not permitted.
try {
  setPriority(NICE);
} catch {}

const loading = import(process.argv[2] ?? '') as Promise<WorkFile>;

process.on('disconnect', () => process.exit(1));
process.on('message', (message) => {
  void loading
    .then(async ({ work }): Promise<ChildAnswer<unknown>> => ({ value: await work(message) }))
    .catch((cause: unknown) => ({ failed: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }))
    .then((answer) => process.send?.(answer));
});
