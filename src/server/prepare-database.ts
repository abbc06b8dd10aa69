// Prepares the database for this version: migrations, the tables of the job queue, and at a first start what
// the files of the shop's folder say.
import { openLanguages } from '#modules/content/languages/languages.ts';
import { readStamps } from '#modules/content/queries.ts';
import { keepDesk } from '#modules/content/versions.ts';
import { type Config, StartError } from '#platform/config/config.ts';
import type { DatabaseConnection } from '#platform/database/connection.ts';
import { closeDb, openDb } from '#platform/database/database.ts';
import { isLostConnection, LOST_AT_START } from '#platform/database/lost-connection.ts';
import { isMigrated, migrateTables } from '#platform/database/migrate.ts';
import { migrateJobs } from '#platform/jobs/migrate.ts';
import { type Log, makeLog } from '#platform/logging/log.ts';
import { defaultShop, getThreadUrl } from '#platform/paths.ts';
import { openChildProcess } from '#platform/threads/child-process.ts';

type Settings = Pick<Config, 'migrate' | 'shopDir' | 'shopUrl'> & {
  /** Also what changed in the files, for development. */
  readonly publishesChanges: boolean;
};

/**
 * `connection`: not through a pooler. Migrates the database; a first start publishes the files of the shop's
 * folder. Without `migrate`, the database must be migrated already.
 */
export async function prepareDatabase(
  connection: DatabaseConnection,
  log: Log,
  { migrate = true, shopDir = defaultShop, shopUrl = '', publishesChanges = false }: Partial<Settings> = {},
): Promise<void> {
  if (migrate) {
    await expectReadableTexts(connection, log, shopDir);
    await migrateTables(connection);
  }
  const db = openDb(connection, { poolSize: 2, log });
  try {
    if (migrate) await migrateJobs(db.pool, log);
    else if (!(await isMigrated(db.pool)))
      throw new StartError(['The database is older than this version: run npm run migrate first, or set MIGRATE=on.']);
    if (!publishesChanges && (await readStamps(db.orm)).size > 0) return;
    await openLanguages(shopDir);
    const { publishFiles } = await import('./publish-files.ts');
    await publishFiles(db, { shopDir, shopUrl }, keepDesk(log));
    log.info('content.publish.done');
  } finally {
    await closeDb(db);
  }
}

type NewDatabase = { readonly connection: DatabaseConnection; readonly config: Config };
type Prepared = { readonly errors: readonly string[] };

/** A migration takes as long as it takes. */
const LIMITS = { workMs: 86_400_000, idleMs: 0, memoryMb: 512 };

/** In a child process: the code that all migrations and parsers compile would stay in the server's memory. */
export async function prepareNewDatabase(connection: DatabaseConnection, log: Log, config: Config): Promise<void> {
  const child = openChildProcess<NewDatabase, Prepared>(getThreadUrl('src/server/prepare-database.ts'), LIMITS);
  const { errors } = await child.run({ connection, config });
  if (errors.length > 0) throw new StartError(errors);
  log.info('content.publish.done');
}

/** The work of the child process. */
export async function work({ connection, config }: NewDatabase): Promise<Prepared> {
  try {
    await prepareDatabase(connection, makeLog({ level: 'silent', readable: false }), config);
    return { errors: [] };
  } catch (error) {
    if (error instanceof StartError) return { errors: error.lines };
    if (isLostConnection(error)) return { errors: [LOST_AT_START] };
    throw error;
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
