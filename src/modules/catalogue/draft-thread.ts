// Worker thread that parses catalogue drafts.
import '#platform/threads/thread-languages.ts';
import { readCatalogueDraft } from './draft.ts';

export const work = readCatalogueDraft;
