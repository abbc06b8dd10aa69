// Loads the gate from the owner's file, through the source cache.
import { cachedSource } from '../../../infra/source-cache.ts';
import { openGate, type PolicyGate } from './gate.ts';
import { readModel } from './model/file.ts';

/** To open a gate takes 100 ms of CPU time, so the apps of one process share the gate of equal rules. */
let last: { readonly rules: string; readonly gate: PolicyGate } | undefined;

export async function readPolicyGate(folder: string): Promise<PolicyGate> {
  const rules = await cachedSource({ name: 'policy-gate', folder, files: ['policy-gate.yaml'] }, async () => {
    const { readPolicy } = await import('./source.ts');
    return readPolicy(folder);
  });
  const text = JSON.stringify(rules);
  if (last?.rules === text) return last.gate;
  const gate = openGate(rules, await readModel());
  last = { rules: text, gate };
  return gate;
}
