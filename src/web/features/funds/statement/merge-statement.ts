// A statement that is asked for anew while somebody reads it. Pure.
import type { Statement } from '../../../../modules/wallet/shapes.ts';

type Read = Pick<Statement, 'lines' | 'more'>;

/** The newest page, and after it what was loaded of the older ones: movements never change. Where more has come than a page holds, those in between are not known. */
export function mergeStatement(now: Read, fresh: Read): Read {
  const oldest = fresh.lines.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  const joins = (now.lines[0]?.id ?? 0) >= oldest;
  const older = joins ? now.lines.filter(({ id }) => id < oldest) : [];
  return older.length > 0 ? { lines: [...fresh.lines, ...older], more: now.more } : fresh;
}
