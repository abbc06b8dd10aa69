// Purchases of the same moment are kept together, where nothing of them has to wait for somebody else's; see docs/decisions/051.
import type pg from 'pg';
import { gather } from '../../infra/gather.ts';
import { type PurchaseDocument, placePurchase, placePurchases } from './queries.ts';

/** Null, or the first answer to its key. */
export type KeepPurchase = (document: PurchaseDocument) => Promise<object | null>;

/** More would be no faster, and each waits for the slowest. */
const TOGETHER = { trips: 2, most: 32 } as const;
/** What is larger goes by itself, so that nobody waits for it. */
const MOST_PIECES = 8;

export function keepPurchases(pool: pg.Pool): KeepPurchase {
  const alone: KeepPurchase = (document) => placePurchase(pool, document);

  const together = gather(async (documents: readonly PurchaseDocument[]): Promise<readonly PromiseSettledResult<object | null>[]> => {
    if (documents.length > 1) {
      try {
        await placePurchases(pool, documents);
        return documents.map(() => ({ status: 'fulfilled', value: null }));
      } catch (cause) {
        if (!isUndone(cause)) throw cause;
      }
    }
    return Promise.allSettled(documents.map(alone));
  }, TOGETHER);

  return (document) => (waitsForOthers(document) || document.pieces.length > MOST_PIECES ? alone(document) : together(document));
}

/** A coupon and files are claimed, each after whoever came first. */
const waitsForOthers = ({ purchase, files }: PurchaseDocument): boolean => purchase.coupon_id !== null || files.length > 0;

/** What the purchases themselves are refused for: nothing was kept. Where the line to the database broke nobody knows, and nothing is sent twice. */
const isUndone = (cause: unknown): boolean => /^(FF|2[123]|40)/.test((cause as { code?: string }).code ?? '');
