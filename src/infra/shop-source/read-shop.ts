// Reads the texts in shop/ that pages show, through the source cache.
import type { ShopTexts } from '../../lib/rendering.ts';
import type { Config } from '../config/config.ts';
import { cachedSource } from '../source-cache.ts';

export const readShop = (config: Config): Promise<ShopTexts> =>
  cachedSource(
    { name: 'texts', folder: config.shopDir, files: ['*.yaml', 'brand/*', 'policies/*.md', 'samples/*.yaml'], also: config.shopUrl },
    async () => {
      const { readShopTexts } = await import('./shop-texts.ts');
      return readShopTexts(config.shopDir, config);
    },
  );
