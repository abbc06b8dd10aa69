// Starts the whole shop, or a process that runs only the jobs.
import type pg from 'pg';
import { type Config, readConfig, StartFaults } from './infra/config/config.ts';
import { preflight } from './infra/config/preflight.ts';
import { checkDatabase } from './infra/database/check-database.ts';
import { isLostConnection } from './infra/database/lost-connection.ts';
import { findPostgres } from './infra/embedded-postgres/find.ts';
import { startPostgres } from './infra/embedded-postgres/supervisor.ts';
import { type Log, makeLog } from './infra/logging/log.ts';
import { ensureBuilt } from './infra/web/builds/build.ts';
import type { Demo } from './modules/accounts/demo.ts';
import type { ShopApp } from './server/create-app.ts';

type Start = { readonly environment: NodeJS.ProcessEnv; readonly dev: boolean; readonly worker: boolean };
type Database = { readonly connection: pg.PoolConfig; stop(): Promise<void> };

export async function start({ environment, dev, worker }: Start): Promise<void> {
  const { config, faults, warnings } = readConfig(environment);
  const all = [...faults, ...(worker ? [] : await preflight(config))];
  if (all.length > 0) throw new StartFaults(all);
  const log = makeLog({ level: config.logLevel, readable: !config.production && process.stdout.isTTY });
  for (const warning of warnings) log.warn(warning);
  if (worker) return startWorker(config, log);

  // PostgreSQL starts in a process of its own, so load the app in the meantime.
  const [database, build, { createApp, prepareDatabase }] = await Promise.all([
    openDatabase(config, log),
    ensureBuilt({ log: (line) => log.info(line) }),
    import('./server/create-app.ts'),
  ]);
  stopOnSignal(config, log, async () => {
    await app?.stop();
    await database.stop();
  });
  let app: ShopApp | undefined;
  try {
    await prepareDatabase(database.connection, log);
    app = await createApp({ config, connection: database.connection, log, build, dev, makers: 'own' });
    const demo = await app.makeDemo();
    announce(app, demo, await app.firstLink());
    // If the shop is stopped now, the demo history stays incomplete.
    await app.seedDemo(demo).catch((cause: Error) => log.warn({ cause: cause.message }, 'demo.seed.failed'));
  } catch (fault) {
    if (!isLostConnection(fault)) throw fault;
    throw new StartFaults(['The connection to the database was lost while the shop was starting. Start it again.']);
  }
}

async function startWorker(config: Config, log: Log): Promise<void> {
  const connection = config.databaseUrl ? { connectionString: config.databaseUrl } : findPostgres(config.dataDir);
  if (!connection) throw new StartFaults([`No shop is running with the data in ${config.dataDir}. Start it first, or set DATABASE_URL.`]);
  await checkDatabase(connection, config.production);
  const { createWorker } = await import('./server/create-worker.ts');
  const running = await createWorker({ config, connection, log });
  stopOnSignal(config, log, () => running.stop());
  console.log('Fanfare is running its jobs. Press Ctrl+C to stop it.');
}

async function openDatabase(config: Config, log: Log): Promise<Database> {
  if (!config.databaseUrl) return startPostgres({ dataDir: config.dataDir, log });
  const connection = { connectionString: config.databaseUrl };
  await checkDatabase(connection, config.production);
  return { connection, stop: async () => undefined };
}

/** Finishes accepted work; a second signal or the timeout ends the process immediately. */
function stopOnSignal(config: Config, log: Log, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'server.stop.started');
    setTimeout(() => {
      log.error({ seconds: config.stopSeconds }, 'server.stop.timeout');
      process.exit(1);
    }, config.stopSeconds * 1_000).unref();
    stop().then(
      () => process.exit(0),
      (cause: Error) => {
        log.error({ err: cause }, 'server.stop.failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

function announce({ urls }: ShopApp, demo: Demo | undefined, deskLink: string | undefined): void {
  console.log(`\n  Fanfare is open.\n\n  Storefront  ${urls.storefront}\n  Desk        ${urls.desk}`);
  if (urls.sandbox) console.log(`  Sandbox     ${urls.sandbox}   all mail that the shop sends, and a test bank`);
  if (demo) console.log(`\n  Log in as   ${demo.email}   password: ${demo.password}`);
  if (deskLink) console.log(`\n  The first operator of the desk joins here: ${deskLink}`);
  console.log('\n  Press Ctrl+C to stop it.\n');
}
