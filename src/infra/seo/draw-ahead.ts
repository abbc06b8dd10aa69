// Renders all icons and share images during a build; otherwise a start renders the missing ones.
import { shopFolder } from '../paths.ts';
import { readShopTexts } from '../shop-source/shop-texts.ts';
import type { Build } from '../web/builds/build.ts';
import { prodRenderer } from '../web/renderers.ts';
import { readColours } from './drawing/colours.ts';
import { ensureDrawings } from './drawings.ts';

/** Returns the names of the files. */
export async function drawAhead(build: Build): Promise<readonly string[]> {
  // No URL appears in an image, so any value works.
  const [maker, { brand }] = await Promise.all([prodRenderer(build), readShopTexts(shopFolder, { shopUrl: 'http://localhost' })]);
  const { light } = await readColours(brand.look);
  const { current } = await ensureDrawings(await maker.renderer(), brand, light);
  return current;
}
