// How often the first steps on the way to an order are taken: pages that were opened by visitors who have agreed to be counted, and customers who had a
// cart priced. Counted in memory and added up in one statement every now and then: no request waits for it, and what is kept is a day, a step and a number.
import type { AppContext } from '../../../infra/app-context.ts';
import type { Handlers, RequestContext } from '../../../infra/http/api-routes.ts';
import { causeLine } from '../../../infra/jobs/log.ts';
import { addressKey } from '../../../infra/limits/limits.ts';
import { dayIn } from '../../../lib/time/days.ts';
import { addVisits } from './queries.ts';
import type { FunnelStep } from './shapes.ts';
import type { VisitPage } from './shapes-visits.ts';

const FLUSH_MS = 30_000;
const MINUTE_MS = 60_000;
/** From one address within a minute: more is no visitor. */
const MAX_FROM_ONE = 60;
/** What is remembered meanwhile never fills the memory; whoever comes after so many others is counted without a limit. */
const MAX_REMEMBERED = 20_000;

/** They say so themselves; whoever does not, has at least agreed as a person does. */
const robots = /bot|crawl|spider|slurp|preview|headless|lighthouse|monitor|curl|wget|python|^$/i;

export type Visits = ReturnType<typeof openVisits>;
type Counted = Extract<FunnelStep, VisitPage | 'quoted'>;

export function openVisits({ db, clock, log }: AppContext, zone: string) {
  let counts = new Map<string, { day: string; step: Counted; count: number }>();
  let seen = { minute: 0, from: new Map<string, number>() };
  let quoting = { day: '', accounts: new Set<string>() };

  const add = (day: string, step: Counted): void => {
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
      log.warn({ cause: causeLine(cause) }, 'visits could not be counted');
    }
  }

  const timer = setInterval(() => void flush(), FLUSH_MS).unref();
  return {
    opened(page: VisitPage, { address, agent }: { readonly address: string; readonly agent: string }): void {
      if (robots.test(agent)) return;
      const now = clock.now();
      const minute = Math.floor(now.getTime() / MINUTE_MS);
      if (seen.minute !== minute) seen = { minute, from: new Map() };
      const key = addressKey(address);
      const before = seen.from.get(key) ?? 0;
      if (before >= MAX_FROM_ONE) return;
      if (before > 0 || seen.from.size < MAX_REMEMBERED) seen.from.set(key, before + 1);
      add(dayIn(zone, now), page);
    },

    /** A cart is priced with every change: each customer counts once a day. */
    quoted(accountId: string): void {
      const day = dayIn(zone, clock.now());
      if (quoting.day !== day) quoting = { day, accounts: new Set() };
      if (quoting.accounts.has(accountId) || quoting.accounts.size >= MAX_REMEMBERED) return;
      quoting.accounts.add(accountId);
      add(day, 'quoted');
    },

    flush,

    async stop(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}

export const visitRoutes = (visits: Visits): Pick<Handlers, 'POST /api/visits'> => ({
  async 'POST /api/visits'({ input, request }) {
    visits.opened(input.page, { address: request.ip, agent: request.headers['user-agent'] ?? '' });
  },
});

/** The same calls, of which pricing a cart is counted where it came to a price. */
export const countingQuotes = <Routes extends Pick<Handlers, 'POST /api/orders/quote'>>(routes: Routes, visits: Visits): Routes => ({
  ...routes,
  async 'POST /api/orders/quote'(ask: RequestContext<'POST /api/orders/quote'>) {
    const answer = await routes['POST /api/orders/quote'](ask);
    visits.quoted(ask.caller.accountId);
    return answer;
  },
});
