// A row as the database itself names it, for statements that take whole rows at once.
import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** What is not said is null: a column's own default does not come in. */
export function rowOf<Table extends PgTable>(table: Table, values: Table['$inferInsert']): Readonly<Record<string, unknown>> {
  const given = values as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(getTableColumns(table)).map(([name, column]) => [column.name, given[name] ?? null]));
}
