// Points of the balance line, from 0 to 100 on both axes. Pure.
export type BalancePoint = { readonly at: string; readonly balanceAfter: number };
export type Drawn = { readonly path: string; readonly most: number };

const CHART_SIZE = 100;
/** A hundredth of the chart is thinner than the line. */
const round = (value: number): number => Math.round(value * 100) / 100;

/**
 * `moments`: oldest first. A balance is constant between transfers, so the line has steps and ends at the
 * right edge, which is now.
 */
export function drawBalance(moments: readonly BalancePoint[], now: Date): Drawn {
  const most = Math.max(1, ...moments.map(({ balanceAfter }) => balanceAfter));
  const times = moments.map(({ at }) => new Date(at).getTime());
  const first = times[0] ?? now.getTime();
  const span = Math.max(1, now.getTime() - first, ...times.map((time) => time - first));
  const steps = moments.map(({ balanceAfter }, index) => {
    const x = round((((times[index] ?? first) - first) / span) * CHART_SIZE);
    const y = round(CHART_SIZE - (balanceAfter / most) * CHART_SIZE);
    return index === 0 ? `M${x} ${y}` : `H${x}V${y}`;
  });
  return { path: moments.length === 0 ? '' : `${steps.join('')}H${CHART_SIZE}`, most };
}

/** The last one of each calendar day in the user's time zone; oldest first. */
export function listDayEnds<M extends BalancePoint>(moments: readonly M[], truncateToDay: (at: string) => string): readonly M[] {
  const last = new Map<string, M>();
  for (const moment of moments) last.set(truncateToDay(moment.at), moment);
  return [...last.values()];
}
