// The thread that reads drafts of policies.
import { parentPort } from 'node:worker_threads';
import { type PolicySources, type PolicyTexts, parsePolicies } from '../../infra/web/policy-source.ts';
import type { SourceFault } from '../../lib/yaml-source.ts';

export type PoliciesWork = { readonly files: ReadonlyMap<string, string>; readonly sources: PolicySources };
export type PoliciesRead = PolicyTexts | readonly SourceFault[];

parentPort?.on('message', ({ files, sources }: PoliciesWork) => parentPort?.postMessage(parsePolicies(files, sources)));
