// Reads the tax rules through the source cache, so that a start does not parse them again.
import { cachedSource } from '../../infra/source-cache.ts';
import type { Tax } from './rules.ts';

export const cachedTax = (folder: string): Promise<Tax> =>
  cachedSource({ name: 'tax', folder, files: ['tax.yaml'] }, async () => {
    const { readTax } = await import('./source.ts');
    return readTax(folder);
  });
