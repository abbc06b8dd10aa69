// The languages of the shop in a worker thread. Imported first by threads that parse the owner's files.
import { isMainThread, workerData } from 'node:worker_threads';
import { setLanguages } from '#lib/locale.ts';

export type ThreadData = { readonly languages: Parameters<typeof setLanguages> };

if (!isMainThread) setLanguages(...(workerData as ThreadData).languages);
