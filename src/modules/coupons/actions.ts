// Public API of the coupons module. Previews claim nothing; a coupon is claimed in the transaction of the
// purchase.

import { createHash } from 'node:crypto';
import type { Locale } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Reduction } from '#lib/money/price.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { getAddressKey, takePoints } from '#platform/limits/limits.ts';
import { makeDemoCoupons } from './demo.ts';
import * as queries from './queries.ts';
import {
  alreadyUsedError,
  applyCoupon,
  type CouponContext,
  findCouponError,
  firstOnly,
  getCouponReduction,
  getEndableUntil,
  isLimited,
  type KnownCoupon,
  manyUnpaid,
  normalizeCode,
  type ShownCoupon,
  toShownCoupon,
  unpaidUse,
  usedUpError,
} from './rules.ts';

export type CouponsModule = ReturnType<typeof createCoupons>;

/** The effect of a coupon on a basket. */
export type CouponPreview = {
  readonly couponId: string;
  /** Uses are limited, so a claim is held for a short time only. */
  readonly isLimited: boolean;
  readonly reduction: Reduction;
  readonly lines: readonly { readonly takes: boolean; readonly why: Message | null }[];
};

/** `isFirstPurchase` is queried only if the coupon requires it. */
export type BasketContext = Omit<CouponContext, 'isFirstPurchase'> & { readonly isFirstPurchase: () => Promise<boolean> };

/** Account and address, for rate limits. */
export type CouponRequester = { readonly accountId: string; readonly address: string };

type CouponRequest = { readonly code: string; readonly currency: CurrencyNumber };

/** Cache size per process. After eviction a code counts as a guess again. */
const MAX_KNOWN = 10_000;

export function createCoupons(ctx: AppContext) {
  const { db, clock } = ctx;

  /** Callers limit guesses. An expired coupon reveals only its message. */
  async function find(from: DbClient, { code, currency }: CouponRequest, accountId: string, field: string): Promise<KnownCoupon> {
    const now = clock.now();
    const found = await queries.findCoupon(from, { codeKey: normalizeCode(code), currency, accountId, endableUntil: getEndableUntil(now) });
    const error = findCouponError(found, now, currency);
    if (error || !found) throw new UserError(400, { [field]: error ? [error] : [] });
    return found;
  }

  /** Claims nothing. */
  async function tryOnBasket(
    from: DbClient,
    request: { code: string; accountId: string; locale: Locale },
    context: BasketContext,
  ): Promise<CouponPreview> {
    const { currency } = context;
    const found = await find(from, { code: request.code, currency }, request.accountId, 'couponCode');
    const basket = { ...context, isFirstPurchase: !found.firstPurchaseOnly || (await context.isFirstPurchase()) };
    const fitted = applyCoupon(found, basket, request.locale);
    const reduction = getCouponReduction(found);
    if ('error' in fitted) throw new UserError(400, { couponCode: [fitted.error] });
    if (!reduction) throw new Error('coupon has no reduction in this currency');
    return { couponId: found.id, isLimited: isLimited(found), reduction, lines: fitted.lines };
  }

  const known = new Set<string>();

  /** A code found before is not limited again, because a cart is priced with every change. */
  async function guess<Answer>(code: string, { accountId, address }: CouponRequester, load: () => Promise<Answer>): Promise<Answer> {
    const key = `${accountId} ${normalizeCode(code)}`;
    if (!known.has(key))
      await takePoints(ctx, [
        { limit: 'coupon.account', of: accountId },
        { limit: 'coupon.address', of: getAddressKey(address) },
      ]);
    const answer = await load();
    known.add(key);
    for (const oldest of known) {
      if (known.size <= MAX_KNOWN) break;
      known.delete(oldest);
    }
    return answer;
  }

  return {
    lookUp: ({ accountId }: Caller, request: CouponRequest, address: string): Promise<ShownCoupon> =>
      guess(request.code, { accountId, address }, async () =>
        toShownCoupon(await find(db.orm, request, accountId, 'code'), request.currency),
      ),

    tryOn: tryOnBasket,

    /** Preview with the limit on guesses. */
    guessOn: (request: CouponRequester & { code: string; locale: Locale }, basket: BasketContext): Promise<CouponPreview> =>
      guess(request.code, request, () => tryOnBasket(db.orm, request, basket)),

    /** Claims in a transaction; the database enforces the limits under concurrency. */
    async claim(tx: DbClient, claim: { couponId: string; accountId: string; purchaseId: string }): Promise<void> {
      try {
        await queries.claimCoupon(tx, { ...claim, now: clock.now() });
      } catch (cause) {
        throw findClaimError((cause as { cause?: unknown }).cause) ?? cause;
      }
    },

    /** Frees the use of a cancelled purchase. */
    free: (tx: DbClient, purchaseId: string): Promise<void> => queries.releaseCouponUse(tx, purchaseId, clock.now()),

    getHold: readCouponHold,
    hold: (tx: DbClient, request: HoldRequest): Promise<CouponHold> => holdUse(ctx, tx, request),

    makeDemo: (currencies: readonly CurrencyNumber[]) => makeDemoCoupons(ctx, currencies),
  };
}

/** `released`: a limited coupon whose use was freed when the payment link expired. */
export type CouponHold = 'none' | 'unlimited' | 'limited' | 'released';
/** An unpaid purchase or deposit. `isFirstPurchase` is queried only if the coupon requires it. */
export type HoldRequest = {
  readonly couponId: string | null;
  readonly purchaseId: string;
  readonly heldFrom: string | null;
  readonly isFirstPurchase: () => Promise<boolean>;
};

/** Identifies an address in the limit of unpaid uses. Null if limits are off. */
export const hashHolderAddress = ({ rateLimits }: AppContext['config'], address: string): string | null =>
  rateLimits
    ? createHash('sha256')
        .update(`coupon.hold\0${getAddressKey(address)}`)
        .digest('base64url')
    : null;

const endedAtOnce = 5;
const endableBy: Readonly<Record<string, keyof queries.CouponHolder>> = { FF002: 'couponId', FF010: 'accountId', FF011: 'heldFrom' };

/**
 * Unpaid purchases and deposits, oldest first. A claim that was rejected because of them can be repeated once
 * one has ended.
 */
export async function listEndableHolds({ db, clock }: AppContext, holder: queries.CouponHolder, cause: unknown): Promise<string[]> {
  const by = endableBy[(cause as { code?: string }).code ?? ''];
  return by ? queries.findEndable(db.orm, holder, by, getEndableUntil(clock.now()), endedAtOnce) : [];
}

/** Locks the coupon until the commit. */
export async function readCouponHold(
  tx: DbClient,
  { couponId, purchaseId }: Pick<HoldRequest, 'couponId' | 'purchaseId'>,
): Promise<CouponHold> {
  const found = couponId === null ? undefined : await queries.lockCoupon(tx, couponId);
  if (!found) return 'none';
  if (!isLimited(found)) return 'unlimited';
  const use = await queries.findUse(tx, purchaseId);
  return use?.releasedAt === null ? 'limited' : 'released';
}

/** Claims a freed use again if the coupon still allows it. The caller has locked the purchase. */
async function holdUse({ clock }: AppContext, tx: DbClient, request: HoldRequest): Promise<CouponHold> {
  const hold = await readCouponHold(tx, request);
  const use = hold === 'released' ? await queries.findUse(tx, request.purchaseId) : undefined;
  const found = use && (await queries.lockCoupon(tx, use.couponId));
  if (!use || !found) return hold;
  const now = clock.now();
  const otherUses = await queries.getOtherUses(tx, use);
  const isOver = found.expiresAt !== null && now >= found.expiresAt;
  const isUsedUp = found.totalLimit !== null && found.uses >= found.totalLimit;
  const isUsedByCustomer = found.customerLimit !== null && (otherUses?.customerUses ?? 0) >= found.customerLimit;
  if (isOver || isUsedUp || isUsedByCustomer || otherUses?.unpaidUse) return 'released';
  if (found.firstPurchaseOnly && !(await request.isFirstPurchase())) return 'released';
  if (await queries.isHoldLimitFull(tx, { ...use, heldFrom: request.heldFrom })) return 'released';
  await queries.reclaimCouponUse(tx, use, request.heldFrom, now);
  return 'limited';
}

const claimErrors: Readonly<Record<string, Message>> = {
  FF002: usedUpError,
  FF003: alreadyUsedError,
  FF005: firstOnly,
  FF008: unpaidUse,
  FF010: manyUnpaid,
  FF011: manyUnpaid,
};

/** Maps the database's error code to a user error. */
export function findClaimError(cause: unknown): UserError | undefined {
  const message = claimErrors[(cause as { code?: string } | undefined)?.code ?? ''];
  return message && new UserError(400, { couponCode: [message] });
}
