// Worker thread that parses catalogue drafts.
import { readCatalogueDraft } from './draft.ts';

export const work = readCatalogueDraft;
