// Downloads of whole lists. Each is limited per operator, because it reads many rows, and recorded, because
// it takes personal data out of the shop.
import { transaction } from '#platform/database/database.ts';
import type { Download } from '#platform/http/api-routes.ts';
import { takePoints } from '#platform/limits/limits.ts';
import type { Selling } from './selling.ts';
import { writeAudit } from './staff/audit.ts';
import type { OperatorSession } from './staff/auth.ts';

/** Sent with a filter; they choose no rows. */
const notFilters: ReadonlySet<string> = new Set(['sort', 'zone']);

/**
 * `filter`: the audit log names the filters that were set, without their values, which may be a customer's
 * name.
 */
export async function downloadAct<F extends object>(
  selling: Selling,
  { operator }: OperatorSession,
  { list, filter }: { readonly list: 'orders' | 'payments' | 'invoices' | 'customers' | 'services'; readonly filter: F },
  open: (selling: Selling, filter: F) => Promise<Download>,
): Promise<Download> {
  const { ctx } = selling.checkout;
  await takePoints(ctx, [{ limit: 'desk.file', of: operator.id }]);
  const file = await open(selling, filter);
  const filters = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined || value === '' || notFilters.has(name) ? [] : [name],
  );
  await transaction(ctx.db, (tx) =>
    writeAudit(tx, operator, ctx.clock.now(), { act: 'list.download', about: { kind: 'list', id: list }, after: { filters } }),
  );
  return file;
}
