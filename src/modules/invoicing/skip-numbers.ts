// Skips numbers of documents after a restore or a failover that lost transactions: documents that were lost
// may have reached their customers, and a number must not be given out twice. Tax offices accept a gap that
// is recorded with its reason.
import { type Db, transaction } from '#platform/database/database.ts';
import * as queries from './queries.ts';
import { formatDocumentNumber, getYear, type PaperKind, paperKinds } from './rules.ts';

/** Enough for a day of a small shop. */
const MIN_SKIPPED = 1_000;
/** As many as were issued in the last week: more than can be lost without anybody noticing. */
const WEEK_MS = 7 * 86_400_000;

type SkipRequest = {
  readonly reason: string;
  readonly now: Date;
  /**
   * How many numbers of each kind. Absent: as many as were issued in the week before the last document, and
   * at least a thousand.
   */
  readonly count?: number | undefined;
};

type SkippedNumbers = { readonly kind: PaperKind; readonly first: string; readonly last: string };

/** For all kinds, also without a document yet: the first of the year may be among those that were lost. */
export const skipNumbers = (db: Db, { reason, now, count }: SkipRequest): Promise<SkippedNumbers[]> =>
  transaction(db, async (tx) => {
    const year = getYear(now);
    const skipped: SkippedNumbers[] = [];
    for (const kind of paperKinds) {
      const before = await queries.lockSeries(tx, kind, year);
      const last = before + (count ?? Math.max(MIN_SKIPPED, await queries.countLatest(tx, kind, WEEK_MS)));
      await queries.insertGap(tx, { kind, year, first: before + 1, last, reason, recordedAt: now });
      await queries.setLast(tx, kind, year, last);
      skipped.push({ kind, first: formatDocumentNumber(kind, year, before + 1), last: formatDocumentNumber(kind, year, last) });
    }
    return skipped;
  });
