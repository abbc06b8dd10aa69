// What was done at the desk: one line for each act, written in the act's own transaction, so that neither is there without the other.
import type { DbClient } from '../../../infra/database/database.ts';
import type { Operator } from '../../../lib/people/operator.ts';
import * as queries from '../queries.ts';
import type { AuditAsk, AuditLine } from '../shapes.ts';

export type AuditChange = {
  /** What was done, as a word or two: "piece.take". */
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

export async function readAudit(of: DbClient, ask: AuditAsk): Promise<AuditLine[]> {
  const rows = await queries.auditRows(of, ask);
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
