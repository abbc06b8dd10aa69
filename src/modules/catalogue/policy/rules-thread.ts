// Worker thread that parses the owner's list of forbidden requests.
import '#platform/threads/thread-languages.ts';
import type { SourceFault } from '#lib/yaml/source.ts';
import type { PolicyRules } from './gate.ts';
import { parsePolicyRules } from './source.ts';

export type RulesRead = PolicyRules | readonly SourceFault[];

export const work = (text: string): RulesRead => parsePolicyRules('shop/policy-gate.yaml', text);
