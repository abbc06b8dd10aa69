// Merges a reloaded statement into the pages already loaded. Pure.
import type { Statement } from '#modules/wallet/shapes.ts';

type StatementPages = Pick<Statement, 'lines' | 'more'>;

/**
 * The newest page, then the older ones: transfers never change. If more than one page is new, those in
 * between are missing.
 */
export function mergeStatement(now: StatementPages, fresh: StatementPages): StatementPages {
  const oldest = fresh.lines.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  const joins = (now.lines[0]?.id ?? 0) >= oldest;
  const older = joins ? now.lines.filter(({ id }) => id < oldest) : [];
  return older.length > 0 ? { lines: [...fresh.lines, ...older], more: now.more } : fresh;
}
