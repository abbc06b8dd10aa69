// Reads the texts in shop/ that pages show, through the source cache.
import { join } from 'node:path';
import type { ShopTexts } from '../../lib/rendering.ts';
import type { Config } from '../config/config.ts';
import { cachedSource } from '../source-cache.ts';

const folder = join(import.meta.dirname, '../../../shop');

export const readShop = (config: Config): Promise<ShopTexts> =>
  cachedSource({ name: 'texts', folder, files: ['*.yaml', 'policies/*.md'], also: config.shopUrl }, async () => {
    const { readShopTexts } = await import('./shop-texts.ts');
    return readShopTexts(folder, config);
  });
