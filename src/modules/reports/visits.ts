// Counts the first steps of the order funnel: page views of visitors who consented, and customers who had a
// cart priced. Counts in memory and flushes regularly; stores only day, step and number.

import { getDayIn } from '#lib/time/days.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Handlers, RequestContext } from '#platform/http/api-routes.ts';
import { getAddressKey } from '#platform/limits/limits.ts';
import { formatCause } from '#platform/logging/log.ts';
import { addVisits } from './queries.ts';
import type { FunnelStep } from './shapes.ts';
import type { VisitPage } from './shapes-visits.ts';

const FLUSH_MS = 30_000;
const MINUTE_MS = 60_000;
/** Page views counted per address and minute. */
const MAX_FROM_ONE = 60;
/** Bounds the memory of the rate limit; addresses beyond it are counted without a limit. */
const MAX_REMEMBERED = 20_000;

/** Robots that identify themselves are not counted. */
const robots = /bot|crawl|spider|slurp|preview|headless|lighthouse|monitor|curl|wget|python|^$/i;

export type VisitCounter = ReturnType<typeof createVisitCounter>;
type CountedStep = Extract<FunnelStep, VisitPage | 'quoted'>;

export function createVisitCounter({ db, clock, log }: AppContext, zone: () => string) {
  let counts = new Map<string, { day: string; step: CountedStep; count: number }>();
  let visitsThisMinute = { minute: 0, from: new Map<string, number>() };
  let quotedToday = { day: '', accounts: new Set<string>() };

  const add = (day: string, step: CountedStep): void => {
    const key = `${day} ${step}`;
    const row = counts.get(key) ?? { day, step, count: 0 };
    row.count += 1;
    counts.set(key, row);
  };

  async function flush(): Promise<void> {
    if (counts.size === 0) return;
    const visits = [...counts.values()];
    counts = new Map();
    try {
      await addVisits(db.orm, visits);
    } catch (cause) {
      log.warn({ cause: formatCause(cause) }, 'desk.visits.failed');
    }
  }

  const timer = setInterval(() => void flush(), FLUSH_MS).unref();
  return {
    countOpened(page: VisitPage, { address, agent }: { readonly address: string; readonly agent: string }): void {
      if (robots.test(agent)) return;
      const now = clock.now();
      const minute = Math.floor(now.getTime() / MINUTE_MS);
      if (visitsThisMinute.minute !== minute) visitsThisMinute = { minute, from: new Map() };
      const key = getAddressKey(address);
      const before = visitsThisMinute.from.get(key) ?? 0;
      if (before >= MAX_FROM_ONE) return;
      if (before > 0 || visitsThisMinute.from.size < MAX_REMEMBERED) visitsThisMinute.from.set(key, before + 1);
      add(getDayIn(zone(), now), page);
    },

    /** A cart is priced on each change, so each customer counts once a day. */
    countQuoted(accountId: string): void {
      const day = getDayIn(zone(), clock.now());
      if (quotedToday.day !== day) quotedToday = { day, accounts: new Set() };
      if (quotedToday.accounts.has(accountId) || quotedToday.accounts.size >= MAX_REMEMBERED) return;
      quotedToday.accounts.add(accountId);
      add(day, 'quoted');
    },

    flush,

    async stop(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}

export const visitRoutes = (visits: VisitCounter): Pick<Handlers, 'POST /api/visits'> => ({
  async 'POST /api/visits'({ input, request }) {
    visits.countOpened(input.page, { address: request.ip, agent: request.headers['user-agent'] ?? '' });
  },
});

/** Wraps the cart routes: counts a quote if it has a price. */
export const withQuoteCount = <Routes extends Pick<Handlers, 'POST /api/orders/quote'>>(routes: Routes, visits: VisitCounter): Routes => ({
  ...routes,
  async 'POST /api/orders/quote'(request: RequestContext<'POST /api/orders/quote'>) {
    const answer = await routes['POST /api/orders/quote'](request);
    visits.countQuoted(request.caller.accountId);
    return answer;
  },
});
