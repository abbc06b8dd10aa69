// What other modules use of the staff: who asks, what they may, and the audit log, which has one entry per
// action, written in the action's own transaction.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Operator, Viewer } from '#lib/people/operator.ts';
import { formatPersonName } from '#lib/people/person-name.ts';
import { UserError } from '#lib/user-error.ts';
import { findPeople } from '#modules/accounts/queries-desk.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { Download, Streaming } from '#platform/http/api-routes.ts';
import type { ByteBody } from '#platform/http/bytes.ts';
import { takePoints } from '#platform/limits/limits.ts';
import type { DeskApi, DeskCall, DeskInput, DeskOutput } from '../../desk-api.ts';
import * as queries from './queries.ts';
import type { AuditLine, AuditRequest } from './shapes.ts';
import type { AuditRow } from './shapes-calls.ts';
import { mayDo } from './shapes-roles.ts';

/** The authenticated operator, set by the guard. */
export type OperatorSession = {
  readonly sessionId: string;
  readonly endsAt: Date;
  /** Confirmed recently. */
  readonly isConfirmed: boolean;
  readonly operator: queries.OperatorRow;
};

type CallSession<C extends DeskCall> = DeskApi[C]['may'] extends 'open' ? undefined : OperatorSession;

type CallBody<C extends DeskCall> = DeskApi[C] extends { body: 'bytes' } ? ByteBody : undefined;

type DeskRequest<C extends DeskCall> = {
  readonly input: DeskInput<C>;
  readonly body: CallBody<C>;
  readonly session: CallSession<C>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers with nothing returns nothing
type Answered<C extends DeskCall> = (undefined extends DeskOutput<C> ? void : DeskOutput<C>) | Download | Streaming;

/** What a line of the audit log says besides the action. The reason is the request's. */
export type AuditEntry = {
  readonly id: string;
  /** If the row names several. */
  readonly act?: string;
  readonly about?: string;
  readonly before?: unknown;
  readonly after?: unknown;
};

/** `afterCommit`: what follows, such as a call of another system; it may have the answer. */
type Answer<A> = A extends void
  ? { readonly answer?: undefined; readonly afterCommit?: () => Promise<void> }
  : { readonly answer: A } | { readonly afterCommit: () => Promise<A> };

/**
 * What a call did: a line for each thing that changed, and none for a repeated request. `isOld`: another
 * change came first, so it is prepared again.
 */
export type Done<A = void> = { readonly entries: readonly AuditEntry[]; readonly isOld?: boolean } & Answer<A>;

type Handler<C extends DeskCall, Row = DeskApi[C]> = Row extends { kind: 'own' } | { audit: { none: string } }
  ? (request: DeskRequest<C>) => Promise<Answered<C>>
  : Row extends { kind: 'write'; prepares: true }
    ? (request: DeskRequest<C>) => Promise<(tx: DbClient) => Promise<Done<Answered<C>>>>
    : Row extends { kind: 'write' }
      ? (tx: DbClient, request: DeskRequest<C>) => Promise<Done<Answered<C>>>
      : Row extends { audit: AuditRow }
        ? (request: DeskRequest<C>) => Promise<Done<Answered<C>>>
        : (request: DeskRequest<C>) => Promise<Answered<C>>;

export type DeskHandlers<C extends DeskCall = DeskCall> = { readonly [K in C]: Handler<K> };

/** The operator as other modules take it. */
export const toOperator = ({ operator: { id, name } }: OperatorSession): Operator => ({ id, name });

/** Undefined: the role sees all pieces. Others see their own and unassigned pieces, without prices. */
export const getViewer = ({ operator }: Pick<OperatorSession, 'operator'>): Viewer | undefined =>
  mayDo(operator, 'queue.all') ? undefined : { id: operator.id, seesNames: mayDo(operator, 'queue.names') };

/** Locks the operator inside a transaction, so that work cannot be assigned after their access has ended. */
export async function lockActiveSession(tx: DbClient, { operator: { id } }: OperatorSession): Promise<void> {
  if (!(await queries.lockActiveOperator(tx, id))) throw new UserError(401);
}

/** Undefined if the operator has not joined, or does not work here any more. */
export async function lockColleague(tx: DbClient, id: string): Promise<queries.OperatorRow | undefined> {
  const found = await queries.lockActiveOperator(tx, id);
  return found?.joinedAt ? found : undefined;
}

/** Former operators included, because what they did names them. */
export const listOperators = (of: DbClient) => queries.listTeamRows(of);

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

/** What the audit log asks of the orders, a later module. */
export type AuditedOrders = {
  numbers(of: DbClient, ids: readonly string[]): Promise<readonly { id: string; number: string; currency: CurrencyNumber }[]>;
};

export async function readAudit(of: DbClient, orders: AuditedOrders, request: AuditRequest): Promise<AuditLine[]> {
  const rows = await queries.listAuditRows(of, request);
  const subjects = await findSubjects(of, orders, rows);
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
type StoredLine = Awaited<ReturnType<typeof queries.listAuditRows>>[number];

/** What people call the orders and customers of some entries, by id. */
async function findSubjects(of: DbClient, orders: AuditedOrders, rows: readonly StoredLine[]): Promise<ReadonlyMap<string, Subject>> {
  const listIds = (kind: string): string[] => [
    ...new Set(rows.filter(({ subjectKind }) => subjectKind === kind).map(({ subjectId }) => subjectId)),
  ];
  const [numbers, people] = await Promise.all([orders.numbers(of, listIds('order')), findPeople(of, listIds('customer'))]);
  return new Map<string, Subject>([
    ...numbers.map(({ id, number, currency }) => [id, { label: number, currency }] as const),
    ...people.flatMap(({ id, email, erasedAt, ...names }) =>
      erasedAt ? [] : [[id, { label: formatPersonName(names) || email }] as const],
    ),
  ]);
}

/** Sent with a filter; they choose no rows. */
const notFilters: ReadonlySet<string> = new Set(['sort', 'zone']);

type ListDownload<F> = {
  readonly list: 'orders' | 'payments' | 'invoices' | 'customers' | 'services' | 'automation runs';
  readonly filter: F;
};

/**
 * Downloads a whole list. Limited per operator, because it reads many rows, and audited with the names of the
 * filters that were set, without their values, which may be a customer's name.
 */
export async function downloadList<F extends object>(
  ctx: AppContext,
  { operator }: OperatorSession,
  { list, filter }: ListDownload<F>,
  open: (filter: F) => Promise<Download>,
): Promise<Done<Download>> {
  await takePoints(ctx, [{ limit: 'desk.file', of: operator.id }]);
  const filters = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined || value === '' || notFilters.has(name) ? [] : [name],
  );
  return { entries: [{ id: list, after: { filters } }], afterCommit: () => open(filter) };
}
