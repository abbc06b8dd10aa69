// What the owner says of VAT, kept with the other sources, so that a start does not read it anew.
import { keptSource } from '../../infra/source-cache.ts';
import type { Tax } from './rules.ts';

export const keptTax = (folder: string): Promise<Tax> =>
  keptSource({ name: 'tax', folder, files: ['tax.yaml'] }, async () => {
    const { readTax } = await import('./source.ts');
    return readTax(folder);
  });
