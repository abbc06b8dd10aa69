// Reads the deposit limits through the source cache, so that a start does not parse them again.
import { folderWith } from '../../infra/shop-source/shop-files.ts';
import { cachedSource } from '../../infra/source-cache.ts';
import type { DepositLimit } from './rules.ts';

export function cachedDepositLimits(shopFolder: string): Promise<readonly DepositLimit[]> {
  const folder = folderWith(shopFolder, 'money.yaml');
  return cachedSource({ name: 'money', folder, files: ['money.yaml'] }, async () => {
    const { readDepositLimits } = await import('./source.ts');
    return readDepositLimits(folder);
  });
}
