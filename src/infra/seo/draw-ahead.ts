// Makes the drawings before a shop opens, as a build does: a shop that finds one missing draws it at its start.
import { join } from 'node:path';
import { readShopTexts } from '../shop-source/shop-texts.ts';
import type { Build } from '../web/builds/build.ts';
import { prodRenderer } from '../web/renderers.ts';
import { readColours } from './drawing/colours.ts';
import { ensureDrawings } from './drawings.ts';

const shopFolder = join(import.meta.dirname, '../../../shop');

export async function drawAhead(build: Build): Promise<void> {
  // No address stands on a drawing, so any will do.
  const [maker, { brand }, { light }] = await Promise.all([
    prodRenderer(build),
    readShopTexts(shopFolder, { shopUrl: 'http://localhost' }),
    readColours(),
  ]);
  await ensureDrawings(await maker.renderer(), brand, light);
}
