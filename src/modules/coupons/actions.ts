// The door of the room. A coupon is looked up and tried on freely; it is claimed only inside the purchase that it is used for.

import type { AppContext } from '../../infra/app-context.ts';
import type { DbClient } from '../../infra/database/database.ts';
import type { Caller } from '../../infra/http/api-routes.ts';
import { addressKey, takePoints } from '../../infra/limits/limits.ts';
import type { Locale } from '../../lib/locale.ts';
import type { Reduction } from '../../lib/money/price.ts';
import { type Message, UserError } from '../../lib/user-error.ts';
import { makeDemoCoupons } from './demo.ts';
import * as queries from './queries.ts';
import {
  applyCoupon,
  type CouponContext,
  codeKey,
  couponError,
  firstOnly,
  isLimited,
  type KnownCoupon,
  reductionOf,
  shownCoupon,
  taken,
  takenByYou,
  unpaidUse,
} from './rules.ts';
import type { Coupon, CouponAsk } from './shapes.ts';

export { couponByCode, couponsAtDesk, endCoupon, makeCoupon } from './desk.ts';
export const { codesOf, freeUse } = queries;

export type CouponsRoom = ReturnType<typeof openCoupons>;

/** What a coupon does to a basket. */
export type CouponPreview = {
  readonly couponId: string;
  /** Its uses can run out, so it is held for a short time only. */
  readonly isLimited: boolean;
  readonly reduction: Reduction;
  readonly lines: readonly { readonly takes: boolean; readonly why: Message | null }[];
};

/** Whether it is a first purchase is asked only where a coupon is for such. */
export type AskedBasket = Omit<CouponContext, 'isFirstPurchase'> & { readonly isFirstPurchase: () => Promise<boolean> };

/** Who asks, and from where. */
export type CouponRequester = { readonly accountId: string; readonly address: string };

/** Those that each process remembers; whoever is forgotten guesses once more. */
const MAX_KNOWN = 10_000;

export function openCoupons(ctx: AppContext) {
  const { db, clock } = ctx;

  /** Whoever guesses codes is slowed, and learns of those that are over no more than their words. */
  async function find(queriesOf: DbClient, { code, currency }: CouponAsk, accountId: string, field: string): Promise<KnownCoupon> {
    const found = await queries.findCoupon(queriesOf, { codeKey: codeKey(code), currency, accountId });
    const refusal = couponError(found, clock.now(), currency);
    if (refusal || !found) throw new UserError(400, { [field]: refusal ? [refusal] : [] });
    return found;
  }

  /** Takes nothing. */
  async function tryOnBasket(
    queriesOf: DbClient,
    ask: { code: string; accountId: string; locale: Locale },
    asked: AskedBasket,
  ): Promise<CouponPreview> {
    const { currency } = asked;
    const found = await find(queriesOf, { code: ask.code, currency }, ask.accountId, 'couponCode');
    const basket = { ...asked, isFirstPurchase: !found.firstPurchaseOnly || (await asked.isFirstPurchase()) };
    const fitted = applyCoupon(found, basket, ask.locale);
    const reduction = reductionOf(found);
    if ('refusal' in fitted) throw new UserError(400, { couponCode: [fitted.refusal] });
    if (!reduction) throw new Error('a coupon that is worth nothing was let through');
    return { couponId: found.id, isLimited: isLimited(found), reduction, lines: fitted.lines };
  }

  const known = new Set<string>();

  /** A code that this account was told of is no guess any more: a cart is priced with every change. */
  async function guess<Told>(code: string, { accountId, address }: CouponRequester, tell: () => Promise<Told>): Promise<Told> {
    const key = `${accountId} ${codeKey(code)}`;
    if (!known.has(key))
      await takePoints(ctx, [
        { limit: 'coupon.account', of: accountId },
        { limit: 'coupon.address', of: addressKey(address) },
      ]);
    const told = await tell();
    known.add(key);
    for (const oldest of known) {
      if (known.size <= MAX_KNOWN) break;
      known.delete(oldest);
    }
    return told;
  }

  return {
    lookUp: ({ accountId }: Caller, ask: CouponAsk, address: string): Promise<Coupon> =>
      guess(ask.code, { accountId, address }, async () => shownCoupon(await find(db.orm, ask, accountId, 'code'), ask.currency)),

    tryOn: tryOnBasket,

    /** As often as somebody may guess. */
    guessOn: (ask: CouponRequester & { code: string; locale: Locale }, basket: AskedBasket): Promise<CouponPreview> =>
      guess(ask.code, ask, () => tryOnBasket(db.orm, ask, basket)),

    /** Inside a transaction: of all that come at once, as many get it as may. */
    async claim(tx: DbClient, claim: { couponId: string; accountId: string; purchaseId: string }): Promise<void> {
      try {
        await queries.claimCoupon(tx, { ...claim, now: clock.now() });
      } catch (cause) {
        throw claimRefusal((cause as { cause?: unknown }).cause) ?? cause;
      }
    },

    /** The purchase came to nothing. */
    free: (tx: DbClient, purchaseId: string): Promise<void> => queries.freeUse(tx, purchaseId, clock.now()),

    holdOf: readCouponHold,
    hold: (tx: DbClient, ask: HoldAsk): Promise<Hold> => holdUse(ctx, tx, ask),

    makeDemo: () => makeDemoCoupons(ctx),
  };
}

/** `released`: a limited coupon whose use was freed when the payment link expired. */
export type Hold = 'none' | 'unlimited' | 'limited' | 'released';
/** Of an unpaid purchase or deposit. Whether it is a first purchase is asked only where the coupon is for one. */
export type HoldAsk = { readonly couponId: string | null; readonly purchaseId: string; readonly isFirstPurchase: () => Promise<boolean> };

/** The coupon stays locked until the commit. */
export async function readCouponHold(tx: DbClient, { couponId, purchaseId }: Omit<HoldAsk, 'isFirstPurchase'>): Promise<Hold> {
  const found = couponId === null ? undefined : await queries.lockCoupon(tx, couponId);
  if (!found) return 'none';
  if (!isLimited(found)) return 'unlimited';
  const use = await queries.findUse(tx, purchaseId);
  return use?.releasedAt === null ? 'limited' : 'released';
}

/** A use that was freed is claimed again where the coupon still allows it. The purchase is locked by the caller. */
async function holdUse({ clock }: AppContext, tx: DbClient, ask: HoldAsk): Promise<Hold> {
  const hold = await readCouponHold(tx, ask);
  const use = hold === 'released' ? await queries.findUse(tx, ask.purchaseId) : undefined;
  const found = use && (await queries.lockCoupon(tx, use.couponId));
  if (!use || !found) return hold;
  const now = clock.now();
  const others = await queries.otherUses(tx, use);
  const isOver = found.expiresAt !== null && now >= found.expiresAt;
  const isUsedUp = found.totalLimit !== null && found.uses >= found.totalLimit;
  const isUsedByCustomer = found.customerLimit !== null && (others?.customerUses ?? 0) >= found.customerLimit;
  if (isOver || isUsedUp || isUsedByCustomer || others?.unpaidUse) return 'released';
  if (found.firstPurchaseOnly && !(await ask.isFirstPurchase())) return 'released';
  await queries.reclaimUse(tx, use, now);
  return 'limited';
}

const claimRefusals: Readonly<Record<string, Message>> = { FF002: taken, FF003: takenByYou, FF005: firstOnly, FF008: unpaidUse };

/** What the database says of a coupon that may not be used, as words. */
export function claimRefusal(cause: unknown): UserError | undefined {
  const message = claimRefusals[(cause as { code?: string } | undefined)?.code ?? ''];
  return message && new UserError(400, { couponCode: [message] });
}
