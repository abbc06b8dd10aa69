// The owner's texts and settings, always current.
import type { ShopTexts } from '#lib/rendering.ts';
import { openMailTexts } from '#modules/mail/live.ts';
import { openBrand } from '#modules/texts/brand.ts';
import { openContent } from '#modules/texts/content.ts';
import { openPolicies } from '#modules/texts/policies.ts';
import { takeOverTexts } from '#modules/texts/queries.ts';
import { readShopTexts } from '#modules/texts/source/shop-texts.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { ShopGate } from './plugins/gate.ts';
import { openSettings } from './settings.ts';

export async function openShopTexts(ctx: AppContext, gate: ShopGate | undefined) {
  const files = await readShopTexts(ctx.config.shopDir, ctx.config);
  const brand = await openBrand(ctx, files.brand, ctx.config.shopDir);
  const content = await openContent(ctx, files, ctx.config.shopDir);
  const policies = await openPolicies(ctx, files, ctx.config.shopDir, () => ({
    brand: brand.current(),
    company: content.current().company,
  }));
  const mails = await openMailTexts(ctx, ctx.config.shopDir);
  const settings = await openSettings(ctx, ctx.config.shopDir, gate);
  const shop: ShopTexts = {
    get brand() {
      return brand.current();
    },
    get policies() {
      return policies.current();
    },
    get company() {
      return content.current().company;
    },
    get questionGroups() {
      return content.current().questionGroups;
    },
    get questions() {
      return content.current().questions;
    },
    get samples() {
      return content.current().samples;
    },
    get home() {
      return content.current().home;
    },
    get menus() {
      return content.current().menus;
    },
  };
  return {
    shop,
    mails: mails.current,
    settings,
    version: () => `${brand.version()} ${content.version()} ${policies.version()} ${settings.version()}`,
    // The policies last: they name the brand and the company.
    reload: () =>
      takeOverTexts(ctx.db.orm)
        .then(() => Promise.all([brand.reload(), content.reload(), mails.reload(), settings.reload()]))
        .then(policies.reload),
  };
}
