// Purchases of the same moment are kept together, where nothing of them has to wait for somebody else's; see docs/decisions/051 and 053.
import type pg from 'pg';
import { batchReads } from '../../../infra/database/batch-reads.ts';
import { batchWrites } from '../../../infra/database/batch-writes.ts';
import { retryConflicts } from '../../../infra/database/database.ts';
import { databaseFault, isRolledBack } from '../../../infra/database/database-errors.ts';
import { balancesOf } from '../../wallet/actions.ts';
import { type PurchaseDocument, placePurchase, placePurchases } from '../queries.ts';

/** Null, or the first answer to its key. */
export type KeepPurchase = (document: PurchaseDocument) => Promise<object | null>;

/** More would be no faster, and each waits for the slowest. */
const TOGETHER = { trips: 2, most: 32 } as const;
/** What is larger goes by itself, so that nobody waits for it. */
const MAX_PIECES = 8;
/** Whoever was refused goes by themselves for so long, so that the others of a batch run twice once and not again and again. */
const ALONE_MS = 60_000;
/** More accounts than that are refused in a minute only where somebody attacks; the oldest are forgotten first. */
const MAX_REFUSED = 10_000;

export function keepPurchases(pool: pg.Pool): KeepPurchase {
  const refused = new Map<unknown, number>();
  const balanceOf = batchReads(
    (wallets: readonly Wallet[]) => balancesOf(pool, wallets),
    ({ accountId, currency }) => `${accountId} ${currency}`,
  );

  const alone: KeepPurchase = async (document) => {
    try {
      const kept = await retryConflicts(() => placePurchase(pool, document));
      if (kept) noteRefused(document);
      return kept;
    } catch (cause) {
      if (databaseFault(cause) === 'refused') noteRefused(document);
      throw cause;
    }
  };

  const batched = batchWrites(async (documents: readonly PurchaseDocument[]): Promise<readonly PromiseSettledResult<object | null>[]> => {
    if (documents.length > 1) {
      try {
        await retryConflicts(() => placePurchases(pool, documents));
        return documents.map(() => ({ status: 'fulfilled', value: null }));
      } catch (cause) {
        if (!canGoAlone(cause)) throw cause;
      }
    }
    return Promise.allSettled(documents.map(alone));
  }, TOGETHER);

  function noteRefused({ purchase }: PurchaseDocument): void {
    refused.delete(purchase.account_id);
    refused.set(purchase.account_id, performance.now() + ALONE_MS);
    const [oldest] = refused.keys();
    if (refused.size > MAX_REFUSED) refused.delete(oldest);
  }

  /** As it stands now: who spends it at the same moment is refused by the database. */
  async function isShort({ purchase }: PurchaseDocument): Promise<boolean> {
    if (purchase.paid_from !== 'balance') return false;
    const wallet = await balanceOf({ accountId: String(purchase.account_id), currency: Number(purchase.currency) });
    return (wallet?.balance ?? 0) < Number(purchase.price);
  }

  return async (document) => {
    const isRefused = (refused.get(document.purchase.account_id) ?? 0) > performance.now();
    const goesAlone = isRefused || waitsForOthers(document) || document.pieces.length > MAX_PIECES || (await isShort(document));
    return goesAlone ? alone(document) : batched(document);
  };
}

type Wallet = { readonly accountId: string; readonly currency: number };

/** A coupon and files are claimed, each after whoever came first. */
const waitsForOthers = ({ purchase, files }: PurchaseDocument): boolean => purchase.coupon_id !== null || files.length > 0;

/**
 * Nothing of the batch was kept, and the reason may be one of them: each by itself. Where the line broke nobody knows what was kept, and nothing is sent
 * twice; a full disk is full for each of them.
 */
const canGoAlone = (cause: unknown): boolean => isRolledBack(cause) && databaseFault(cause) !== 'full';
