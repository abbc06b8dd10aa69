// Renders all icons and share images during a build; otherwise a shop renders the missing ones when it is
// open.

import { usualCalendar } from '#lib/time/calendar.ts';
import { readShopTexts } from '#modules/content/source/shop-texts.ts';
import { defaultShop } from '#platform/paths.ts';
import type { Build } from '#site/builds/build.ts';
import { createProdRenderer } from '#site/renderers.ts';
import { readColours } from '#site/seo/drawing/colours.ts';
import { openDrawings } from '#site/seo/drawings.ts';

/** Returns the names of the files. */
export async function drawAhead(build: Build): Promise<readonly string[]> {
  // No URL appears in an image, so any value works.
  const [maker, texts] = await Promise.all([createProdRenderer(build), readShopTexts(defaultShop, { shopUrl: 'http://localhost' })]);
  const shop = { ...texts, calendar: usualCalendar };
  const { light } = await readColours(shop.brand.look);
  const { current, missing, draw, sweep, stop } = await openDrawings(await maker.renderer(), shop, light);
  try {
    for (const file of missing) await draw(file);
    if (missing.length > 0) await sweep();
    return current;
  } finally {
    stop();
  }
}
