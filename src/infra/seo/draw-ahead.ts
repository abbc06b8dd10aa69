// Renders all icons and share images during a build; otherwise a start renders the missing ones.
import { defaultShop } from '../paths.ts';
import { readShopTexts } from '../shop-source/shop-texts.ts';
import type { Build } from '../web/builds/build.ts';
import { prodRenderer } from '../web/renderers.ts';
import { readColours } from './drawing/colours.ts';
import { ensureDrawings } from './drawings.ts';

/** Returns the names of the files. */
export async function drawAhead(build: Build): Promise<readonly string[]> {
  // No URL appears in an image, so any value works.
  const [maker, shop] = await Promise.all([prodRenderer(build), readShopTexts(defaultShop, { shopUrl: 'http://localhost' })]);
  const { light } = await readColours(shop.brand.look);
  const { current } = await ensureDrawings(await maker.renderer(), shop, light);
  return current;
}
