// Reads the texts in shop/ that pages show, through the source cache.
import type { ShopTexts } from '../../lib/rendering.ts';
import type { Config } from '../config/config.ts';
import { cachedSource } from '../source-cache.ts';

const parser = 'src/infra/shop-source/shop-texts.ts';

export async function readShop(config: Config): Promise<ShopTexts> {
  const { shopDir: folder, shopUrl } = config;
  const source = await cachedSource({ name: 'texts', parser, folder, files: ['*.yaml', 'brand/*', 'samples/*.yaml'] }, async () => {
    const { readShopTexts } = await import('./shop-texts.ts');
    // Reads the policies too, so that the faults of all files are reported together.
    const { policies, ...others } = await readShopTexts(folder, config);
    return others;
  });
  // Apart, because only policies contain the shop's address.
  const policies = await cachedSource(
    { name: 'policy-pages', parser, folder, files: ['brand.yaml', 'company.yaml', 'policies/*.md'], also: shopUrl },
    async () => {
      const { readPolicyTexts } = await import('./shop-texts.ts');
      return readPolicyTexts(folder, { ...source, shopUrl });
    },
  );
  return { ...source, policies };
}
