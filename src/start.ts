// Starts the whole shop, or a process that runs only the jobs (JOBS=only).
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Demo } from '#modules/accounts/demo.ts';
import { openLanguages } from '#modules/content/languages/languages.ts';
import { findFolderErrors } from '#modules/content/source/shop-files.ts';
import { type Config, readConfig, StartError } from '#platform/config/config.ts';
import { readEnvFileNames } from '#platform/config/misspelt.ts';
import { findStartErrors } from '#platform/config/preflight.ts';
import { openExternalDatabase } from '#platform/database/check-database.ts';
import type { DatabaseAccess } from '#platform/database/connection.ts';
import { isLostConnection, LOST_AT_START } from '#platform/database/lost-connection.ts';
import { findPostgres } from '#platform/embedded-postgres/find.ts';
import { startPostgres } from '#platform/embedded-postgres/supervisor.ts';
import { createReadableStream, formatCause, type Log, makeLog } from '#platform/logging/log.ts';
import { bundle, defaultShop } from '#platform/paths.ts';
import { stopOnSignal } from '#platform/process/stop.ts';
import { type Build, createDevelopmentBuild, ensureBuilt } from '#site/builds/build.ts';
import type { ShopApp } from './app.ts';

type Start = {
  readonly environment: NodeJS.ProcessEnv;
  readonly dev: boolean;
  /** Absent: no collector is set. */
  readonly telemetry: typeof import('#platform/telemetry/telemetry.ts') | undefined;
};
type Database = { readonly access: DatabaseAccess; readonly isNew: boolean; stop(): Promise<void> };
type Stoppable = { drain(): boolean; stop(): Promise<void> };

export async function start({ environment, dev, telemetry }: Start): Promise<void> {
  const { config, errors, warnings } = readConfig(environment, await readEnvFileNames());
  await openLanguages(config.shopDir);
  const missing = findFolderErrors(config.shopDir);
  const all = [...errors, ...(missing.length > 0 ? missing : await findStartErrors(config))];
  if (all.length > 0) throw new StartError(all);
  const log = makeLog({ level: config.logLevel, readable: !config.production && process.stdout.isTTY && (await createReadableStream()) });
  telemetry?.logFailures(log);
  const stopBoth = async ({ stop }: Pick<Stoppable, 'stop'>) => {
    await stop();
    await telemetry?.stopTelemetry();
  };
  for (const warning of warnings) log.warn(warning);
  // graphile-worker prints a stack for each error that it also logs.
  console.trace = (cause: unknown) => log.debug({ cause: formatCause(cause) }, 'console.trace');
  const onSignal = (running: Stoppable) => stopOnSignal({ ...config, log, environment, ...running, stop: () => stopBoth(running) });
  if (config.jobs === 'only') await startWorker(config, log, onSignal);
  else await startShop(config, { dev, log, onSignal });
}

type OnSignal = { readonly log: Log; readonly onSignal: (running: Stoppable) => void };

async function startShop(config: Config, { dev, log, onSignal }: OnSignal & { readonly dev: boolean }): Promise<void> {
  // Awaited together with the rest.
  const opening = openDatabase(config, log);
  opening.catch(() => undefined);
  // The process of PostgreSQL starts first: loading the app blocks this thread.
  await nextTurn();
  const building = openBuild(log, dev);
  building.catch(() => undefined);
  const [database, { createApp }, preparation, development] = await Promise.all([
    opening,
    import('./app.ts'),
    import('./server/prepare-database.ts'),
    dev ? openDevelopment(config) : {},
  ]);
  let app: ShopApp | undefined;
  onSignal({
    drain() {
      app?.drain();
      return app !== undefined;
    },
    async stop() {
      await app?.stop();
      await database.stop();
    },
  });
  try {
    const build = await building;
    await prepare(preparation, database, { ...config, publishesChanges: dev }, log);
    app = await createApp({ config, ...database.access, ...development, log, build, makers: 'own', jobs: config.jobs === 'on' });
    const demo = await app.makeDemo();
    announce(config, log, app, { demo, deskLink: await app.firstLink() });
    // If the shop is stopped now, the demo history stays incomplete.
    await app.seedDemo(demo).catch((cause: Error) => log.warn({ cause: cause.message }, 'demo.seed.failed'));
  } catch (error) {
    if (!isLostConnection(error)) throw error;
    throw new StartError([LOST_AT_START]);
  }
}

/**
 * Vite compiles modules on demand, and refusing one for its lateness would leave the page without its script.
 */
async function openDevelopment(config: Config) {
  const { openVite } = await import('#site/builds/vite.ts');
  return { vite: await openVite(config), refuseEarly: false };
}

type Preparation = typeof import('./server/prepare-database.ts');

async function prepare(
  { prepareDatabase, prepareNewDatabase }: Preparation,
  { access, isNew }: Database,
  config: Config & { readonly publishesChanges: boolean },
  log: Log,
): Promise<void> {
  await (isNew ? prepareNewDatabase : prepareDatabase)(access.direct ?? access.connection, log, config);
}

async function startWorker(config: Config, log: Log, onSignal: (running: Stoppable) => void): Promise<void> {
  const [external, build] = await Promise.all([openExternalDatabase(config, log), openBuild(log)]);
  const connection = findPostgres(config.dataDir);
  const access = external ?? (connection && { connection });
  if (!access) throw new StartError([`No shop is running with the data in ${config.dataDir}. Start it first, or set DATABASE_URL.`]);
  const { createWorker } = await import('./server/create-worker.ts');
  const worker = await createWorker({ config, ...access, log, build });
  // No balancer sends requests here.
  onSignal({ drain: () => false, stop: worker.stop });
  if (config.production) log.info({ url: worker.url }, 'worker.start.done');
  else console.log(`Fanfare is running its jobs. Health checks and metrics: ${worker.url}\nPress Ctrl+C to stop it.`);
}

async function openDatabase(config: Config, log: Log): Promise<Database> {
  const access = await openExternalDatabase(config, log);
  return access ? { access, isNew: false, stop: async () => undefined } : openEmbeddedDatabase(config, log);
}

export async function openEmbeddedDatabase(config: Config, log: Log) {
  const postgres = await startPostgres({ dataDir: config.dataDir, log });
  const { startBackup } = await import('#platform/backup/open-backup.ts');
  const { connection, isNew } = postgres;
  const backup = await startBackup(config, connection, log);
  return {
    access: { connection },
    isNew,
    async stop() {
      await backup.stop();
      await postgres.stop();
    },
  };
}

const remedies: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['ENOSPC', 'EDQUOT'].map((code) => [code, 'Free some space on its disk'])),
  ...Object.fromEntries(
    ['EACCES', 'EPERM', 'EROFS'].map((code) => [code, 'Make that folder writable, or run npm run build as a user who may write there']),
  ),
};

/** From here on, log lines name the build. */
async function openBuild(log: Log, dev = false): Promise<Build> {
  try {
    const build = await (dev ? createDevelopmentBuild : ensureBuilt)({ log: (line) => log.info(line) });
    log.setBindings({ build: bundle?.id ?? build.id });
    return build;
  } catch (error) {
    const { code = '', path } = error as NodeJS.ErrnoException;
    const remedy = remedies[code];
    if (remedy === undefined || path === undefined) throw error;
    throw new StartError([`The pages are not built yet, and ${path} cannot be written (${code}). ${remedy}.`]);
  }
}

/** Lines for a person; production has JSON lines only. */
function announce(
  config: Config,
  log: Log,
  { urls, takesPayments }: ShopApp,
  { demo, deskLink }: { demo: Demo | undefined; deskLink: string | undefined },
): void {
  // A plugin may be the provider, so this is known only now.
  const missing = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];
  if (!takesPayments) log.warn({ missing, effect: 'orders get no payment link' }, 'payment.provider.missing');
  if (config.production) {
    log.info({ storefront: urls.storefront, desk: urls.desk, jobs: config.jobs }, 'server.start.done');
    return;
  }
  const shop = config.shopDir === defaultShop ? '' : `  Shop        ${config.shopDir}\n`;
  console.log(`\n  Fanfare is open.\n\n${shop}  Storefront  ${urls.storefront}\n  Desk        ${urls.desk}`);
  if (urls.sandbox) console.log(`  Sandbox     ${urls.sandbox}   all mail that the shop sends, and a test bank`);
  if (demo) console.log(`\n  Log in as   ${demo.email}   password: ${demo.password}`);
  if (deskLink) console.log(`\n  The first operator of the desk joins here: ${deskLink}`);
  console.log('\n  Press Ctrl+C to stop it.\n');
}
