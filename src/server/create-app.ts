// Composes the whole app: modules, servers and jobs. The caller provides config and database connection.
import { join } from 'node:path';
import { eventHandlers } from '../event-handlers.ts';
import type { AppContext } from '../infra/app-context.ts';
import { type Config, StartFaults } from '../infra/config/config.ts';
import type { DatabaseConnection } from '../infra/database/connection.ts';
import { closeDb, openDb } from '../infra/database/database.ts';
import { isMigrated, migrateTables } from '../infra/database/migrate.ts';
import { listen } from '../infra/database/pg-listen.ts';
import { closeServer, startListening } from '../infra/http/listen.ts';
import { migrateJobs } from '../infra/jobs/migrate.ts';
import { openStreams, streamGauge } from '../infra/live/streams.ts';
import { postgresSubscriber } from '../infra/live/transport.ts';
import type { Log } from '../infra/logging/log.ts';
import { makeMetrics } from '../infra/logging/metrics.ts';
import { defaultShop } from '../infra/paths.ts';
import { atMost } from '../infra/process/at-most.ts';
import { createReadiness, untilCalm } from '../infra/process/readiness.ts';
import { openAccounts } from '../modules/accounts/actions.ts';
import type { Demo } from '../modules/accounts/demo.ts';
import { type CatalogueModule, importCatalogue } from '../modules/catalogue/actions.ts';
import { closePolicyGate, findModel } from '../modules/catalogue/policy/read.ts';
import type { DeskModule } from '../modules/desk/actions.ts';
import { openVisits } from '../modules/desk/reports/visits.ts';
import type { FulfilmentModule } from '../modules/fulfilment/actions.ts';
import { openOrders } from '../modules/orders/actions.ts';
import { openSupport } from '../modules/support/actions.ts';
import { openWallet } from '../modules/wallet/actions.ts';
import { openSandbox } from '../sandbox/server.ts';
import { createCommerce } from './commerce.ts';
import { createModules, type Modules, type ModulesOptions } from './create-modules.ts';
import { deskSettings } from './settings.ts';
import { openStorefront, type StorefrontOptions } from './storefront.ts';

/**
 * `connection`: not through a pooler. Migrates the database, and imports the owner's catalogue if its files changed. Without `migrate`, the database must be
 * migrated already.
 */
export async function prepareDatabase(
  connection: DatabaseConnection,
  log: Log,
  { migrate = true, shopDir = defaultShop, databaseUrl }: Partial<Pick<Config, 'migrate' | 'shopDir' | 'databaseUrl'>> = {},
): Promise<void> {
  if (migrate) await migrateTables(connection);
  const db = openDb(connection, { poolSize: 2, log });
  try {
    if (migrate) await migrateJobs(db.pool, log);
    else if (!(await isMigrated(db.pool)))
      throw new StartFaults(['The database is older than this version: run npm run migrate first, or set MIGRATE=on.']);
    // The embedded database belongs to one folder, and the command that confirms the replacement needs a shop that has started.
    const imported = await importCatalogue(db, join(shopDir, 'catalogue'), { replacesAll: databaseUrl === undefined });
    if (!imported) return;
    log.info('catalogue.import.done');
    if (imported.archived.length > 0)
      log.warn({ services: imported.archived.map(({ name }) => name), shopDir }, 'catalogue.services.archived');
  } finally {
    await closeDb(db);
  }
}

export type ShopApp = {
  readonly ctx: AppContext;
  /** The demo customer; outside production only. */
  makeDemo(): Promise<Demo | undefined>;
  /** Creates the demo customer's history; once. */
  seedDemo(demo: Demo | undefined): Promise<void>;
  readonly catalogue: CatalogueModule;
  /** The log-in link of the first operator, until there is one; outside production only, because others may read the output of a start. */
  firstLink(): Promise<string | undefined>;
  /** False without a provider: orders get no payment link. */
  readonly takesPayments: boolean;
  /** A log-in link for the person at this machine. */
  linkToDesk: DeskModule['linkFor'];
  readonly fulfilment: FulfilmentModule;
  /** Saves the visit counts that are still in memory. */
  countVisits(): Promise<void>;
  /** Reports that this process is not ready any more and takes no more jobs; it goes on serving. */
  drain(): void;
  readonly urls: { readonly storefront: string; readonly desk: string; readonly sandbox: string | undefined };
  /** Finishes accepted work, then closes everything it opened. */
  stop(): Promise<void>;
};

type AppOptions = StorefrontOptions &
  ModulesOptions & {
    /** False if the jobs run in a process of their own. */
    readonly jobs?: boolean;
    /** False in tests, which turn the clock: jobs run only when they are enqueued, not by the machine's time. */
    readonly schedules?: boolean;
  };

export async function createApp(options: AppOptions): Promise<ShopApp> {
  const { config, connection, log, vite } = options;
  const [modules, build] = await Promise.all([createModules(options), options.build]);
  const { ctx, shop, secrets, settings, texts, catalogue, commerce, mail, gauges } = modules;
  const accounts = openAccounts(ctx, {
    secrets,
    privacyVersion: () => shop.policies.privacy.en.version,
    brand: () => shop.brand.name,
    reactions: eventHandlers,
  });
  const { coupons, fulfilment, papers, payments } = commerce;
  const wallet = openWallet(commerce);
  const orders = openOrders({ ...commerce, catalogue });
  const support = openSupport({ ...commerce, desk: deskSettings(shop, settings) });
  const listening = await listen(options.direct ?? connection, log);
  const streams = await openStreams({ ...ctx, subscriber: postgresSubscriber(listening) });
  const metrics = makeMetrics(ctx, build.id, [...gauges, streamGauge(streams)]);
  const visits = openVisits(ctx, () => shop.brand.timeZone);
  const readiness = createReadiness();
  const shared = { shop, textsVersion: texts.version, metrics, streams, readiness };
  const storefront = await openStorefront(options, ctx, { ...commerce, accounts, catalogue, wallet, orders, support, visits }, shared);
  const refresh = () => Promise.all([catalogue.reload(), texts.reload()]).then(storefront.refresh);
  await listening.subscribe(['catalogue'], refresh);
  const storefrontUrl = await startListening(storefront.app, config, { host: config.host, port: config.port });
  // The server accepts requests from here on; load what they do not need in the background.
  const [{ openDesk }, { openDeskModule: openDeskRoom }] = await Promise.all([
    import('../desk/server/server.ts'),
    import('../modules/desk/actions.ts'),
    findModel(),
  ]);
  const sandbox = config.sandboxPort === undefined ? undefined : openSandbox(ctx, secrets);
  const deskRoom = openDeskRoom({
    ctx,
    secrets,
    shop,
    streams,
    fulfilment,
    catalogue,
    support,
    payments,
    pluginMakers: modules.pluginMakers,
    tax: commerce.tax,
    settings,
    texts: { preview: storefront.preview, previewTexts: storefront.previewTexts, mails: mail, refresh },
    selling: { checkout: commerce, orders, fulfilment, wallet, papers, catalogue, shop },
  });
  const about = { build, offers: () => catalogue.current().offers.filter(({ isSold }) => isSold).length };
  const desk = await openDesk({ ctx, metrics, readiness, about, build, vite, deskModule: deskRoom, brand: () => shop.brand });
  const jobs = options.jobs === false ? undefined : await modules.startJobs(options.schedules);
  const [deskUrl, sandboxUrl] = await Promise.all([
    startListening(desk, config, { host: config.deskHost, port: config.deskPort }),
    sandbox && config.sandboxPort !== undefined
      ? startListening(sandbox, config, { host: config.host, port: config.sandboxPort })
      : undefined,
  ]);
  if (options.refuseEarly ?? true) void untilCalm().then(readiness.markReady);
  else readiness.markReady();
  return {
    ctx,
    makeDemo: async () => (await Promise.all([accounts.makeDemo(), coupons.makeDemo(catalogue.currencies().sold)]))[0],
    seedDemo: (demo) => seedDemoOf(ctx, demo, (then) => createCommerce(then, { ...modules, plugins: [] }), catalogue),
    catalogue,
    takesPayments: commerce.paying.providers.length > 0,
    firstLink: async () => (config.production ? undefined : deskRoom.firstLink(shop.brand.supportEmail)),
    linkToDesk: deskRoom.linkFor,
    fulfilment,
    countVisits: visits.flush,
    drain() {
      readiness.markDraining();
      void jobs?.stop();
    },
    urls: { storefront: storefrontUrl, desk: deskUrl, sandbox: sandboxUrl },
    async stop() {
      readiness.markDraining();
      await Promise.all([storefront.app, desk, ...(sandbox ? [sandbox] : [])].map((app) => closeServer(app, config)));
      await finish(modules, { counters: [visits, deskRoom], jobs });
      await Promise.all([listening.stop(), closeDb(ctx.db)]);
    },
  };
}

type Stoppable = { stop(): Promise<void> };

/** Counters are lost if the database is away. */
const COUNTERS_TIMEOUT_MS = 1_000;

/** Finishes what requests have begun, and the running jobs. */
async function finish(
  modules: Modules,
  { counters, jobs }: { counters: readonly Stoppable[]; jobs: Stoppable | undefined },
): Promise<void> {
  const { payments, papers, fulfilment } = modules.commerce;
  await atMost(COUNTERS_TIMEOUT_MS, Promise.all(counters.map((each) => each.stop())));
  await payments.stop();
  await jobs?.stop();
  modules.stop();
  await Promise.all([papers.stop(), fulfilment.stop()]);
}

async function seedDemoOf(
  ctx: AppContext,
  demo: Demo | undefined,
  sellingAt: (then: AppContext) => ReturnType<typeof createCommerce>,
  catalogue: CatalogueModule,
) {
  // With a real payment provider, the demo payments would fail.
  if (!demo || ctx.config.production || ctx.config.stripe) return;
  const { seedDemoOrders: seedDemo } = await import('./demo.ts');
  await seedDemo(ctx, demo.email, async (then) => {
    const checkout = await sellingAt(then);
    return {
      checkout,
      paying: checkout.paying,
      wallet: openWallet(checkout),
      orders: openOrders({ ...checkout, catalogue }),
      fulfilment: checkout.fulfilment,
    };
  });
  closePolicyGate();
}
