// Pieces, deliveries and the messages about them.
import type { Sql } from './database.ts';

export type PieceRow = {
  readonly id: string;
  readonly state: string;
  readonly dueAt: Date | null;
  readonly mayBeginAt: Date | null;
  readonly heldSince: Date | null;
  readonly triedAt: Date | null;
  readonly makerError: string | null;
};

const columns =
  'id, state, due_at as "dueAt", may_begin_at as "mayBeginAt", held_since as "heldSince", production_tried_at as "triedAt", trouble as "makerError"';

export async function pieceRow({ sql }: Sql, id: string): Promise<PieceRow> {
  const [row] = await sql<PieceRow>(`select ${columns} from order_piece where id = $1`, [id]);
  if (!row) throw new Error(`no piece ${id}`);
  return row;
}

/** The pieces of an order. */
export const listPieces = ({ sql }: Sql, orderId: string): Promise<PieceRow[]> =>
  sql(`select ${columns} from order_piece where order_id = $1 order by position`, [orderId]);

/** The pieces whose program failed. */
export const failedPieces = ({ sql }: Sql): Promise<PieceRow[]> =>
  sql(`select ${columns} from order_piece where trouble is not null order by id`);

/** The id of a piece that can be taken at this time, of a paid order. */
export const someReadyPiece = async ({ sql }: Sql, at: Date): Promise<string | undefined> =>
  (
    await sql<{ id: string }>(
      `select piece.id from order_piece piece join shop_order o on o.id = piece.order_id
       where piece.state = 'ready' and piece.may_begin_at <= $1 and o.status = 2 order by md5(piece.id::text) limit 1`,
      [at],
    )
  )[0]?.id;

export const startPieceNow = ({ sql }: Sql, id: string, now: Date) =>
  sql('update order_piece set may_begin_at = $2, due_at = $2 where id = $1', [id, now]);

/** The piece has been due for these hours longer. */
export const agePiece = ({ sql }: Sql, id: string, hours: number) =>
  sql('update order_piece set due_at = due_at - make_interval(hours => $2) where id = $1', [id, hours]);

/** The clock of the piece waits, as after a question to the customer. */
export const pausePiece = ({ sql }: Sql, id: string) =>
  sql('update order_piece set waits_since = now(), left_seconds = 60, due_at = null where id = $1', [id]);

/** Marks a piece as delivered without a delivery. */
export const markDelivered = ({ sql }: Sql, id: string, at: Date) =>
  sql(`update order_piece set state = 'delivered', due_at = null, version = 1, accept_at = $2 where id = $1`, [id, at]);

/** As by an operator, after a revision was asked for. */
export const cancelPiece = ({ sql }: Sql, id: string) => sql(`update order_piece set state = 'cancelled' where id = $1`, [id]);

/** Every order becomes one of this service; its pieces stay what they are. */
export const sellAsBundle = ({ sql }: Sql, service: number) => sql('update shop_order set service_type = $1', [service]);

export type DeliveryRow = { readonly accountId: string; readonly deliveredAt: Date };

export async function deliveryRow({ sql }: Sql, id: string): Promise<DeliveryRow> {
  const [row] = await sql<DeliveryRow>('select account_id as "accountId", delivered_at as "deliveredAt" from delivery where id = $1', [id]);
  if (!row) throw new Error(`no delivery ${id}`);
  return row;
}

/** Repeats the first delivery of a piece as further versions. */
export const addVersions = ({ sql }: Sql, pieceId: string, count: number) =>
  sql(
    `insert into delivery select (jsonb_populate_record(delivery, jsonb_build_object('id', gen_random_uuid(), 'version', version + place))).*
     from delivery cross join generate_series(1, $2) as place where piece_id = $1`,
    [pieceId, count],
  );

export const deleteLaterVersions = ({ sql }: Sql, pieceId: string) =>
  sql('delete from delivery where piece_id = $1 and version > 1', [pieceId]);

export const noteCount = async ({ sql }: Sql, accountId: string): Promise<number> =>
  (await sql('select from piece_note where account_id = $1', [accountId])).length;

/** How many messages there are about these pieces, or about all. */
export const pieceMessageCount = async ({ sql }: Sql, pieceIds?: readonly string[]): Promise<number> =>
  (await sql('select from piece_message where $1::uuid[] is null or piece_id = any($1)', [pieceIds ?? null])).length;

/** Naive version of taking the next piece: looks for it first and takes it later. */
export async function prepareNaiveTake({ sql }: Sql, maker: string, at: Date): Promise<() => Promise<string | undefined>> {
  const [next] = await sql<{ id: string }>(
    `select id from order_piece where state = 'ready' and maker_id is null and may_begin_at is not null order by due_at, id limit 1`,
  );
  return async () => {
    if (next) await sql(`update order_piece set maker_id = $2, state = 'inWork', taken_at = $3 where id = $1`, [next.id, maker, at]);
    return next?.id;
  };
}

/** Naive version of numbering deliveries: counts first and inserts later; the insert returns the version. */
export async function naiveDeliveries({ sql }: Sql, pieceId: string): Promise<() => Promise<() => Promise<number>>> {
  await sql('create table naive_delivery (piece_id uuid not null, version integer not null)');
  return async () => {
    const version = (await sql('select from naive_delivery where piece_id = $1', [pieceId])).length + 1;
    return async () => {
      await sql('insert into naive_delivery values ($1, $2)', [pieceId, version]);
      return version;
    };
  };
}

/** No new piece is assigned to anyone. */
export const forgetAssignment = ({ sql }: Sql) => sql('with gone as (delete from customer_maker) delete from operator_work');

/** Two nodes that count the load before either has assigned; returns how many pieces are assigned. */
export async function naiveAssignments({ sql }: Sql, room: number): Promise<number> {
  await sql('create table naive_assignment (piece integer not null)');
  const count = async () => (await sql('select from naive_assignment')).length;
  const loads = await Promise.all([count(), count()]);
  for (const [piece, load] of loads.entries()) if (load < room) await sql('insert into naive_assignment values ($1)', [piece]);
  return count();
}

/** Two approvals that read the submission before either has sent it; returns how many would send it. */
export async function naiveApprovals({ sql }: Sql, pieceId: string): Promise<number> {
  const read = () => sql('select from order_piece where id = $1 and submission is not null', [pieceId]);
  const seen = await Promise.all([read(), read()]);
  await sql('update order_piece set submission = null where id = $1', [pieceId]);
  return seen.flat().length;
}

/** Changes that break a rule of the audit, each for one piece. */
export const workBreaches = {
  'paid piece that may not begin': 'update order_piece set may_begin_at = null where id = $1',
  'piece of a maker whose access has ended': `with gone as (insert into operator (id, email, email_key, name, role, created_at, ended_at)
      values (gen_random_uuid(), 'gone@desk.example', 'gone@desk.example', 'Gone', 'maker', now(), now()) returning id)
    update order_piece set maker_id = (select id::text from gone) where id = $1`,
  'clock that runs and waits': 'update order_piece set waits_since = now(), left_seconds = 5 where id = $1',
  'work without a maker': 'update order_piece set maker_id = null, taken_at = null where id = $1',
  'work begun too early': `update order_piece set may_begin_at = taken_at + interval '1 day' where id = $1`,
  'version without a delivery': 'update order_piece set version = 2 where id = $1',
  'accepted piece whose delivery is not': `update order_piece set state = 'accepted', accept_at = null where id = $1`,
  'acceptance time without a delivery': 'update order_piece set accept_at = now() where id = $1',
  'second delivery without a revision': `with more as (insert into delivery select gen_random_uuid(), piece_id, order_id, account_id, service_type, 2::smallint,
      text, report, jsonb_set(passport, '{version}', '2'), delivered_at, by_id, by_name, null, null, null from delivery where piece_id = $1)
    update order_piece set version = 2 where id = $1`,
  'changed text of a delivery': `update delivery set text = text || '!' where piece_id = $1`,
  'delivery of another account': 'update delivery set account_id = gen_random_uuid() where piece_id = $1',
  'delivered order with an undelivered piece':
    'update shop_order set status = 4 where id = (select order_id from order_piece where id = $1)',
  'mark that quotes another text': `with asked as (insert into delivery_revision select gen_random_uuid(), piece_id, account_id, id, now(), '',
      '[{"from": 0, "to": 1, "quote": "never said", "note": ""}]' from delivery where piece_id = $1)
    update order_piece set state = 'revisionAsked', accept_at = null, due_at = now() where id = $1`,
  'pin on a file that is not there': `with asked as (insert into delivery_revision select gen_random_uuid(), piece_id, account_id, id, now(), '', '[]',
      '[{"fileId": "00000000-0000-0000-0000-000000000000", "x": 0.5, "y": 0.5, "note": "here"}]' from delivery where piece_id = $1)
    update order_piece set state = 'revisionAsked', accept_at = null, due_at = now() where id = $1`,
} as const;

export type WorkBreach = keyof typeof workBreaches;

export const breakWork = ({ sql }: Sql, breach: WorkBreach, pieceId: string) => sql(workBreaches[breach], [pieceId]);

// Invoices, and naive ways of numbering them.

export const invoiceNumbers = async ({ sql }: Sql): Promise<number[]> =>
  (await sql<{ serial: number }>(`select serial from billing_document where kind = 'invoice' order by serial`)).map(({ serial }) => serial);

/** Naive version: a sequence, of which failed inserts lose numbers; returns the numbers in use. */
export async function numberBySequence({ sql }: Sql, causes: readonly string[]): Promise<number[]> {
  await sql('create sequence naive_serial');
  await sql('create table naive_sequence_paper (serial bigint, cause uuid)');
  const insert = (cause: string, index: number) =>
    sql(`insert into naive_sequence_paper values (nextval('naive_serial'), $1) returning serial / ($2 * serial)`, [cause, index % 7]);
  await Promise.all(causes.map((cause, index) => insert(cause, index).catch(() => undefined)));
  return toNumbers(await sql<{ serial: string }>('select serial from naive_sequence_paper order by serial'));
}

/** Naive version: the highest number plus one; returns the numbers in use. */
export async function numberByMaximum({ sql }: Sql, causes: readonly string[]): Promise<number[]> {
  await sql('create table naive_maximum_paper (serial bigint, cause uuid)');
  const insert = (cause: string) =>
    sql(
      'insert into naive_maximum_paper select coalesce(max(serial), 0) + 1, $1 from naive_maximum_paper, (select pg_sleep(0.005)) as slow',
      [cause],
    );
  await Promise.all(causes.map(insert));
  return toNumbers(await sql<{ serial: string }>('select serial from naive_maximum_paper order by serial'));
}

const toNumbers = (rows: readonly { serial: string }[]): number[] => rows.map(({ serial }) => Number(serial));

/**
 * Whether the contents of documents are stored compressed, and their size as a part of what they are
 * uncompressed.
 */
export const storedContents = ({ sql }: Sql): Promise<{ compression: string | null; part: number }[]> =>
  sql(`select pg_column_compression(content) as compression, pg_column_size(content)::float / pg_column_size(content || '{}') as part
    from billing_document`);

export const changeGap = ({ sql }: Sql) => sql('update billing_document_gap set last = last + 1');

export const logoCount = async ({ sql }: Sql): Promise<number> => (await sql('select from billing_document_logo')).length;
