// Invoices, and naive ways of numbering them.
import type { Sql } from './sql.ts';

export const invoiceNumbers = async ({ sql }: Sql): Promise<number[]> =>
  (await sql<{ serial: number }>(`select serial from billing_document where kind = 'invoice' order by serial`)).map(({ serial }) => serial);

/** Naive version: a sequence, of which failed inserts lose numbers; returns the numbers in use. */
export async function numberBySequence({ sql }: Sql, causes: readonly string[]): Promise<number[]> {
  await sql('create sequence naive_serial');
  await sql('create table naive_sequence_paper (serial bigint, cause uuid)');
  const insert = (cause: string, index: number) =>
    sql(`insert into naive_sequence_paper values (nextval('naive_serial'), $1) returning serial / ($2 * serial)`, [cause, index % 7]);
  await Promise.all(causes.map((cause, index) => insert(cause, index).catch(() => undefined)));
  return numbersOf(await sql<{ serial: string }>('select serial from naive_sequence_paper order by serial'));
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
  return numbersOf(await sql<{ serial: string }>('select serial from naive_maximum_paper order by serial'));
}

const numbersOf = (rows: readonly { serial: string }[]): number[] => rows.map(({ serial }) => Number(serial));

/**
 * Whether the contents of documents are stored compressed, and their size as a part of what they are
 * uncompressed.
 */
export const storedContents = ({ sql }: Sql): Promise<{ compression: string | null; part: number }[]> =>
  sql(`select pg_column_compression(content) as compression, pg_column_size(content)::float / pg_column_size(content || '{}') as part
    from billing_document`);

export const changeGap = ({ sql }: Sql) => sql('update billing_document_gap set last = last + 1');

export const logoCount = async ({ sql }: Sql): Promise<number> => (await sql('select from billing_document_logo')).length;
