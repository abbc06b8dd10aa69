// Composes what the web process and the job worker share: the context, the modules that have jobs, and the handlers of all jobs.
import type pg from 'pg';
import { eventHandlers } from '../event-handlers.ts';
import type { AppContext } from '../infra/app-context.ts';
import { type Clock, systemClock } from '../infra/clock.ts';
import type { Config } from '../infra/config/config.ts';
import { openSecrets } from '../infra/config/secrets.ts';
import { openDb } from '../infra/database/database.ts';
import { loadMessages } from '../infra/i18n.ts';
import type { Log } from '../infra/logging/log.ts';
import { shopFolder } from '../infra/paths.ts';
import { readShop } from '../infra/shop-source/read-shop.ts';
import { accountJobs } from '../modules/accounts/jobs.ts';
import { openCatalogue } from '../modules/catalogue/actions.ts';
import type { Makers } from '../modules/fulfilment/actions.ts';
import { openMakers } from '../modules/fulfilment/makers/actions.ts';
import { openMail } from '../modules/mail/actions.ts';
import { supportJobs } from '../modules/support/jobs.ts';
import { openPolicies } from '../modules/texts/actions.ts';
import { sandboxTransport } from '../sandbox/mailbox/mailbox.ts';
import { createCommerce } from './commerce.ts';

export type ModulesOptions = {
  readonly config: Config;
  readonly connection: pg.PoolConfig;
  readonly log: Log;
  readonly clock?: Clock;
  /** Production programs, in a child process: the shop's own, or the caller's. Absent: all pieces are made by people. */
  readonly makers?: Makers | 'own' | undefined;
};

export type Modules = Awaited<ReturnType<typeof createModules>>;

export async function createModules({ config, connection, log, clock = systemClock, makers }: ModulesOptions) {
  await loadMessages();
  const ctx: AppContext = { config, log, clock, db: openDb(connection, { poolSize: config.databasePool, log }) };
  const policies = await openPolicies(ctx, await readShop(config), shopFolder);
  const { shop } = policies;
  const secrets = await openSecrets(config, ctx.clock.now());
  const catalogue = await openCatalogue(ctx, shopFolder);
  const ownMakers = makers === 'own' ? openMakers(ctx, { shopName: shop.brand.name }) : undefined;
  const commerce = await createCommerce(ctx, { secrets, shop, catalogue, makers: makers === 'own' ? ownMakers : makers });
  const mail = await openMail(ctx, { shopFolder, sandbox: config.production ? undefined : sandboxTransport(ctx) });
  return {
    ctx,
    shop,
    secrets,
    policies,
    catalogue,
    commerce,
    mail,
    /** Loads the job queue and the desk's jobs on demand, because the storefront's pages need neither. */
    async startJobs(isScheduled = true) {
      const [{ deskJobs }, { startJobs }] = await Promise.all([import('../modules/desk/actions.ts'), import('../infra/jobs/run.ts')]);
      const handlers = {
        ...accountJobs(ctx, eventHandlers),
        ...mail.jobs,
        ...commerce.jobs,
        ...supportJobs(ctx),
        ...deskJobs(ctx, shop.brand.timeZone),
      };
      return startJobs(ctx, handlers, isScheduled);
    },
    stopMakers: () => ownMakers?.stop(),
  };
}
