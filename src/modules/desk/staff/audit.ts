// Writes the audit log: one entry per action, in the action's own transaction.
import type { DbClient } from '../../../infra/database/database.ts';
import type { Operator } from '../../../lib/people/operator.ts';
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
  return rows.map(({ id, at, operatorId, act, subjectKind, subjectId, before, after, why }) => ({
    id,
    at: at.toISOString(),
    operatorId,
    act,
    kind: subjectKind,
    about: subjectId,
    before,
    after,
    why,
  }));
}
