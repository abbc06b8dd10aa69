// Worker thread: reads drafts of the catalogue.
import { readDraft } from './draft.ts';

export const work = readDraft;
