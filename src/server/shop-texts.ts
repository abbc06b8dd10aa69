// The owner's texts and settings, always current.
import type { ShopTexts } from '#lib/rendering.ts';
import { openBrand } from '#modules/content/brand.ts';
import { openContent } from '#modules/content/pages.ts';
import { openPolicies } from '#modules/content/policies.ts';
import { readStamps } from '#modules/content/queries.ts';
import { openMailTexts } from '#modules/mail/live.ts';
import type { AppContext } from '#platform/app-context.ts';
import { createSerialRunner } from '#platform/in-turn.ts';
import type { ShopGate } from './plugins/gate.ts';
import { openSettings } from './settings.ts';

export async function openShopTexts(ctx: AppContext, gate: ShopGate | undefined) {
  const { db, config } = ctx;
  const stamps = await readStamps(db.orm);
  const [brand, content, mails, settings] = await Promise.all([
    openBrand(ctx, stamps),
    openContent(ctx, stamps),
    openMailTexts(ctx, stamps),
    openSettings(ctx, stamps, { shopFolder: config.shopDir, gate }),
  ]);
  const policies = await openPolicies(ctx, stamps, () => ({ brand: brand.current(), company: content.current().company }));
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
    get calendar() {
      const { businessDays, holidays } = settings.values()['support.yaml'];
      return { zone: brand.current().timeZone, businessDays, holidays };
    },
  };
  return {
    shop,
    mails: mails.current,
    settings,
    version: () => `${brand.version()} ${content.version()} ${policies.version()} ${settings.version()}`,
    reload: createSerialRunner(async () => {
      const next = await readStamps(db.orm);
      await Promise.all([brand, content, mails, settings].map((live) => live.reload(next)));
      // The policies last: they name the brand and the company.
      await policies.reload(next);
    }),
  };
}
