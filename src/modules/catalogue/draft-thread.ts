// Worker thread that parses catalogue drafts: the files of a whole catalogue take a second.
import '#platform/threads/thread-languages.ts';
import { type ArchiveWork, type DraftWork, planArchive, readCatalogueDraft } from './draft.ts';

export const work = (sent: DraftWork | ArchiveWork) => ('draft' in sent ? readCatalogueDraft(sent) : planArchive(sent));
