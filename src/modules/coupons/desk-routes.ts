// Routes for coupons at the desk: their list with their use, a new one, and its end.

import type { CurrencyNumber } from '#lib/money/money.ts';
import { UserError } from '#lib/user-error.ts';
import { type CatalogueModule, listServices } from '#modules/catalogue/actions.ts';
import type { DeskHandlers, Done } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { validationMessages } from '#platform/http/validation-errors.ts';
import { type DepositLimits, endCoupon, listDeskCoupons, makeCoupon } from './desk.ts';
import type { couponDeskCalls } from './desk-calls.ts';
import type { Coupons, NewCouponRequest } from './desk-shapes.ts';

type Spent = { readonly couponId: string; readonly currency: CurrencyNumber; readonly reserved: number; readonly given: number };

/** What later modules tell of coupons: what they gave, by coupon and currency. */
export type CouponUses = {
  onOrders(queries: DbClient): Promise<readonly Spent[]>;
  onDeposits(queries: DbClient): Promise<readonly Spent[]>;
};

export type CouponDeskDeps = {
  readonly ctx: AppContext;
  readonly catalogue: CatalogueModule;
  readonly uses: CouponUses;
  /** The owner's rules of deposits now. */
  readonly depositRules: () => DepositLimits;
};

export const couponDeskRoutes = (deps: CouponDeskDeps): Pick<DeskHandlers, keyof typeof couponDeskCalls> => ({
  'GET /api/coupons': () => readCoupons(deps),
  'POST /api/coupon/make': (tx, { input: { why: _, ...request } }) => createCoupon(deps, tx, request),
  /** Ending a coupon twice writes one audit entry. */
  async 'POST /api/coupon/end'(tx, { input: { id } }) {
    const ended = await endCoupon(deps.ctx, tx, id);
    if (!ended) return { entries: [] };
    return { entries: [{ id, before: { expiresAt: ended.before }, after: { expiresAt: deps.ctx.clock.now().toISOString() } }] };
  },
});

async function readCoupons({ ctx, uses, catalogue }: CouponDeskDeps): Promise<Coupons> {
  const { orm } = ctx.db;
  const [coupons, onOrders, onDeposits] = await Promise.all([listDeskCoupons(ctx, orm), uses.onOrders(orm), uses.onDeposits(orm)]);
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
    services: listServices({ catalogue }),
  };
}

async function createCoupon({ ctx, catalogue, depositRules }: CouponDeskDeps, tx: DbClient, request: NewCouponRequest): Promise<Done> {
  const known = new Set(catalogue.current().services.map(({ type }) => type));
  // It would never apply.
  if (request.services?.some((type) => !known.has(type))) throw new UserError(400, { services: [validationMessages.choice] });
  const { sold } = catalogue.currencies();
  if (request.amounts.some(({ currency }) => !sold.includes(currency))) throw new UserError(400, { amounts: [validationMessages.choice] });
  const id = await makeCoupon(ctx, tx, request, depositRules());
  return { entries: [{ id, after: request }] };
}
