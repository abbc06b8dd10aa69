// Tables of imports of services.
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { importColumns } from '#platform/database/columns.ts';

/** Of services: the counts are of services, not of rows. */
export const serviceImport = pgTable('service_import', { ...importColumns(), updated: integer('updated').notNull() });

/** Files of the catalogue that an import of services wrote. */
export const serviceImportFile = pgTable(
  'service_import_file',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => serviceImport.id),
    file: text('file').notNull(),
    /** Of its service. */
    key: text('key').notNull(),
    /** The version that it wrote. */
    number: integer('number').notNull(),
    isCreated: boolean('is_created').notNull(),
    /** No service with its key was known before. */
    isNew: boolean('is_new').notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.file] })],
);
