// Orders and invoices of the system before, as their client and the desk read them.

import { toIsoOrNull } from '#lib/time/date.ts';
import { UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { Download } from '#platform/http/api-routes.ts';
import * as queries from './queries-history.ts';
import type { History } from './shapes.ts';

export type HistoryDeps = { readonly ctx: AppContext; readonly store: Pick<FileStore, 'read'> };

/** More than any client has. */
const MAX_LISTED = 1_000;

export async function readHistory({ ctx }: HistoryDeps, accountId: string): Promise<History> {
  const { orm } = ctx.db;
  const [orders, invoices] = await Promise.all([
    queries.listPastOrders(orm, accountId, MAX_LISTED),
    queries.listPastInvoices(orm, accountId, MAX_LISTED),
  ]);
  return {
    orders: orders.map(({ runId: _, accountId: __, createdAt, deliveredAt, ...order }) => ({
      ...order,
      createdAt: createdAt.toISOString(),
      deliveredAt: toIsoOrNull(deliveredAt),
    })),
    invoices: invoices.map(({ id, number, issuedAt, net, vat, total, currency, open, dueAt, file }) => ({
      ...{ id, number, issuedAt: issuedAt.toISOString(), net, vat, total, currency, open },
      ...{ dueAt: toIsoOrNull(dueAt), hasFile: file !== '' },
    })),
  };
}

/** Another client's invoice is a 404, like one without a file. */
export async function readHistoryPdf({ ctx, store }: HistoryDeps, accountId: string | undefined, id: string): Promise<Download> {
  const found = await queries.findPastInvoice(ctx.db.orm, id);
  const stored = found && found.accountId === accountId && found.file !== '' ? await store.read(id) : undefined;
  if (!found || !stored) throw new UserError(404);
  return new Download({ name: `${found.number.replaceAll(/[^\w-]+/g, '-')}.pdf`, bytes: undefined, stream: stored });
}
