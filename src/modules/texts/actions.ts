// Public API of the texts module: versions of the owner's texts, and the policies.
import { lockFolder, versionsOf } from './queries.ts';
import { currentTexts, importFiles, stampOf, textsAt, writeTexts } from './versions.ts';

export { openPolicies, type PoliciesRoom } from './policies.ts';
export { openReader } from './reading.ts';
export type { OwnerFile, OwnerText } from './versions.ts';
export { currentTexts, importFiles, lockFolder, stampOf, textsAt, versionsOf, writeTexts };

/** Loaded lazily: only editing needs it. */
export const editPolicies = () => import('./policy-edit.ts');
