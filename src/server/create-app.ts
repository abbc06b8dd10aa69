// Composes the whole app: modules, servers and jobs. The caller provides config and database connection.
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { eventHandlers } from '../event-handlers.ts';
import type { AppContext } from '../infra/app-context.ts';
import { type Clock, systemClock } from '../infra/clock.ts';
import type { Config } from '../infra/config/config.ts';
import { openSecrets } from '../infra/config/secrets.ts';
import { closeDb, openDb } from '../infra/database/database.ts';
import { migrateTables } from '../infra/database/migrate.ts';
import { listen } from '../infra/database/pg-listen.ts';
import { loadMessages } from '../infra/i18n.ts';
import { migrateJobs } from '../infra/jobs/migrate.ts';
import { openStreams } from '../infra/live/streams.ts';
import type { Log } from '../infra/logging/log.ts';
import { makeMetrics } from '../infra/logging/metrics.ts';
import { readShop } from '../infra/shop-source/read-shop.ts';
import { openAccounts } from '../modules/accounts/actions.ts';
import type { Demo } from '../modules/accounts/demo.ts';
import { accountJobs } from '../modules/accounts/jobs.ts';
import { type CatalogueModule, importCatalogue, openCatalogue } from '../modules/catalogue/actions.ts';
import type { DeskModule } from '../modules/desk/actions.ts';
import { openVisits } from '../modules/desk/reports/visits.ts';
import type { FulfilmentModule, Makers } from '../modules/fulfilment/actions.ts';
import { openMakers } from '../modules/fulfilment/makers/actions.ts';
import { cachedTax } from '../modules/invoicing/read.ts';
import { openMail } from '../modules/mail/actions.ts';
import { openOrders } from '../modules/orders/actions.ts';
import { openSupport } from '../modules/support/actions.ts';
import { supportJobs } from '../modules/support/jobs.ts';
import { openPolicies } from '../modules/texts/actions.ts';
import { openWallet } from '../modules/wallet/actions.ts';
import { cachedDepositLimits } from '../modules/wallet/read.ts';
import { sandboxTransport } from '../sandbox/mailbox/mailbox.ts';
import { openSandbox } from '../sandbox/server.ts';
import { createCommerce, shopFolder } from './commerce.ts';
import { openStorefront, type StorefrontOptions } from './storefront.ts';

/** Migrates the database, and imports the owner's catalogue if its files changed. */
export async function prepareDatabase(connection: pg.PoolConfig, log: Log): Promise<void> {
  await migrateTables(connection);
  const db = openDb(connection, { poolSize: 2, log });
  try {
    await migrateJobs(db.pool, log);
    if (await importCatalogue(db, join(shopFolder, 'catalogue'))) log.info('catalogue.import.done');
  } finally {
    await closeDb(db);
  }
}

export type ShopApp = {
  readonly ctx: AppContext;
  /** The demo customer; outside production only. */
  makeDemo(): Promise<Demo | undefined>;
  /** Creates the demo customer's history; once. */
  tellStory(demo: Demo | undefined): Promise<void>;
  readonly catalogue: CatalogueModule;
  /** The log-in link of the first operator, until there is one; outside production only. */
  firstLink(): Promise<string | undefined>;
  /** A log-in link for the person at this machine. */
  linkToDesk: DeskModule['linkFor'];
  readonly fulfilment: FulfilmentModule;
  /** Saves the visit counts that are still in memory. */
  countVisits(): Promise<void>;
  readonly urls: { readonly storefront: string; readonly desk: string; readonly sandbox: string | undefined };
  /** Finishes accepted work, then closes everything it opened. */
  stop(): Promise<void>;
};

export type HouseOptions = StorefrontOptions & {
  readonly config: Config;
  readonly connection: pg.PoolConfig;
  readonly log: Log;
  readonly clock?: Clock;
  /** False if the jobs run in a process of their own. */
  readonly jobs?: boolean;
  /** Production programs, in a child process: the shop's own, or the caller's. Absent: all pieces are made by people. */
  readonly makers?: Makers | 'own' | undefined;
};

export async function createApp(options: HouseOptions): Promise<ShopApp> {
  const { config, connection, log } = options;
  await loadMessages();
  const ctx = openGround(options);
  const policies = await openPolicies(ctx, await readShop(config), shopFolder);
  const { shop } = policies;
  const secrets = await openSecrets(config, ctx.clock.now());
  const accounts = openAccounts(ctx, {
    secrets,
    privacyVersion: () => shop.policies.privacy.en.version,
    brand: shop.brand.name,
    reactions: eventHandlers,
  });
  const catalogue = await openCatalogue(ctx, shopFolder);
  const own = options.makers === 'own' ? openMakers(ctx, { shopName: shop.brand.name }) : undefined;
  const makers = options.makers === 'own' ? own : options.makers;
  const selling = await createCommerce(ctx, { secrets, shop, catalogue, makers });
  const { coupons, fulfilment, papers, payments } = selling;
  const wallet = openWallet({ ...selling, limits: await cachedDepositLimits(shopFolder) });
  const orders = openOrders({ ...selling, catalogue });
  const mail = await openMail(ctx, { shopFolder, sandbox: ctx.config.production ? undefined : sandboxTransport(ctx) });
  const support = await openSupport(ctx, shopFolder, selling);
  const streams = openStreams(ctx);
  const listeners = { name: 'fanfare_live_streams', help: 'Browsers that listen for news', read: async () => streams.count() };
  const metrics = makeMetrics(ctx, [...mail.readings, listeners]);
  const visits = openVisits(ctx, shop.brand.timeZone);
  const rooms = { ...selling, accounts, catalogue, wallet, orders, support, visits };
  const storefront = await openStorefront(options, ctx, rooms, { shop, policies, metrics, streams });
  const refresh = () => Promise.all([catalogue.reload(), policies.reload()]).then(storefront.drop);
  const listening = await listen(connection, { catalogue: refresh, live: streams.hear }, log);
  const storefrontUrl = await openDoor(storefront.app, config, { host: config.host, port: config.port });

  // The server accepts requests from here on; load what they do not need in the background.
  const [{ openDesk }, { deskJobs, openDeskRoom }, { startJobs }] = await loadDesk();
  const sandbox = config.sandboxPort === undefined ? undefined : openSandbox(ctx, secrets);
  const deskRoom = openDeskRoom({
    ...{ ctx, secrets, shop, streams, fulfilment, catalogue, support, payments, tax: await cachedTax(shopFolder) },
    texts: { preview: storefront.preview, refresh },
    selling: { placing: selling, orders, fulfilment, wallet, papers, catalogue, shop },
  });
  const about = { build: options.build, offers: () => catalogue.current().offers.length };
  const { build, dev = false } = options;
  const desk = await openDesk({ ctx, metrics, about, build, dev, room: deskRoom, brand: shop.brand.name });
  const handlers = {
    ...{ ...accountJobs(ctx, eventHandlers), ...mail.jobs, ...selling.jobs, ...supportJobs(ctx) },
    ...deskJobs(ctx, shop.brand.timeZone),
  };
  const jobs = options.jobs === false ? undefined : await startJobs(ctx, handlers);
  const [deskUrl, sandboxUrl] = await Promise.all([
    openDoor(desk, config, { host: config.deskHost, port: config.deskPort }),
    sandbox && config.sandboxPort !== undefined ? openDoor(sandbox, config, { host: config.host, port: config.sandboxPort }) : undefined,
  ]);
  return {
    ctx,
    async makeDemo() {
      const [demo] = await Promise.all([accounts.makeDemo(), coupons.makeDemo()]);
      return demo;
    },
    tellStory: (demo) => storyOf(ctx, demo, (then) => createCommerce(then, { secrets, shop, catalogue }), catalogue),
    catalogue,
    // In production an administrator requests the link on the machine, because start-up output may be read by others.
    firstLink: async () => (config.production ? undefined : deskRoom.firstLink(shop.brand.supportEmail)),
    linkToDesk: deskRoom.linkFor,
    fulfilment,
    countVisits: visits.flush,
    urls: { storefront: storefrontUrl, desk: deskUrl, sandbox: sandboxUrl },
    async stop() {
      await Promise.all([storefront.app, desk, ...(sandbox ? [sandbox] : [])].map((app) => closeDoor(app, config)));
      await Promise.all([visits.stop(), deskRoom.stop()]);
      await payments.stop();
      await jobs?.stop();
      own?.stop();
      await Promise.all([papers.stop(), fulfilment.stop()]);
      await listening.stop();
      await closeDb(ctx.db);
    },
  };
}

async function storyOf(
  ctx: AppContext,
  demo: Demo | undefined,
  sellingAt: (then: AppContext) => ReturnType<typeof createCommerce>,
  catalogue: CatalogueModule,
) {
  // With a real payment provider, the demo payments would fail.
  if (!demo || ctx.config.production || ctx.config.stripe) return;
  const { seedDemoOrders: tellStory } = await import('./demo.ts');
  const limits = await cachedDepositLimits(shopFolder);
  await tellStory(ctx, demo.email, async (then) => {
    const placing = await sellingAt(then);
    return {
      placing,
      paying: placing.paying,
      wallet: openWallet({ ...placing, limits }),
      orders: openOrders({ ...placing, catalogue }),
      fulfilment: placing.fulfilment,
    };
  });
}

/** Runs only the jobs, in a process of their own. */
export async function openJobs(options: Pick<HouseOptions, 'config' | 'connection' | 'log'>): Promise<{ stop(): Promise<void> }> {
  await loadMessages();
  const ctx = openGround(options);
  const { config } = ctx;
  const mail = await openMail(ctx, { shopFolder, sandbox: config.production ? undefined : sandboxTransport(ctx) });
  const catalogue = await openCatalogue(ctx, shopFolder);
  const secrets = await openSecrets(config, ctx.clock.now());
  const policies = await openPolicies(ctx, await readShop(config), shopFolder);
  const { shop } = policies;
  const makers = openMakers(ctx, { shopName: shop.brand.name });
  const selling = await createCommerce(ctx, { secrets, shop, catalogue, makers });
  const [, { deskJobs }, { startJobs }] = await loadDesk();
  const jobs = await startJobs(ctx, {
    ...{ ...accountJobs(ctx, eventHandlers), ...mail.jobs, ...selling.jobs, ...supportJobs(ctx) },
    ...deskJobs(ctx, shop.brand.timeZone),
  });
  // This process serves no pages, but mails contain service names.
  const listening = await listen(
    options.connection,
    { catalogue: () => Promise.all([catalogue.reload(), policies.reload()]), live: () => undefined },
    ctx.log,
  );
  return {
    async stop() {
      await jobs.stop();
      await listening.stop();
      makers.stop();
      await closeDb(ctx.db);
    },
  };
}

/** With the queue's worker, without what only the storefront's pages need. */
const loadDesk = () =>
  Promise.all([import('../desk/server/server.ts'), import('../modules/desk/actions.ts'), import('../infra/jobs/run.ts')]);

const openGround = ({
  config,
  connection,
  log,
  clock = systemClock,
}: Pick<HouseOptions, 'config' | 'connection' | 'log' | 'clock'>): AppContext => ({
  config,
  log,
  clock,
  db: openDb(connection, { poolSize: config.databasePool, log }),
});

/** Finishes accepted requests; connections still open after half of the stop timeout are closed. */
async function closeDoor(app: FastifyInstance, { stopSeconds }: Config): Promise<void> {
  const tired = setTimeout(() => app.server.closeAllConnections(), stopSeconds * 500);
  await app.close();
  clearTimeout(tired);
}

async function openDoor(app: FastifyInstance, { production }: Config, at: { host: string; port: number }): Promise<string> {
  await app.listen(at);
  const { port } = app.server.address() as AddressInfo;
  return `http://${production ? at.host : 'localhost'}:${port}`;
}
