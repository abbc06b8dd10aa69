// Batches concurrent purchase inserts. Purchases with a coupon or files are inserted alone, because they may
// block; see docs/decisions/051-order-path.md.

import type pg from 'pg';
import type { CouponHolder } from '#modules/coupons/queries.ts';
import { readBalances } from '#modules/wallet/queries.ts';
import { batchReads } from '#platform/database/batch-reads.ts';
import { batchWrites } from '#platform/database/batch-writes.ts';
import { retryConflicts } from '#platform/database/database.ts';
import { classifyDatabaseError, isRolledBack } from '#platform/database/database-errors.ts';
import { setBounded } from '#platform/set-bounded.ts';
import { insertPurchases, type PurchaseDocument } from '../queries.ts';

/** Null, or the stored response to its idempotency key. */
export type InsertPurchase = (document: PurchaseDocument) => Promise<object | null>;

/**
 * Larger batches are no faster, and each purchase waits for the slowest one. A batch takes 2 to 5 ms, unless
 * it waits for a lock.
 */
const BATCH_LIMITS = { trips: 2, most: 32, slowMs: 20 } as const;
/** Larger purchases are inserted alone, so that they do not delay a batch. */
const MAX_PIECES = 8;
/**
 * An account whose purchase was rejected is excluded from batches for this long, because a rejection makes
 * the whole batch run twice.
 */
const EXCLUDED_MS = 60_000;
/** Only an attack rejects more accounts in a minute. The oldest are dropped first. */
const MAX_REJECTED = 10_000;

export function createBatchedInsert(pool: pg.Pool): InsertPurchase {
  const rejectedUntil = new Map<string, number>();
  const getBalance = batchReads((wallets: readonly Wallet[]) => readBalances(pool, wallets), getKey);

  const alone: InsertPurchase = async (document) => {
    try {
      const stored = await retryConflicts(() => insertPurchases(pool, [document]));
      if (stored) noteRejection(document);
      return stored;
    } catch (cause) {
      if (classifyDatabaseError(cause) === 'refused') noteRejection(document);
      throw cause;
    }
  };

  const batched = batchWrites(async (documents: readonly PurchaseDocument[]): Promise<readonly PromiseSettledResult<object | null>[]> => {
    if (documents.length > 1) {
      try {
        await retryConflicts(() => insertPurchases(pool, documents));
        return documents.map(() => ({ status: 'fulfilled', value: null }));
      } catch (cause) {
        if (!canGoAlone(cause)) throw cause;
      }
    }
    return Promise.allSettled(documents.map(alone));
  }, BATCH_LIMITS);

  function noteRejection({ purchase }: PurchaseDocument): void {
    rejectedUntil.delete(purchase.accountId);
    setBounded(rejectedUntil, purchase.accountId, performance.now() + EXCLUDED_MS, MAX_REJECTED);
  }

  /** A hint only: the database rejects a debit that is too high. */
  async function isShort({ purchase }: PurchaseDocument): Promise<boolean> {
    if (purchase.paidFrom !== 'balance') return false;
    return ((await getBalance(purchase))?.balance ?? 0) < purchase.price;
  }

  return async (document) => {
    const isRefused = (rejectedUntil.get(document.purchase.accountId) ?? 0) > performance.now();
    const goesAlone = isRefused || mayWaitForOthers(document) || document.pieces.length > MAX_PIECES || (await isShort(document));
    return goesAlone ? alone(document) : batched(document);
  };
}

type Wallet = { readonly accountId: string; readonly currency: number };

const getKey = ({ accountId, currency }: Wallet): string => `${accountId} ${currency}`;

/** Whose unpaid use of a coupon the purchase would be. */
export const getHolder = ({ purchase, heldFrom }: PurchaseDocument): CouponHolder => ({
  couponId: purchase.couponId ?? null,
  accountId: purchase.accountId,
  heldFrom,
});

/** Claiming a coupon or files may wait for another purchase. */
const mayWaitForOthers = ({ purchase, files }: PurchaseDocument): boolean => purchase.couponId != null || files.length > 0;

/**
 * Retry one by one only if the batch was rolled back: after a lost connection the outcome is unknown, and
 * nothing may be inserted twice.
 * If the disk is full, a retry fails as well.
 */
const canGoAlone = (cause: unknown): boolean => isRolledBack(cause) && classifyDatabaseError(cause) !== 'full';
