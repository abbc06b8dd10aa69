// Writes the audit log: one entry per action, in the action's own transaction.

import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Operator } from '#lib/people/operator.ts';
import { personName } from '#lib/people/person-name.ts';
import { peopleOf } from '#modules/accounts/actions.ts';
import { orderNumbers } from '#modules/orders/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import * as queries from '../queries.ts';
import type { AuditLine, AuditRequest } from '../shapes.ts';

export type AuditChange = {
  /** The action's name, such as "piece.take". */
  readonly act: string;
  readonly about: { readonly kind: string; readonly id: string };
  readonly before?: unknown;
  readonly after?: unknown;
  readonly why?: string | undefined;
};

export const writeAudit = (tx: DbClient, by: Operator, at: Date, { act, about, before, after, why }: AuditChange): Promise<void> =>
  queries.insertAudit(tx, {
    at,
    operatorId: by.id,
    act,
    subjectKind: about.kind,
    subjectId: about.id,
    before: before ?? null,
    after: after ?? null,
    why: why ?? null,
  });

export async function readAudit(of: DbClient, request: AuditRequest): Promise<AuditLine[]> {
  const rows = await queries.auditRows(of, request);
  const subjects = await subjectsOf(of, rows);
  return rows.map(({ id, at, operatorId, act, subjectKind, subjectId, before, after, why }) => ({
    id,
    at: at.toISOString(),
    operatorId,
    act,
    kind: subjectKind,
    about: subjectId,
    label: null,
    currency: null,
    ...subjects.get(subjectId),
    before,
    after,
    why,
  }));
}

type Subject = Pick<AuditLine, 'label'> & { readonly currency?: CurrencyNumber };
type AuditRow = Awaited<ReturnType<typeof queries.auditRows>>[number];

/** What people call the orders and customers of some entries, by id. */
async function subjectsOf(of: DbClient, rows: readonly AuditRow[]): Promise<ReadonlyMap<string, Subject>> {
  const idsOf = (kind: string): string[] => [
    ...new Set(rows.filter(({ subjectKind }) => subjectKind === kind).map(({ subjectId }) => subjectId)),
  ];
  const [orders, people] = await Promise.all([orderNumbers(of, idsOf('order')), peopleOf(of, idsOf('customer'))]);
  return new Map<string, Subject>([
    ...orders.map(({ id, number, currency }) => [id, { label: number, currency }] as const),
    ...people.flatMap(({ id, email, erasedAt, ...names }) => (erasedAt ? [] : [[id, { label: personName(names) || email }] as const])),
  ]);
}
