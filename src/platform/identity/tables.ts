// The tables of an identity, as far as its SQL needs them. Each kind of people has its own.
import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTableWithColumns } from 'drizzle-orm/pg-core';

/** A column with these values, whatever its name, its default and its type in the database. */
type ColumnLike<Data, NotNull extends boolean = true> = PgColumn<{
  name: string;
  tableName: string;
  dataType: PgColumn['dataType'];
  columnType: string;
  data: Data;
  driverParam: unknown;
  notNull: NotNull;
  hasDefault: boolean;
  isPrimaryKey: boolean;
  isAutoincrement: boolean;
  hasRuntimeDefault: boolean;
  enumValues: string[] | undefined;
  generated: undefined;
  identity: undefined;
}>;
type TableLike<Columns extends Record<string, PgColumn>> = PgTableWithColumns<{
  name: string;
  schema: undefined;
  dialect: 'pg';
  columns: Columns;
}>;

export type IdentityTables = {
  readonly person: TableLike<{
    id: ColumnLike<string>;
    passwordHash: ColumnLike<string, boolean>;
    totpSecret: ColumnLike<Buffer, false>;
    totpSince: ColumnLike<Date, false>;
    totpStep: ColumnLike<number, false>;
  }>;
  /** Null as long as the person may log in. */
  readonly goneAt: PgColumn;
  readonly passkey: TableLike<{
    id: ColumnLike<string>;
    ownerId: ColumnLike<string>;
    credentialId: ColumnLike<Buffer>;
    publicKey: ColumnLike<Buffer>;
    counter: ColumnLike<number>;
    transports: ColumnLike<string[]>;
    name: ColumnLike<string>;
    createdAt: ColumnLike<Date>;
    lastUsedAt: ColumnLike<Date, false>;
  }>;
  readonly session: TableLike<{
    id: ColumnLike<string>;
    device: ColumnLike<string, boolean>;
    createdAt: ColumnLike<Date>;
    lastUsedAt: ColumnLike<Date>;
    confirmedUntil: ColumnLike<Date, false>;
  }>;
  readonly sessionOwner: PgColumn;
  /** Sessions that are still open. */
  isOpen(now: Date): SQL | undefined;
  /** Absent if these people have no recovery codes. */
  readonly recoveryCode?: TableLike<{
    ownerId: ColumnLike<string>;
    codeHash: ColumnLike<Buffer>;
    usedAt: ColumnLike<Date, false>;
  }>;
};
