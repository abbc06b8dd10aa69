// The gate as the owner's file has it; kept with the other sources, so that a start does not read it anew.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFaults } from '../../../infra/config.ts';
import { keptSource } from '../../../infra/kept-source.ts';
import { faultLine, isFaults } from '../../../lib/yaml-source.ts';
import { openGate, type PolicyGate } from './gate.ts';

export async function readPolicyGate(folder: string): Promise<PolicyGate> {
  const rules = await keptSource({ name: 'policy-gate', folder, files: ['policy-gate.yaml'] }, async () => {
    const { parsePolicy } = await import('./source.ts');
    const parsed = parsePolicy('shop/policy-gate.yaml', await readFile(join(folder, 'policy-gate.yaml'), 'utf8'));
    if (isFaults(parsed)) throw new StartFaults(parsed.map(faultLine));
    return parsed;
  });
  return openGate(rules);
}
