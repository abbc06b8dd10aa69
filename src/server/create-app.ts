// Composes the whole app: modules, servers and jobs. The caller provides config and database connection.

import { getLanguage, localeNames } from '#lib/locale.ts';
import { createAccounts } from '#modules/accounts/actions.ts';
import type { Demo } from '#modules/accounts/demo.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import type { FulfilmentModule } from '#modules/fulfilment/actions.ts';
import { createOrders } from '#modules/orders/actions.ts';
import { createVisitCounter } from '#modules/reports/visits.ts';
import { createSupport } from '#modules/support/actions.ts';
import { createWallet } from '#modules/wallet/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { shareAccess } from '#platform/database/check-database.ts';
import { closeDb } from '#platform/database/database.ts';
import { listen } from '#platform/database/pg-listen.ts';
import { closeServer, startListening } from '#platform/http/listen.ts';
import { openStreams, streamGauge } from '#platform/live/streams.ts';
import { postgresSubscriber } from '#platform/live/transport.ts';
import { makeMetrics } from '#platform/logging/metrics.ts';
import { threadAt } from '#platform/paths.ts';
import { atMost } from '#platform/process/at-most.ts';
import { createReadiness, type Readiness, untilCalm } from '#platform/process/readiness.ts';
import { warmUp } from '#platform/process/warm-up.ts';
import { openChildProcess } from '#platform/threads/child-process.ts';
import { isInSitemap } from '#site/seo/listing.ts';
import { eventHandlers } from '../event-handlers.ts';
import { pageRow, pagesServed } from '../pages.ts';
import { createSandbox } from '../sandbox/server.ts';
import { createModules, type Modules, type ModulesOptions } from './create-modules.ts';
import type { DemoWork } from './demo.ts';
import type { DeskModule } from './desk.ts';
import { deskSettings } from './settings.ts';
import { openStorefront, type StorefrontOptions } from './storefront.ts';

export type ShopApp = {
  readonly ctx: AppContext;
  /** The demo customer; outside production only. */
  makeDemo(): Promise<Demo | undefined>;
  /** Creates the demo customer's history, in a process of its own; once. */
  seedDemo(demo: Demo | undefined): Promise<void>;
  readonly catalogue: CatalogueModule;
  /**
   * The log-in link of the first operator, until there is one; outside production only, because others may
   * read the output of a start.
   */
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
    /**
     * False in tests, which turn the clock: jobs run only when they are enqueued, not by the machine's time.
     */
    readonly schedules?: boolean;
  };

export async function createApp(options: AppOptions): Promise<ShopApp> {
  const { config, connection, log, vite } = options;
  const [modules, build] = await Promise.all([createModules(options), options.build]);
  const { ctx, shop, secrets, settings, texts, catalogue, commerce, mail, gauges } = modules;
  const accounts = createAccounts(ctx, {
    secrets,
    privacyVersion: () => shop.policies.privacy.en.version,
    brand: () => shop.brand.name,
    reactions: eventHandlers,
  });
  const { coupons, fulfilment } = commerce;
  const wallet = createWallet(commerce);
  const orders = createOrders({ ...commerce, catalogue });
  const support = createSupport({ ...commerce, reactions: eventHandlers, desk: deskSettings(shop, settings) });
  const listening = await listen(options.direct ?? connection, log);
  const streams = await openStreams({ ...ctx, subscriber: postgresSubscriber(listening) });
  const metrics = makeMetrics(ctx, build.id, [...gauges, streamGauge(streams)]);
  const visits = createVisitCounter(ctx, () => shop.brand.timeZone);
  const readiness = createReadiness();
  const shared = { shop, textsVersion: texts.version, metrics, streams, readiness };
  const storefront = await openStorefront(options, ctx, { ...commerce, accounts, catalogue, wallet, orders, support, visits }, shared);
  const refresh = () => modules.reload().then(storefront.refresh);
  await listening.subscribe(['catalogue'], refresh);
  const storefrontUrl = await startListening(storefront.app, config, { host: config.host, port: config.port });
  // The server accepts requests from here on; load what they do not need in the background.
  const [{ openDesk }, { openDeskModule }] = await Promise.all([import('../desk/server/server.ts'), import('./desk.ts')]);
  const sandbox = config.sandboxPort === undefined ? undefined : { app: createSandbox(ctx, secrets), port: config.sandboxPort };
  const deskModule = openDeskModule({
    secrets,
    shop,
    streams,
    commerce,
    orders,
    wallet,
    support,
    pluginMakers: modules.pluginMakers,
    settings,
    mail,
    connections: modules.connections,
    texts: { preview: storefront.preview, previewTexts: storefront.previewTexts, refresh },
  });
  const about = { build, offers: () => catalogue.current().offers.filter(({ isSold }) => isSold).length };
  const desk = await openDesk({ ctx, metrics, readiness, about, build, vite, deskModule, brand: () => shop.brand });
  const demo = openDemo(ctx, options);
  const jobs = options.jobs === false ? undefined : await modules.startJobs(options.schedules);
  const [deskUrl, sandboxUrl] = await Promise.all([
    startListening(desk, config, { host: config.deskHost, port: config.deskPort }),
    sandbox && startListening(sandbox.app, config, { host: config.host, port: sandbox.port }),
  ]);
  if (options.refuseEarly ?? true) void becomeReady(ctx, storefrontUrl, readiness);
  else readiness.markReady();
  return {
    ctx,
    makeDemo: async () => (await Promise.all([accounts.makeDemo(), coupons.makeDemo(catalogue.currencies().sold)]))[0],
    seedDemo: demo.seed,
    catalogue,
    takesPayments: commerce.paying.providers().length > 0,
    firstLink: async () => (config.production ? undefined : deskModule.firstLink(shop.brand.supportEmail)),
    linkToDesk: deskModule.linkFor,
    fulfilment,
    countVisits: visits.flush,
    drain() {
      readiness.markDraining();
      void jobs?.stop();
    },
    urls: { storefront: storefrontUrl, desk: deskUrl, sandbox: sandboxUrl },
    async stop() {
      readiness.markDraining();
      await Promise.all([storefront.app, desk, ...(sandbox ? [sandbox.app] : [])].map((app) => closeServer(app, config)));
      await finish(modules, { counters: [visits, deskModule], jobs, demo });
      await Promise.all([listening.stop(), closeDb(ctx.db)]);
    },
  };
}

/** On a machine that is always slow, a node is as warm as it gets after this time. */
const WARM_UP_MS = 20_000;

async function becomeReady({ config, db }: AppContext, url: string, readiness: Readiness): Promise<void> {
  const paths = pagesServed(config.production)
    .map(pageRow)
    .filter((row) => isInSitemap(row) && !row.path.includes(':'))
    .map(({ path }) => path);
  await atMost(WARM_UP_MS, warmUp({ pool: db.pool, url, paths, languages: localeNames.map((name) => getLanguage(name).html) }));
  await untilCalm();
  readiness.markReady();
}

type Stoppable = { stop(): Promise<void> };

/** Counters are lost if the database is away. */
const COUNTERS_TIMEOUT_MS = 1_000;

/** Finishes what requests have begun, and the running jobs. */
async function finish(
  modules: Modules,
  {
    counters,
    jobs,
    demo,
  }: { counters: readonly Stoppable[]; jobs: Stoppable | undefined; demo: Pick<ReturnType<typeof openDemo>, 'stop'> },
): Promise<void> {
  demo.stop();
  const { payments, papers, fulfilment } = modules.commerce;
  await atMost(COUNTERS_TIMEOUT_MS, Promise.all(counters.map((each) => each.stop())));
  await payments.stop();
  await jobs?.stop();
  modules.stop();
  await Promise.all([papers.stop(), fulfilment.stop()]);
}

/** The process ends when its work is done. */
const DEMO_LIMITS = { workMs: 300_000, idleMs: 0, memoryMb: 512 };

function openDemo(ctx: AppContext, options: AppOptions) {
  const { config } = ctx;
  const demoProcess = openChildProcess<DemoWork, void>(threadAt('src/server/demo.ts'), DEMO_LIMITS);
  return {
    async seed(demo: Demo | undefined): Promise<void> {
      // With a real payment provider, the demo payments would fail.
      if (!demo || config.production || config.stripe) return;
      const { findWithoutOrders } = await import('./demo.ts');
      if ((await findWithoutOrders(ctx.db.orm, demo.email)) === undefined) return;
      await demoProcess.run({ email: demo.email, config, access: shareAccess(config, options) });
    },
    stop: demoProcess.stop,
  };
}
