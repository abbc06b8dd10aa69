// The door of the room: versions of the owner's texts for the rooms that read them, and the policies, which no other room reads.
import { lockFolder, versionsOf } from './queries.ts';
import { currentTexts, importFiles, stampOf, textsAt, writeTexts } from './versions.ts';

export { openPolicies, type PoliciesRoom } from './policies.ts';
export { openReader } from './reading.ts';
export type { OwnerFile, OwnerText } from './versions.ts';
export { currentTexts, importFiles, lockFolder, stampOf, textsAt, versionsOf, writeTexts };

/** What only those need who edit. */
export const editPolicies = () => import('./policy-edit.ts');
