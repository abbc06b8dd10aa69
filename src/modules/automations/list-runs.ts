// The log of an automation's runs, page by page and as a CSV file, and what their events are about.

import { findCustomersByIds } from '#modules/accounts/actions.ts';
import { findEvents, type ShopEvent } from '#modules/events/queries.ts';
import { orderNumbers } from '#modules/orders/desk/queries.ts';
import type { Download } from '#platform/http/api-routes.ts';
import { createCsvDownload, formatCsvTime, getNextCursor } from '#platform/http/csv-download.ts';
import type { AutomationDeps } from './carry-out.ts';
import * as queries from './queries.ts';
import type { AutomationRuns, AutomationRunsRequest } from './shapes.ts';

const PAGE_ROWS = 50;
const FILE_PAGE_ROWS = 200;

type Listed = AutomationRunsRequest & { readonly limit?: number };

export async function listRuns({ ctx }: AutomationDeps, { id, before, limit = PAGE_ROWS }: Listed): Promise<AutomationRuns> {
  const found = await queries.listRuns(ctx.db.orm, { automationId: id, before, limit: limit + 1 });
  const runs = found.slice(0, limit);
  const events = await findEvents(
    ctx.db.orm,
    runs.map(({ eventId }) => eventId),
  );
  const eventsById = new Map(events.map((event) => [event.id, event]));
  const subjects = await findSubjects(ctx, events);
  return {
    runs: runs.map(({ id: run, eventId, createdAt, ranAt, state, error }) => {
      const event = eventsById.get(eventId);
      const subject = event ? subjects(event) : { label: '', link: null };
      return { id: run, state, error, ...subject, at: (ranAt ?? createdAt).toISOString() };
    }),
    more: found.length > limit,
  };
}

export const runsFile = (deps: AutomationDeps, id: string): Promise<Download> =>
  createCsvDownload<AutomationRuns['runs'][number]>(deps.ctx.clock.now(), {
    name: 'automation-runs',
    columns: {
      'Time (UTC)': ({ at }) => formatCsvTime(at),
      About: ({ label }) => label,
      State: ({ state }) => state,
      Error: ({ error }) => error ?? '',
    },
    page: async (before) => {
      const { runs, more } = await listRuns(deps, { id, before, limit: FILE_PAGE_ROWS });
      return { rows: runs, next: getNextCursor(runs, more) };
    },
  });

type Subject = { readonly at: string; readonly label: string; readonly link: string | null };

/** What people call what an event is about, with its page of the desk. */
export async function findSubjects(ctx: AutomationDeps['ctx'], events: readonly ShopEvent[]): Promise<(event: ShopEvent) => Subject> {
  const ids = (name: 'orderId' | 'accountId') => [...new Set(events.flatMap((event) => event[name] ?? []))];
  const [orders, clients] = await Promise.all([orderNumbers(ctx.db.orm, ids('orderId')), findCustomersByIds(ctx, ids('accountId'))]);
  const numbers = new Map(orders.map(({ id, number }) => [id, number]));
  return ({ happenedAt, ticketNumber, orderId, accountId }) => {
    const at = happenedAt.toISOString();
    if (ticketNumber) return { at, label: ticketNumber, link: `/tickets/${ticketNumber}` };
    if (orderId) return { at, label: numbers.get(orderId) ?? '', link: `/orders/${orderId}` };
    const client = accountId ? clients.get(accountId) : undefined;
    return { at, label: client ? client.name || client.email : 'Deleted account', link: client ? `/customers/${client.id}` : null };
  };
}
