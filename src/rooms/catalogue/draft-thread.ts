// The thread that reads drafts of the catalogue.
import { parentPort } from 'node:worker_threads';
import { type DraftWork, readDraft } from './draft.ts';

parentPort?.on('message', (work: DraftWork) => parentPort?.postMessage(readDraft(work)));
