// The whole shop put together: rooms over one ground, and its doors to the street. Who starts it decides what it stands on.
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { openDesk } from './desk/server.ts';
import { type Clock, systemClock } from './infra/clock.ts';
import type { Config } from './infra/config.ts';
import { closeDb, openDb } from './infra/db.ts';
import type { Ground } from './infra/ground.ts';
import { serveCalls } from './infra/http/calls.ts';
import { serveHealth } from './infra/http/health.ts';
import { describeApi } from './infra/http/openapi.ts';
import { makeServer, refuseUnderPressure } from './infra/http/server.ts';
import { migrateJobs } from './infra/jobs/migrate.ts';
import { startJobs } from './infra/jobs/run.ts';
import { listen } from './infra/listen.ts';
import { openStreams, type Streams } from './infra/live/streams.ts';
import type { Log } from './infra/log.ts';
import { type Metrics, makeMetrics } from './infra/metrics.ts';
import { migrateTables } from './infra/migrate.ts';
import { openSecrets } from './infra/secrets.ts';
import type { Build } from './infra/web/build.ts';
import { readShop } from './infra/web/read-shop.ts';
import { serveWeb, type Web } from './infra/web/serve.ts';
import { loadWords } from './infra/words.ts';
import type { ShopTexts } from './lib/rendering.ts';
import { reactions } from './reactions.ts';
import { type AccountsRoom, openAccounts } from './rooms/accounts/actions.ts';
import type { Demo } from './rooms/accounts/demo.ts';
import { eventRoutes } from './rooms/accounts/events.ts';
import { accountsGuard } from './rooms/accounts/guard.ts';
import { accountJobs } from './rooms/accounts/jobs.ts';
import { accountRoutes } from './rooms/accounts/routes.ts';
import { type CatalogueRoom, openCatalogue, takeOverCatalogue } from './rooms/catalogue/actions.ts';
import { catalogueRoutes } from './rooms/catalogue/routes.ts';
import { spelledService } from './rooms/catalogue/rules.ts';
import type { CouponsRoom } from './rooms/coupons/actions.ts';
import { couponRoutes } from './rooms/coupons/routes.ts';
import { countingQuotes, type DeskRoom, deskJobs, openDeskRoom, openVisits, type Visits, visitRoutes } from './rooms/desk/actions.ts';
import type { FulfilmentRoom, Makers } from './rooms/fulfilment/actions.ts';
import { openMakers } from './rooms/fulfilment/makers/actions.ts';
import { fulfilmentRoutes } from './rooms/fulfilment/routes.ts';
import { openMailRoom } from './rooms/mail/actions.ts';
import { type OrdersRoom, openOrders } from './rooms/orders/actions.ts';
import type { FilesRoom } from './rooms/orders/files.ts';
import { fileRoutes } from './rooms/orders/files-routes.ts';
import { orderRoutes } from './rooms/orders/routes.ts';
import type { PapersRoom } from './rooms/papers/actions.ts';
import { paperRoutes } from './rooms/papers/routes.ts';
import { readTax } from './rooms/papers/source.ts';
import type { PaymentsRoom } from './rooms/payments/actions.ts';
import { serveWebhooks } from './rooms/payments/webhooks.ts';
import { openSupport, type SupportRoom } from './rooms/support/actions.ts';
import { answerForm, threadOf, ticketForm } from './rooms/support/forms.ts';
import { supportJobs } from './rooms/support/jobs.ts';
import { serveMailIn } from './rooms/support/mail-door.ts';
import { supportRoutes } from './rooms/support/routes.ts';
import { openWallet, type WalletRoom } from './rooms/wallet/actions.ts';
import { walletRoutes } from './rooms/wallet/routes.ts';
import { readDepositLimits } from './rooms/wallet/source.ts';
import { sandboxTransport } from './sandbox/mailbox.ts';
import { openSandbox } from './sandbox/server.ts';
import { openSelling, shopFolder } from './selling.ts';

/** The database brought up to this code, and the owner's catalogue taken over where its files changed. */
export async function prepareDatabase(connection: pg.PoolConfig, log: Log): Promise<void> {
  await migrateTables(connection);
  const db = openDb(connection, { poolSize: 2, log });
  try {
    await migrateJobs(db.pool, log);
    if (await takeOverCatalogue(db, join(shopFolder, 'catalogue'))) log.info('the catalogue of shop/catalogue was taken over');
  } finally {
    await closeDb(db);
  }
}

export type House = {
  readonly ground: Ground;
  /** What there is to look around with, outside production. */
  makeDemo(): Promise<Demo | undefined>;
  /** What its customer has done so far; told once. */
  tellStory(demo: Demo | undefined): Promise<void>;
  readonly catalogue: CatalogueRoom;
  /** For the first operator, as long as there is none; outside production. */
  firstLink(): Promise<string | undefined>;
  /** For whoever is at the machine itself. */
  linkToDesk: DeskRoom['linkFor'];
  readonly fulfilment: FulfilmentRoom;
  /** Those that are still in memory, now. */
  countVisits(): Promise<void>;
  readonly urls: { readonly storefront: string; readonly desk: string; readonly sandbox: string | undefined };
  /** Finishes what was accepted, then lets go of everything it opened. */
  stop(): Promise<void>;
};

export type HouseOptions = {
  readonly config: Config;
  readonly connection: pg.PoolConfig;
  readonly log: Log;
  readonly build: Build;
  readonly clock?: Clock;
  /** Hot reload of the web. */
  readonly dev?: boolean;
  /** False renders every page anew, to measure what that costs. */
  readonly cache?: boolean;
  /** False where the jobs run in a process of their own. */
  readonly jobs?: boolean;
  /** Programs that make pieces by themselves, in a process that they share: the shop's own, or those of whoever opens it. Absent: people make everything. */
  readonly makers?: Makers | 'own' | undefined;
  /** False where more than the shop works in this process, so that its load is not the shop's. */
  readonly refuseEarly?: boolean;
};

export async function openHouse(options: HouseOptions): Promise<House> {
  const { config, connection, log } = options;
  await loadWords();
  const ground = openGround(options);
  const shop = await readShop(config);
  const secrets = await openSecrets(config, ground.clock.now());
  const accounts = openAccounts(ground, {
    secrets,
    privacyVersion: shop.policies.privacy.en.version,
    brand: shop.brand.name,
    reactions,
  });
  const catalogue = await openCatalogue(ground, shopFolder);
  const own = options.makers === 'own' ? openMakers(ground, { shopName: shop.brand.name }) : undefined;
  const makers = options.makers === 'own' ? own : options.makers;
  const selling = await openSelling(ground, { secrets, shop, catalogue, makers });
  const { coupons, files, fulfilment, papers, payments } = selling;
  const wallet = openWallet({ ...selling, limits: await readDepositLimits(shopFolder) });
  const orders = openOrders({ ...selling, catalogue });
  const mail = await openMailRoom(ground, { shopFolder, sandbox: ground.config.production ? undefined : sandboxTransport(ground) });
  const support = await openSupport(ground, shopFolder, selling);
  const streams = openStreams(ground);
  const listeners = { name: 'fanfare_live_streams', help: 'Browsers that listen for news', read: async () => streams.count() };
  const metrics = makeMetrics(ground, [...mail.readings, listeners]);
  const visits = openVisits(ground, shop.brand.timeZone);
  const rooms = { accounts, catalogue, coupons, files, payments, papers, wallet, orders, fulfilment, support, visits };
  const storefront = await openStorefront(options, ground, rooms, { shop, metrics, streams });
  const sandbox = config.sandboxPort === undefined ? [] : [{ app: openSandbox(ground, secrets), port: config.sandboxPort }];
  const deskRoom = openDeskRoom({
    ...{ ground, secrets, shop, streams, fulfilment, catalogue, support, payments, tax: await readTax(shopFolder) },
    selling: { placing: selling, orders, wallet, papers, catalogue, shop },
  });
  const about = { build: options.build, offers: () => catalogue.current().offers.length };
  const { build, dev = false } = options;
  const desk = await openDesk({ ground, metrics, about, build, dev, room: deskRoom, brand: shop.brand.name });
  const doors = [{ app: storefront.app, port: config.port }, { app: desk, port: config.deskPort }, ...sandbox];

  const listening = await listen(connection, { catalogue: () => catalogue.reload().then(storefront.drop), live: streams.hear }, log);
  const handlers = {
    ...{ ...accountJobs(ground, reactions), ...mail.jobs, ...selling.jobs, ...supportJobs(ground) },
    ...deskJobs(ground, shop.brand.timeZone),
  };
  const jobs = options.jobs === false ? undefined : await startJobs(ground, handlers);
  const [storefrontUrl = '', deskUrl = '', sandboxUrl] = await Promise.all(doors.map(({ app, port }) => openDoor(app, config, port)));
  return {
    ground,
    async makeDemo() {
      const [demo] = await Promise.all([accounts.makeDemo(), coupons.makeDemo()]);
      return demo;
    },
    async tellStory(demo) {
      // With a real provider of payments there is nobody who would play along.
      if (!demo || config.production || config.stripe) return;
      const { tellStory } = await import('./demo-story.ts');
      const limits = await readDepositLimits(shopFolder);
      await tellStory(ground, demo.email, async (then) => {
        const placing = await openSelling(then, { secrets, shop, catalogue });
        return {
          placing,
          paying: placing.paying,
          wallet: openWallet({ ...placing, limits }),
          orders: openOrders({ ...placing, catalogue }),
          fulfilment: placing.fulfilment,
        };
      });
    },
    catalogue,
    // In production whoever sits at the machine asks for the link: what a start prints, others may read.
    firstLink: async () => (config.production ? undefined : deskRoom.firstLink(shop.brand.supportEmail)),
    linkToDesk: deskRoom.linkFor,
    fulfilment,
    countVisits: visits.flush,
    urls: { storefront: storefrontUrl, desk: deskUrl, sandbox: sandboxUrl },
    async stop() {
      await Promise.all(doors.map(({ app }) => closeDoor(app, config)));
      await visits.stop();
      await jobs?.stop();
      await Promise.all([papers.stop(), fulfilment.stop(), own?.stop()]);
      await listening.stop();
      await closeDb(ground.db);
    },
  };
}

/** The jobs alone, in a process of their own. */
export async function openJobs(options: Pick<HouseOptions, 'config' | 'connection' | 'log'>): Promise<{ stop(): Promise<void> }> {
  await loadWords();
  const ground = openGround(options);
  const { config } = ground;
  const mail = await openMailRoom(ground, { shopFolder, sandbox: config.production ? undefined : sandboxTransport(ground) });
  const catalogue = await openCatalogue(ground, shopFolder);
  const secrets = await openSecrets(config, ground.clock.now());
  const shop = await readShop(config);
  const makers = openMakers(ground, { shopName: shop.brand.name });
  const selling = await openSelling(ground, { secrets, shop, catalogue, makers });
  const jobs = await startJobs(ground, {
    ...{ ...accountJobs(ground, reactions), ...mail.jobs, ...selling.jobs, ...supportJobs(ground) },
    ...deskJobs(ground, shop.brand.timeZone),
  });
  // Nobody looks at a page here, but mails name what is sold.
  const listening = await listen(options.connection, { catalogue: catalogue.reload, live: () => undefined }, ground.log);
  return {
    async stop() {
      await jobs.stop();
      await listening.stop();
      await makers.stop();
      await closeDb(ground.db);
    },
  };
}

const openGround = ({
  config,
  connection,
  log,
  clock = systemClock,
}: Pick<HouseOptions, 'config' | 'connection' | 'log' | 'clock'>): Ground => ({
  config,
  log,
  clock,
  db: openDb(connection, { poolSize: config.databasePool, log }),
});

type Rooms = {
  readonly accounts: AccountsRoom;
  readonly catalogue: CatalogueRoom;
  readonly coupons: CouponsRoom;
  readonly files: FilesRoom;
  readonly payments: PaymentsRoom;
  readonly papers: PapersRoom;
  readonly wallet: WalletRoom;
  readonly orders: OrdersRoom;
  readonly fulfilment: FulfilmentRoom;
  readonly support: SupportRoom;
  readonly visits: Visits;
};

async function openStorefront(
  options: HouseOptions,
  { config, log, db }: Ground,
  { accounts, catalogue, coupons, files, payments, papers, wallet, orders, fulfilment, support, visits }: Rooms,
  { shop, metrics, streams }: { shop: ShopTexts; metrics: Metrics; streams: Streams },
) {
  let web: Web | undefined;
  const app = makeServer({ config, log, answered: metrics.countAnswer, pages: () => web?.faults });
  if (options.refuseEarly ?? true) await refuseUnderPressure(app);
  if (config.corsOrigins.length > 0)
    await app.register(cors, {
      origin: [...config.corsOrigins],
      credentials: true,
      exposedHeaders: ['x-request-id', 'retry-after', 'link'],
    });
  serveHealth(app, db.pool);
  app.addHook('preClose', async () => streams.stop());
  const handlers = {
    ...accountRoutes(accounts),
    ...eventRoutes(streams, accounts),
    ...catalogueRoutes(config, catalogue),
    ...couponRoutes(coupons),
    ...fileRoutes(files),
    ...walletRoutes(wallet),
    ...countingQuotes(orderRoutes(orders), visits),
    ...visitRoutes(visits),
    ...fulfilmentRoutes(fulfilment),
    ...paperRoutes(papers),
    ...supportRoutes(support),
  };
  serveCalls(app, config, handlers, accountsGuard(accounts));
  serveWebhooks(app, payments);
  serveMailIn(app, config, support);
  app.get('/api/openapi.json', (_request, reply) => reply.header('cache-control', 'no-store').send(describeApi(config.shopUrl)));
  const { build, dev = false, cache = !dev } = options;
  web = await serveWeb(app, {
    ...{ config, log, dev, cache, build, shop },
    storefront: catalogue.storefront,
    catalogueVersion: catalogue.version,
    forms: { contact: ticketForm(support), ticket: answerForm(support) },
    owns: { ticket: threadOf(support) },
    spelled: (name, params) => (name === 'service' ? spelledService(catalogue.current(), params) : params),
  });
  return { app, drop: web.drop };
}

/** What was accepted is finished; who has not taken his answer after half of the time that a stop may take has gone away. */
async function closeDoor(app: FastifyInstance, { stopSeconds }: Config): Promise<void> {
  const tired = setTimeout(() => app.server.closeAllConnections(), stopSeconds * 500);
  await app.close();
  clearTimeout(tired);
}

async function openDoor(app: FastifyInstance, config: Config, port: number): Promise<string> {
  await app.listen({ host: config.host, port });
  const address = app.server.address() as AddressInfo;
  const host = config.production ? config.host : 'localhost';
  return `http://${host}:${address.port}`;
}
