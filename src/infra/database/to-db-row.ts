// A row as the database itself names it, for statements that take whole rows at once.
import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** The column of each name in a table, which never changes. */
const namesOf = new WeakMap<PgTable, readonly (readonly [name: string, column: string])[]>();

/** What is not said is null: a column's own default does not come in. */
export function toDbRow<Table extends PgTable>(table: Table, values: Table['$inferInsert']): Readonly<Record<string, unknown>> {
  const given = values as Readonly<Record<string, unknown>>;
  let names = namesOf.get(table);
  if (!names) {
    names = Object.entries(getTableColumns(table)).map(([name, column]) => [name, column.name] as const);
    namesOf.set(table, names);
  }
  const row: Record<string, unknown> = {};
  for (const [name, column] of names) row[column] = given[name] ?? null;
  return row;
}
