// Loads the gate from the owner's file, through the source cache.
import { cachedSource } from '../../../infra/source-cache.ts';
import { openGate, type PolicyGate } from './gate.ts';
import { readModel } from './model/file.ts';

export async function readPolicyGate(folder: string): Promise<PolicyGate> {
  const rules = await cachedSource({ name: 'policy-gate', folder, files: ['policy-gate.yaml'] }, async () => {
    const { readPolicy } = await import('./source.ts');
    return readPolicy(folder);
  });
  return openGate(rules, await readModel());
}
