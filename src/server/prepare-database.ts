// Prepares the database for this version: migrations, the tables of the job queue, and the owner's catalogue.
import { join } from 'node:path';
import { importCatalogue } from '#modules/catalogue/actions.ts';
import { takeOverTexts } from '#modules/texts/queries.ts';
import { keepDesk } from '#modules/texts/versions.ts';
import { type Config, StartError } from '#platform/config/config.ts';
import type { DatabaseConnection } from '#platform/database/connection.ts';
import { closeDb, openDb } from '#platform/database/database.ts';
import { isLostConnection, LOST_AT_START } from '#platform/database/lost-connection.ts';
import { isMigrated, migrateTables } from '#platform/database/migrate.ts';
import { migrateJobs } from '#platform/jobs/migrate.ts';
import { type Log, makeLog } from '#platform/logging/log.ts';
import { defaultShop, threadAt } from '#platform/paths.ts';
import { openChildProcess } from '#platform/threads/child-process.ts';
import { createModules } from '../app.ts';

type Settings = Pick<Config, 'migrate' | 'shopDir' | 'databaseUrl'>;
type Imported = Awaited<ReturnType<typeof importCatalogue>>;

/**
 * `connection`: not through a pooler. Migrates the database, and imports the owner's catalogue if its files
 * changed. Without `migrate`, the database must be migrated already.
 */
export async function prepareDatabase(connection: DatabaseConnection, log: Log, settings: Partial<Settings> = {}): Promise<void> {
  reportImport(await prepare(connection, log, settings), log, settings);
}

type NewDatabase = { readonly connection: DatabaseConnection; readonly config: Config };
type Prepared = { readonly imported?: Imported } | { readonly errors: readonly string[] };

/** A migration takes as long as it takes. */
const LIMITS = { workMs: 86_400_000, idleMs: 0, memoryMb: 512 };

/**
 * In a child process, which also imports the owner's texts and settings: the code that all migrations and
 * parsers compile would stay in the server's memory.
 */
export async function prepareNewDatabase(connection: DatabaseConnection, log: Log, config: Config): Promise<void> {
  const child = openChildProcess<NewDatabase, Prepared>(threadAt('src/server/prepare-database.ts'), LIMITS);
  const prepared = await child.run({ connection, config });
  if ('errors' in prepared) throw new StartError(prepared.errors);
  reportImport(prepared.imported, log, config);
}

/** The work of the child process. */
export async function work({ connection, config }: NewDatabase): Promise<Prepared> {
  const log = makeLog({ level: 'silent', readable: false });
  try {
    const imported = await prepare(connection, log, config);
    const modules = await createModules({ config, connection, log });
    modules.stop();
    await closeDb(modules.ctx.db);
    return { imported };
  } catch (error) {
    if (error instanceof StartError) return { errors: error.lines };
    if (isLostConnection(error)) return { errors: [LOST_AT_START] };
    throw error;
  }
}

async function prepare(
  connection: DatabaseConnection,
  log: Log,
  { migrate = true, shopDir = defaultShop, databaseUrl }: Partial<Settings>,
): Promise<Imported> {
  if (migrate) {
    await expectReadableTexts(connection, log, shopDir);
    await migrateTables(connection);
  }
  const db = openDb(connection, { poolSize: 2, log });
  try {
    if (migrate) await migrateJobs(db.pool, log);
    else if (!(await isMigrated(db.pool)))
      throw new StartError(['The database is older than this version: run npm run migrate first, or set MIGRATE=on.']);
    await takeOverTexts(db.orm);
    // The embedded database belongs to one folder, and the command that confirms the replacement needs a shop
    // that has started.
    return await importCatalogue(db, join(shopDir, 'catalogue'), { ...keepDesk(log), replacesAll: databaseUrl === undefined });
  } finally {
    await closeDb(db);
  }
}

/** Before anything is written: the texts in force must parse before a release takes them over as values. */
async function expectReadableTexts(connection: DatabaseConnection, log: Log, shopDir: string): Promise<void> {
  const db = openDb(connection, { poolSize: 1, log });
  try {
    const { rows } = await db.pool.query<{ upgrades: boolean }>(
      "select to_regclass('owner_text') is not null and to_regclass('content') is null as upgrades",
    );
    if (!rows[0]?.upgrades) return;
    const { findTextErrors } = await import('./stored-texts.ts');
    const errors = await findTextErrors(db.orm, shopDir);
    if (errors.length > 0) throw new StartError([...errors, REMEDY]);
  } finally {
    await closeDb(db);
  }
}

const REMEDY =
  'Nothing was changed. Start the release before, correct these texts at its desk, or in the files and run its npm run seed; then upgrade again.';

function reportImport(imported: Imported, log: Log, { shopDir }: Partial<Settings>): void {
  if (!imported) return;
  log.info('catalogue.import.done');
  if (imported.archived.length > 0)
    log.warn({ services: imported.archived.map(({ name }) => name), shopDir }, 'catalogue.services.archived');
}
