// Worker thread that parses policy drafts.
import '#platform/threads/thread-languages.ts';
import type { SourceError } from '#lib/yaml/source.ts';
import type { ContentValue } from './shapes.ts';
import { type PolicySources, type PolicyTexts, parsePolicies } from './source/policies.ts';
import { toSources } from './sources.ts';

export type PoliciesWork = { readonly values: ReadonlyMap<string, ContentValue>; readonly sources: PolicySources };
export type PoliciesRead = PolicyTexts | readonly SourceError[];

export const work = ({ values, sources }: PoliciesWork): PoliciesRead => parsePolicies(toSources('policies', values), sources);
