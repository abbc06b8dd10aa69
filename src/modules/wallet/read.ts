// Reads the deposit limits through the source cache, so that a start does not parse them again.
import { cachedSource } from '../../infra/source-cache.ts';
import type { DepositLimit } from './rules.ts';

export const cachedDepositLimits = (folder: string): Promise<readonly DepositLimit[]> =>
  cachedSource({ name: 'money', folder, files: ['money.yaml'] }, async () => {
    const { readDepositLimits } = await import('./source.ts');
    return readDepositLimits(folder);
  });
