// Worker thread that parses policy drafts.
import '#platform/threads/thread-languages.ts';
import type { SourceFault } from '#lib/yaml/source.ts';
import { type PolicySources, type PolicyTexts, parsePolicies } from './source/policies.ts';

export type PoliciesWork = { readonly files: ReadonlyMap<string, string>; readonly sources: PolicySources };
export type PoliciesRead = PolicyTexts | readonly SourceFault[];

export const work = ({ files, sources }: PoliciesWork): PoliciesRead => parsePolicies(files, sources);
