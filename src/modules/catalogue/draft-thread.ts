// Worker thread that parses catalogue drafts.
import { readDraft } from './draft.ts';

export const work = readDraft;
