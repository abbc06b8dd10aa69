// Composes what the web process and the job worker share: the context, the modules that have jobs, and the
// handlers of all jobs.

import { documentLook } from '#lib/look/paper-look.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import { findMailReader } from '#modules/accounts/actions.ts';
import { accountJobs } from '#modules/accounts/jobs.ts';
import { openCatalogue } from '#modules/catalogue/actions.ts';
import { makerNames } from '#modules/catalogue/shapes.ts';
import { openConnections } from '#modules/connections/actions.ts';
import type { Makers } from '#modules/fulfilment/maker.ts';
import { openMakers } from '#modules/fulfilment/makers/actions.ts';
import { createMail, openMailTexts } from '#modules/mail/actions.ts';
import { toLetterhead } from '#modules/mail/rules.ts';
import { supportJobs } from '#modules/support/jobs.ts';
import { openBrand, openContent, openPolicies, takeOverTexts } from '#modules/texts/actions.ts';
import { openedLanguages, openLanguages } from '#modules/texts/languages/languages.ts';
import { readShopTexts } from '#modules/texts/source/shop-texts.ts';
import type { AppContext } from '#platform/app-context.ts';
import { backupGauges } from '#platform/backup/open-backup.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { openSecrets } from '#platform/config/secrets.ts';
import type { DatabaseAccess } from '#platform/database/connection.ts';
import { type Db, openDb } from '#platform/database/database.ts';
import { openDatabaseClock } from '#platform/database/database-clock.ts';
import { loadMessages } from '#platform/i18n.ts';
import type { Log } from '#platform/logging/log.ts';
import type { GaugeReading } from '#platform/logging/metrics.ts';
import { auditGauges, auditJobs } from '../audit/jobs.ts';
import { eventHandlers } from '../event-handlers.ts';
import { sandboxTransport } from '../sandbox/mailbox/mailbox.ts';
import { createCommerce } from './commerce.ts';
import { gateOf, type ShopGate } from './plugins/gate.ts';
import { createNotices, expectKinds, findTextChecker, makersOfPlugins, openPlugins, openServiceKinds } from './plugins/use-plugins.ts';
import { deskSettings, openSettings } from './settings.ts';

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

export type Modules = Awaited<ReturnType<typeof createModules>>;

export async function createModules({ config, connection, direct, read, log, clock, makers }: ModulesOptions) {
  await openLanguages(config.shopDir);
  await loadMessages(openedLanguages().server);
  const db = openDb(connection, { poolSize: config.databasePool, log, direct, read });
  const time = clock ? { clock, gauges: [], stop: () => undefined } : await databaseTime(db, log);
  const ctx: AppContext = { config, log, clock: time.clock, db };
  const plugins = await openPlugins(config.shopDir);
  const { shop, ...texts } = await openTexts(ctx, gateOf(plugins));
  const secrets = await openSecrets(config, ctx.clock.now());
  const connections = await openConnections(ctx, secrets);
  const kinds = await openServiceKinds(ctx, plugins);
  const pluginMakers = makersOfPlugins(plugins);
  const catalogue = await openCatalogue(ctx, async () => texts.settings.current().gate?.(), {
    kinds: kinds.kinds,
    instantMakers: pluginMakers.flatMap(({ name, isInstant }) => (isInstant ? [name] : [])),
  });
  expectKinds(catalogue.current(), kinds.kinds);
  const look = () => ({ shopName: shop.brand.name, ...documentLook(shop.brand) });
  const ownMakers =
    makers === 'own'
      ? openMakers({ ...ctx, catalogue }, { brand: look, plugins: pluginMakers, checker: findTextChecker(plugins) })
      : undefined;
  const commerce = await createCommerce(ctx, {
    secrets,
    shop,
    settings: texts.settings,
    connections,
    catalogue,
    plugins,
    makers: makers === 'own' ? ownMakers : makers,
  });
  const pluginNotices = await createNotices(ctx, plugins);
  const mail = createMail(ctx, {
    texts: () => texts.mails().texts,
    outdated: () => texts.mails().outdated,
    smtpUrl: connections.smtpUrl,
    letterhead: () => toLetterhead(shop),
    listeners: pluginNotices.customer,
    sandbox: config.production ? undefined : sandboxTransport(ctx),
    findReader: (to) => findMailReader(ctx.db.orm, to),
  });
  return {
    ctx,
    shop,
    secrets,
    settings: texts.settings,
    texts,
    connections,
    reload: () => reloadAll({ catalogue, texts, connections, commerce }),
    catalogue,
    commerce,
    mail,
    pluginMakers: makersAtDesk(pluginMakers),
    gauges: [...mail.readings, ...time.gauges, ...backupGauges(config, ctx.db.pool), ...auditGauges(ctx)],
    /** Loads the job queue and the desk's jobs on demand, because the storefront's pages need neither. */
    async startJobs(isScheduled = true) {
      const [{ deskJobs }, { startJobs }] = await Promise.all([import('./desk-jobs.ts'), import('#platform/jobs/run.ts')]);
      const handlers = {
        ...accountJobs(ctx, eventHandlers),
        ...mail.jobs,
        ...commerce.jobs,
        ...supportJobs({ ...commerce, reactions: eventHandlers, desk: deskSettings(shop, texts.settings) }),
        ...deskJobs(ctx, { catalogue, shop, secrets, listeners: pluginNotices.staff }),
        ...auditJobs(ctx),
      };
      return startJobs(ctx, handlers, isScheduled);
    },
    stop() {
      ownMakers?.stop();
      kinds.stop();
      void pluginNotices.stop();
      time.stop();
    },
  };
}

/** Without those that files name without their plugin: the desk has words for them. */
const makersAtDesk = (makers: ReturnType<typeof makersOfPlugins>) =>
  makers.flatMap(({ name, label }) => (makerNames.some((each) => name.endsWith(`:${each}`)) ? [] : [{ name, label }]));

type Changeable = Record<'catalogue' | 'texts' | 'connections', { reload(): Promise<unknown> }> & {
  readonly commerce: { reloadProviders(): Promise<void> };
};

/** Reads again what the owner may have changed. */
const reloadAll = ({ catalogue, texts, connections, commerce }: Changeable) =>
  Promise.all([catalogue.reload(), texts.reload(), connections.reload().then(commerce.reloadProviders)]);

/** The owner's texts and settings, always current. */
async function openTexts(ctx: AppContext, gate: ShopGate | undefined) {
  const files = await readShopTexts(ctx.config.shopDir, ctx.config);
  const brand = await openBrand(ctx, files.brand, ctx.config.shopDir);
  const content = await openContent(ctx, files, ctx.config.shopDir);
  const policies = await openPolicies(ctx, files, ctx.config.shopDir, () => ({
    brand: brand.current(),
    company: content.current().company,
  }));
  const mails = await openMailTexts(ctx, ctx.config.shopDir);
  const settings = await openSettings(ctx, ctx.config.shopDir, gate);
  const shop: ShopTexts = {
    get brand() {
      return brand.current();
    },
    get policies() {
      return policies.current();
    },
    get company() {
      return content.current().company;
    },
    get questionGroups() {
      return content.current().questionGroups;
    },
    get questions() {
      return content.current().questions;
    },
    get samples() {
      return content.current().samples;
    },
    get home() {
      return content.current().home;
    },
    get menus() {
      return content.current().menus;
    },
  };
  return {
    shop,
    mails: mails.current,
    settings,
    version: () => `${brand.version()} ${content.version()} ${policies.version()} ${settings.version()}`,
    // The policies last: they name the brand and the company.
    reload: () =>
      takeOverTexts(ctx.db.orm)
        .then(() => Promise.all([brand.reload(), content.reload(), mails.reload(), settings.reload()]))
        .then(policies.reload),
  };
}

type Time = { readonly clock: Clock; readonly gauges: readonly GaugeReading[]; stop(): void };

async function databaseTime(db: Db, log: Log): Promise<Time> {
  const clock = await openDatabaseClock(db.probe.pool, log);
  const offset = {
    name: 'fanfare_clock_offset_seconds',
    help: 'How far the clock of this machine is ahead of the clock of the database',
    read: async () => clock.offsetSeconds(),
  };
  return { clock, gauges: [offset], stop: clock.stop };
}
