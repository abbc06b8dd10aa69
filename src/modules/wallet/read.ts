// What one deposit may be, kept with the other sources, so that a start does not read it anew.
import { keptSource } from '../../infra/source-cache.ts';
import type { DepositLimit } from './rules.ts';

export const keptDepositLimits = (folder: string): Promise<readonly DepositLimit[]> =>
  keptSource({ name: 'money', folder, files: ['money.yaml'] }, async () => {
    const { readDepositLimits } = await import('./source.ts');
    return readDepositLimits(folder);
  });
