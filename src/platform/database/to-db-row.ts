// Converts a row to database column names, for statements that insert whole rows as JSON.
import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** A row by column names. */
export type DbRow = Readonly<Record<string, unknown>>;

/** Cached per table. */
const columnNames = new WeakMap<PgTable, readonly (readonly [name: string, column: string])[]>();

/** Missing values become null: column defaults do not apply. */
export function toDbRow<Table extends PgTable>(table: Table, values: Table['$inferInsert']): DbRow {
  const columns = values as Readonly<Record<string, unknown>>;
  let names = columnNames.get(table);
  if (!names) {
    names = Object.entries(getTableColumns(table)).map(([name, column]) => [name, column.name] as const);
    columnNames.set(table, names);
  }
  const row: Record<string, unknown> = {};
  for (const [name, column] of names) row[column] = columns[name] ?? null;
  return row;
}
