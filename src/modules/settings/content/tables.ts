// Tables of the import of services from CSV files, which the release before still has. Nothing reads them; a
// later release drops them.
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { importColumns } from '#platform/database/columns.ts';

export const serviceImport = pgTable('service_import', { ...importColumns(), updated: integer('updated').notNull() });

export const serviceImportFile = pgTable(
  'service_import_file',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => serviceImport.id),
    file: text('file').notNull(),
    key: text('key').notNull(),
    number: integer('number').notNull(),
    isCreated: boolean('is_created').notNull(),
    isNew: boolean('is_new').notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.file] })],
);
