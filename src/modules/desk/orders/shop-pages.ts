// Coupons with their use, and the catalogue and policies as the owner's files define them.

import { locales } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { policyNames } from '#lib/rendering.ts';
import { UserError } from '#lib/user-error.ts';
import { filesBySlug } from '#modules/catalogue/actions.ts';
import { couponsAtDesk, endCoupon, makeCoupon } from '#modules/coupons/actions.ts';
import type { NewCouponRequest } from '#modules/coupons/shapes-desk.ts';
import { couponsOnOrders } from '#modules/orders/actions.ts';
import { type OperatorSession, writeAudit } from '#modules/staff/actions.ts';
import { couponsOnDeposits } from '#modules/wallet/actions.ts';
import { transaction } from '#platform/database/database.ts';
import { validationMessages } from '#platform/http/validation-errors.ts';
import { offerName, type Selling, servicesOf } from '../selling.ts';
import type { Coupons, DeskCatalogue } from './shapes-shop.ts';

export async function readCoupons(selling: Selling): Promise<Coupons> {
  const { ctx } = selling.checkout;
  const { orm } = ctx.db;
  const [coupons, onOrders, onDeposits] = await Promise.all([couponsAtDesk(ctx, orm), couponsOnOrders(orm), couponsOnDeposits(orm)]);
  const spent = Map.groupBy([...onOrders, ...onDeposits], ({ couponId }) => couponId);
  return {
    coupons: coupons.map((coupon) => {
      const all = spent.get(coupon.id) ?? [];
      const spentByCurrency = new Map<number, number>();
      for (const each of all) spentByCurrency.set(each.currency, (spentByCurrency.get(each.currency) ?? 0) + each.given);
      return {
        ...coupon,
        reserved: all.reduce((sum, { reserved }) => sum + reserved, 0),
        given: [...spentByCurrency].flatMap(([currency, amount]) => (amount > 0 ? [{ currency: currency as CurrencyNumber, amount }] : [])),
      };
    }),
    services: servicesOf(selling),
  };
}

export async function makeCouponAct(
  { checkout, catalogue, depositRules }: Selling,
  { operator }: OperatorSession,
  { why, ...request }: NewCouponRequest & { why: string },
): Promise<void> {
  const { ctx } = checkout;
  const known = new Set(catalogue.current().services.map(({ type }) => type));
  // It would never apply.
  if (request.services?.some((type) => !known.has(type))) throw new UserError(400, { services: [validationMessages.choice] });
  const { sold } = catalogue.currencies();
  if (request.amounts.some(({ currency }) => !sold.includes(currency))) throw new UserError(400, { amounts: [validationMessages.choice] });
  await transaction(ctx.db, async (tx) => {
    const id = await makeCoupon(ctx, tx, request, depositRules());
    await writeAudit(tx, operator, ctx.clock.now(), { act: 'coupon.make', about: { kind: 'coupon', id }, after: request, why });
  });
}

/** Ending a coupon twice writes one audit entry. */
export async function endCouponAct(
  { checkout }: Selling,
  { operator }: OperatorSession,
  { id, why }: { id: string; why: string },
): Promise<void> {
  const { ctx } = checkout;
  await transaction(ctx.db, async (tx) => {
    const ended = await endCoupon(ctx, tx, id);
    if (!ended) return;
    const at = ctx.clock.now();
    const [before, after] = [{ expiresAt: ended.before }, { expiresAt: at.toISOString() }];
    await writeAudit(tx, operator, at, { act: 'coupon.end', about: { kind: 'coupon', id }, before, after, why });
  });
}

export async function catalogueAtDesk(selling: Selling): Promise<DeskCatalogue> {
  const files = await filesBySlug(selling.checkout.ctx.db.orm);
  const { version, services, offers } = selling.catalogue.current();
  return {
    version,
    services: services.map(({ type, slug, words, kind, state, madeBy, fields }) => ({
      type,
      slug,
      name: words.name.en,
      kind,
      state,
      madeBy,
      file: files.get(slug) ?? '',
      offers: offers
        .filter(({ serviceType, isSold }) => serviceType === type && (isSold || state === 'archived'))
        .map(({ id, unit, note, minQuantity, maxQuantity, prices, pieces }) => ({
          id,
          unit: unit.en,
          note: note.en,
          minQuantity,
          maxQuantity,
          prices: [...prices].map(([currency, amount]) => ({ currency, amount })),
          pieces: [...Map.groupBy(pieces, ({ offer }) => offer)].map(
            ([offer, same]) => `${same.reduce((sum, { quantity }) => sum + quantity, 0)} × ${offerName(selling, offer)}`,
          ),
        })),
      fields: fields.map(({ name, kind, required, label }) => ({ name, kind, required, label: label.en })),
    })),
  };
}

export const policiesAtDesk = ({ shop }: Selling) =>
  policyNames.map((name) => ({
    name,
    texts: (Object.keys(locales) as (keyof typeof locales)[]).map((locale) => {
      const { title, version, updated, html } = shop.policies[name][locale];
      return { locale, title, version, updated, html, file: `shop/policies/${name}.${locale}.md` };
    }),
  }));
