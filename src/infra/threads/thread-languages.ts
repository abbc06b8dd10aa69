// The languages of the shop in a worker thread. Imported first by threads that parse the owner's files.
import { isMainThread, workerData } from 'node:worker_threads';
import { type Locale, setLocales } from '../../lib/locale.ts';

export type ThreadData = { readonly locales: readonly Locale[] };

if (!isMainThread) setLocales((workerData as ThreadData).locales);
