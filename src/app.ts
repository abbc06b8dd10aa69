// Composition root: the modules in their order, the routes of both servers, and the jobs.

import { getDocumentLook } from '#lib/look/paper-look.ts';
import { createAccounts, findMailReader } from '#modules/accounts/actions.ts';
import { accountJobs } from '#modules/accounts/jobs.ts';
import { openCatalogue } from '#modules/catalogue/actions.ts';
import { openConnections } from '#modules/connections/actions.ts';
import { getOpenedLanguages, openLanguages } from '#modules/content/languages/languages.ts';
import type { Makers } from '#modules/fulfilment/maker.ts';
import { openMakers } from '#modules/fulfilment/makers/actions.ts';
import { findCompanies } from '#modules/invoicing/queries-details.ts';
import { createMail } from '#modules/mail/actions.ts';
import { toLetterhead } from '#modules/mail/rules.ts';
import { createVisitCounter } from '#modules/reports/visits.ts';
import { createSupport } from '#modules/support/actions.ts';
import { supportJobs } from '#modules/support/jobs.ts';
import type { AppContext } from '#platform/app-context.ts';
import { backupGauges } from '#platform/backup/open-backup.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { openSecrets } from '#platform/config/secrets.ts';
import type { DatabaseAccess } from '#platform/database/connection.ts';
import { closeDb, openDb } from '#platform/database/database.ts';
import { openClock } from '#platform/database/database-clock.ts';
import { listen } from '#platform/database/pg-listen.ts';
import { closeServer, startListening } from '#platform/http/listen.ts';
import { loadMessages } from '#platform/i18n.ts';
import { createCipher } from '#platform/identity/encryption.ts';
import { openStreams, streamGauge } from '#platform/live/streams.ts';
import { createPostgresSubscriber, joinSubscribers } from '#platform/live/transport.ts';
import type { Log } from '#platform/logging/log.ts';
import { makeMetrics } from '#platform/logging/metrics.ts';
import { createReadiness } from '#platform/process/readiness.ts';
import { withTimeout } from '#platform/process/with-timeout.ts';
import { openStorefront, type StorefrontOptions } from '#site/server.ts';
import { becomeReady } from '#site/warm-up.ts';
import { auditJobs, createAuditGauges } from './audit/jobs.ts';
import { eventHandlers } from './event-handlers.ts';
import { createSandboxTransport } from './sandbox/mailbox/mailbox.ts';
import { createSandbox } from './sandbox/server.ts';
import { createCommerce } from './server/commerce.ts';
import { openDemo } from './server/open-demo.ts';
import { expectKinds, openShopPlugins } from './server/plugins/use-plugins.ts';
import { createPageOptions, serveStorefrontRoutes } from './server/routes.ts';
import { createDeskSettings } from './server/settings.ts';
import { openShopTexts } from './server/shop-texts.ts';

export type ModulesOptions = DatabaseAccess & {
  readonly config: Config;
  readonly log: Log;
  /** Absent: the database's time. */
  readonly clock?: Clock;
  /**
   * Production programs, in a child process: the shop's own, or the caller's. Absent: all pieces are made by
   * people.
   */
  readonly makers?: Makers | 'own' | undefined;
};

/** What the web process and the job worker share: the context, the modules that have jobs, and their jobs. */
export async function createModules({ config, connection, direct, read, log, clock, makers }: ModulesOptions) {
  await openLanguages(config.shopDir);
  await loadMessages(getOpenedLanguages().server);
  const nats = config.liveUrl ? await (await import('#platform/live/nats.ts')).openNats(config.liveUrl, log) : undefined;
  const db = openDb(connection, { poolSize: config.databasePool, log, direct, read, nats });
  const time = await openClock(clock, db.probe.pool, log);
  const ctx: AppContext = { config, log, clock: time.clock, db, calendar: () => texts.shop.calendar };
  const plugins = await openShopPlugins(ctx);
  const texts = await openShopTexts(ctx, plugins.gate);
  const { shop, settings } = texts;
  const secrets = await openSecrets(config, ctx.clock.now());
  const connections = await openConnections(ctx, secrets);
  const catalogue = await openCatalogue(ctx, async () => settings.current().gate?.(), plugins);
  expectKinds(catalogue.current(), plugins.kinds);
  const look = () => ({ shopName: shop.brand.name, ...getDocumentLook(shop.brand) });
  const { makers: pluginMakers, checker } = plugins;
  const ownMakers = makers === 'own' ? openMakers({ ...ctx, catalogue }, { brand: look, plugins: pluginMakers, checker }) : undefined;
  const shared = { secrets, shop, settings, connections, catalogue, plugins };
  const commerce = await createCommerce(ctx, { ...shared, makers: makers === 'own' ? ownMakers : makers });
  const mail = createMail(ctx, {
    texts: () => texts.mails().texts,
    outdated: () => texts.mails().outdated,
    smtpUrl: connections.smtpUrl,
    letterhead: () => toLetterhead(shop),
    listeners: plugins.notices.customer,
    sandbox: config.production ? undefined : createSandboxTransport(ctx),
    findReader: (to) => findMailReader(ctx.db.orm, to),
  });
  return {
    ctx,
    ...shared,
    texts,
    commerce,
    mail,
    gauges: [...mail.readings, ...time.gauges, ...backupGauges(config, ctx.db.pool), ...createAuditGauges(ctx)],
    /** Reads again what the owner may have changed. */
    reload: () => Promise.all([catalogue.reload(), texts.reload(), connections.reload().then(commerce.reloadProviders)]),
    /** Loads the job queue and the desk's jobs on demand, because the storefront's pages need neither. */
    async startJobs(isScheduled = true) {
      const [{ deskJobs }, { startJobs }] = await Promise.all([import('./server/desk-jobs.ts'), import('#platform/jobs/run.ts')]);
      const handlers = {
        ...accountJobs(ctx, eventHandlers),
        ...mail.jobs,
        ...commerce.jobs,
        ...supportJobs({ ...commerce, desk: createDeskSettings(shop, settings) }),
        ...deskJobs(ctx, { catalogue, shop, secrets, listeners: plugins.notices.staff, commerce, settings }),
        ...auditJobs(ctx),
      };
      return startJobs(ctx, handlers, isScheduled);
    },
    stop() {
      ownMakers?.stop();
      plugins.stop();
      time.stop();
    },
  };
}

type AppOptions = StorefrontOptions &
  ModulesOptions & {
    /** False if the jobs run in a process of their own. */
    readonly jobs?: boolean;
    /**
     * False in tests, which turn the clock: jobs run only when they are enqueued, not by the machine's time.
     */
    readonly schedules?: boolean;
  };

export type ShopApp = Awaited<ReturnType<typeof createApp>>;

export async function createApp(options: AppOptions) {
  const { config, connection, log, vite } = options;
  const [modules, build] = await Promise.all([createModules(options), options.build]);
  const { ctx, shop, secrets, settings, catalogue, commerce, gauges } = modules;
  const known = { privacyVersion: () => shop.policies.privacy.en.version, companies: findCompanies };
  const accounts = createAccounts(ctx, { ...known, secrets, brand: () => shop.brand.name, reactions: eventHandlers });
  const support = createSupport({ ...commerce, desk: createDeskSettings(shop, settings) });
  const visits = createVisitCounter(ctx, () => shop.brand.timeZone);
  const listening = await listen(options.direct ?? connection, log);
  const subscribers = [createPostgresSubscriber(listening), ctx.db.nats ?? []].flat();
  const streams = await openStreams({ ...ctx, replica: ctx.db.replica, subscriber: joinSubscribers(...subscribers) });
  const metrics = makeMetrics(ctx, build.id, [...gauges, streamGauge(streams)]);
  const readiness = createReadiness();
  const customerModules = { ...commerce, webhookCipher: createCipher(secrets, 'webhooks'), accounts, support, visits };
  const storefront = await openStorefront(ctx, options, {
    ...commerce,
    ...{ metrics, streams, readiness },
    textsVersion: modules.texts.version,
    serveRoutes: (app) => serveStorefrontRoutes(app, ctx, streams, customerModules),
    pages: createPageOptions(ctx, customerModules),
  });
  const refresh = () => modules.reload().then(storefront.refresh);
  await listening.subscribe(['catalogue'], refresh);
  const storefrontUrl = await startListening(storefront.app, config, { host: config.host, port: config.port });
  // The server accepts requests from here on; load what they do not need in the background.
  const [{ openDesk }, { openDeskModule }] = await Promise.all([import('./desk/server/server.ts'), import('./server/desk.ts')]);
  const sandbox = config.sandboxPort === undefined ? undefined : { app: createSandbox(ctx, secrets), port: config.sandboxPort };
  const { preview, previewTexts } = storefront;
  const texts = { preview, previewTexts, refresh };
  const deskModule = openDeskModule({ ...modules, streams, accounts, support, texts });
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
    /** The demo customer; outside production only. */
    makeDemo: async () => (await Promise.all([accounts.makeDemo(), commerce.coupons.makeDemo(catalogue.currencies().sold)]))[0],
    /** Creates the demo customer's history, in a process of its own; once. */
    seedDemo: demo.seed,
    catalogue,
    /** False without a provider: orders get no payment link. */
    takesPayments: commerce.paying.providers().length > 0,
    /**
     * The log-in link of the first operator, until there is one; outside production only, because others may
     * read the output of a start.
     */
    firstLink: async () => (config.production ? undefined : deskModule.firstLink(shop.brand.supportEmail)),
    /** A log-in link for the person at this machine. */
    linkToDesk: deskModule.linkFor,
    fulfilment: commerce.fulfilment,
    /** Saves the visit counts that are still in memory. */
    countVisits: visits.flush,
    /** Reports that this process is not ready any more and takes no more jobs; it goes on serving. */
    drain() {
      readiness.markDraining();
      void jobs?.stop();
    },
    urls: { storefront: storefrontUrl, desk: deskUrl, sandbox: sandboxUrl },
    /** Finishes accepted work, then closes everything it opened. */
    async stop() {
      readiness.markDraining();
      await Promise.all([storefront.app, desk, ...(sandbox ? [sandbox.app] : [])].map((app) => closeServer(app, config)));
      demo.stop();
      await withTimeout(COUNTERS_TIMEOUT_MS, Promise.all([visits.stop(), deskModule.stop()]));
      await commerce.payments.stop();
      await jobs?.stop();
      modules.stop();
      await Promise.all([commerce.papers.stop(), commerce.fulfilment.stop()]);
      await Promise.all([listening.stop(), closeDb(ctx.db)]);
    },
  };
}

/** Counters are lost if the database is away. */
const COUNTERS_TIMEOUT_MS = 1_000;
