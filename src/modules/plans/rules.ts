// What plans have been paid for and not delivered yet. Pure.
import { type CreditEntry, countDays, listLots, type PlanMonth } from '#modules/orders/months/rules.ts';

/** `price`: of the month's order. */
export type PaidMonth = PlanMonth & { readonly price: number };

export type RunningPlan = {
  readonly months: readonly PaidMonth[];
  readonly entries: readonly CreditEntry[];
  /** Credits of requests that are not delivered, by month. */
  readonly open: ReadonlyMap<string, number>;
  readonly endsAt: Date | null;
  readonly pausedAt: Date | null;
};

const share = (price: number, part: number, all: number): number => Number((BigInt(price) * BigInt(part)) / BigInt(Math.max(1, all)));

/**
 * `left`: credits that can still be requested; null if unlimited. `open`: those of requests that wait or are
 * in work. `value`: both, at the price of their months; of an unlimited plan, the days that have not begun.
 */
export function computeValueOwed({ months, entries, open, endsAt, pausedAt }: RunningPlan, now: Date) {
  const inWork = [...open.values()].reduce((sum, credits) => sum + credits, 0);
  const newest = months.at(-1);
  if (newest?.plan.requests === null) {
    const { days, begun } = countDays({ period: newest.period, endsAt: endsAt ?? now, until: pausedAt ?? now });
    return { left: null, open: inWork, value: share(newest.price, days - begun, days) };
  }
  const left = new Map(listLots(months, entries).map(({ monthId, credits }) => [monthId, credits]));
  const owed = months.map(({ id, price, plan }) => share(price, (left.get(id) ?? 0) + (open.get(id) ?? 0), plan.requests ?? 0));
  return {
    left: [...left.values()].reduce((sum, credits) => sum + credits, 0),
    open: inWork,
    value: owed.reduce((sum, value) => sum + value, 0),
  };
}
