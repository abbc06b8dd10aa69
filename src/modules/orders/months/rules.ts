// The credits of a plan: what is left of each month, what a request spends, and how much of a month was
// delivered. Pure.
import type { Plan } from '#modules/catalogue/shapes.ts';
import type { ValuedPiece } from '../refunds/rules.ts';

/** A paid month. */
export type PlanMonth = { readonly id: string; readonly period: Date; readonly plan: Plan };
/** Spent of a month; negative: returned. */
export type CreditEntry = { readonly monthId: string; readonly credits: number; readonly at: Date };
export type Lot = { readonly monthId: string; readonly credits: number };

const sumCredits = (entries: readonly CreditEntry[]): number => entries.reduce((sum, { credits }) => sum + credits, 0);

/**
 * What is left of each month in the newest one, the oldest first. At the beginning of each period, what is
 * too old lapses, and of the rest what is more than the maximum, from the oldest on. A credit that returns
 * belongs to its month, and lapses with it.
 */
export function listLots(months: readonly PlanMonth[], entries: readonly CreditEntry[]): Lot[] {
  const ordered = months.toSorted((a, b) => a.period.getTime() - b.period.getTime());
  const lapsed = new Map<string, number>();
  const countLeft = ({ id, plan }: PlanMonth, before?: Date): number => {
    const counted = entries.filter(({ monthId, at }) => monthId === id && (!before || at < before));
    return Math.max(0, (plan.requests ?? 0) - sumCredits(counted) - (lapsed.get(id) ?? 0));
  };
  for (const [index, { period, plan }] of ordered.entries()) {
    let room = plan.rollover?.max ?? 0;
    for (const [age, month] of ordered.slice(0, index).toReversed().entries()) {
      const left = countLeft(month, period);
      const stays = plan.rollover && age < plan.rollover.periods ? Math.min(left, room) : 0;
      room -= stays;
      lapsed.set(month.id, (lapsed.get(month.id) ?? 0) + left - stays);
    }
  }
  const periods = ordered.at(-1)?.plan.rollover?.periods ?? 0;
  return ordered.slice(-1 - periods).map((month) => ({ monthId: month.id, credits: countLeft(month) }));
}

/** Of the oldest lots first. Undefined if they do not suffice. */
export function spendLots(lots: readonly Lot[], credits: number): Lot[] | undefined {
  let missing = credits;
  const spent = lots.flatMap(({ monthId, credits: left }) => {
    const part = Math.min(left, missing);
    missing -= part;
    return part > 0 ? [{ monthId, credits: part }] : [];
  });
  return missing === 0 ? spent : undefined;
}

const DAY_MS = 86_400_000;

/**
 * Of a month of an unlimited plan. `until`: now, or the begin of a pause, which moves the end. Every begun
 * day counts.
 */
export function countDays({ period, endsAt, until }: { readonly period: Date; readonly endsAt: Date; readonly until: Date }) {
  const days = new Date(Date.UTC(period.getUTCFullYear(), period.getUTCMonth() + 1, 0)).getUTCDate();
  const left = Math.floor((endsAt.getTime() - until.getTime()) / DAY_MS);
  return { days, begun: days - Math.min(days, Math.max(0, left)) };
}

/** A month as pieces of one value each: its credits, or the days of an unlimited one. */
export const toParts = (all: number, delivered: number): ValuedPiece[] =>
  Array.from({ length: all }, (_, index) => ({ state: index < delivered ? 'accepted' : 'ready', listValue: 1 }));
