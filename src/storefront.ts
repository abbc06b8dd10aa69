// The storefront's port: the calls of the API, and the pages. What it stands on is put together in house.ts.
import cors from '@fastify/cors';
import type { Ground } from './infra/ground.ts';
import { serveCalls } from './infra/http/calls.ts';
import { serveHealth } from './infra/http/health.ts';
import { describeApi } from './infra/http/openapi.ts';
import { makeServer, refuseUnderPressure } from './infra/http/server.ts';
import type { Streams } from './infra/live/streams.ts';
import type { Metrics } from './infra/metrics.ts';
import type { Build } from './infra/web/build.ts';
import { serveSecurityTxt } from './infra/web/found/security-txt.ts';
import { serveWeb, type Web } from './infra/web/serve.ts';
import { localeNames } from './lib/locale.ts';
import { defaultCurrency } from './lib/money.ts';
import type { ShopTexts } from './lib/rendering.ts';
import type { AccountsRoom } from './rooms/accounts/actions.ts';
import { eventRoutes } from './rooms/accounts/events.ts';
import { confirmForm, myDataForm, myDataOf, serveMyData } from './rooms/accounts/forms.ts';
import { accountsGuard } from './rooms/accounts/guard.ts';
import { accountRoutes } from './rooms/accounts/routes.ts';
import type { CatalogueRoom } from './rooms/catalogue/actions.ts';
import { catalogueRoutes } from './rooms/catalogue/routes.ts';
import { type Catalogue, spelledService, viewCatalogue } from './rooms/catalogue/rules.ts';
import type { CouponsRoom } from './rooms/coupons/actions.ts';
import { couponRoutes } from './rooms/coupons/routes.ts';
import { countingQuotes, type Visits, visitRoutes } from './rooms/desk/visits.ts';
import type { FulfilmentRoom } from './rooms/fulfilment/actions.ts';
import { fulfilmentRoutes } from './rooms/fulfilment/routes.ts';
import type { OrdersRoom } from './rooms/orders/actions.ts';
import type { FilesRoom } from './rooms/orders/files.ts';
import { fileRoutes } from './rooms/orders/files-routes.ts';
import { orderRoutes } from './rooms/orders/routes.ts';
import type { PapersRoom } from './rooms/papers/actions.ts';
import { paperRoutes } from './rooms/papers/routes.ts';
import type { PaymentsRoom } from './rooms/payments/actions.ts';
import { serveWebhooks } from './rooms/payments/webhooks.ts';
import type { SupportRoom } from './rooms/support/actions.ts';
import { conversationForm, serveTicketFiles, threadOf, ticketForm } from './rooms/support/forms.ts';
import { serveMailIn } from './rooms/support/mail-door.ts';
import { supportRoutes } from './rooms/support/routes.ts';
import type { PoliciesRoom } from './rooms/texts/actions.ts';
import type { WalletRoom } from './rooms/wallet/actions.ts';
import { walletRoutes } from './rooms/wallet/routes.ts';

export type StorefrontOptions = {
  readonly build: Build;
  /** Hot reload of the web. */
  readonly dev?: boolean;
  /** False renders every page anew, to measure what that costs. */
  readonly cache?: boolean;
  /** False where more than the shop works in this process, so that its load is not the shop's. */
  readonly refuseEarly?: boolean;
};

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

export async function openStorefront(
  options: StorefrontOptions,
  ground: Ground,
  { accounts, catalogue, coupons, files, payments, papers, wallet, orders, fulfilment, support, visits }: Rooms,
  { shop, policies, metrics, streams }: { shop: ShopTexts; policies: PoliciesRoom; metrics: Metrics; streams: Streams },
) {
  const { config, log, db } = ground;
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
  serveTicketFiles(app, config, support);
  serveMyData(app, config, accounts);
  serveSecurityTxt(app, ground, shop);
  app.get('/api/openapi.json', (_request, reply) => reply.header('cache-control', 'no-store').send(describeApi(config.shopUrl)));
  const { build, dev = false, cache = !dev } = options;
  web = await serveWeb(app, {
    ...{ config, log, dev, cache, build, shop },
    storefront: catalogue.storefront,
    sourceVersion: () => `${catalogue.version()} ${policies.version()}`,
    forms: {
      ...{ contact: ticketForm(support), ticket: conversationForm(config, support) },
      ...{ confirmEmail: confirmForm(accounts), myData: myDataForm(config, accounts) },
    },
    owns: { ticket: threadOf(config, support), myData: myDataOf(config, accounts) },
    spelled: (name, params) => (name === 'service' ? spelledService(catalogue.current(), params) : params),
  });
  const { drop, tryService } = web;
  /** A service in every language, as a draft of the catalogue would show it. */
  const preview = async (draft: Catalogue, slug: string) =>
    Promise.all(
      localeNames.map(async (locale) => {
        const wish = { slug, locale, currency: defaultCurrency };
        return { locale, ...(await tryService(viewCatalogue(draft, locale, defaultCurrency), wish)) };
      }),
    );
  return { app, drop, preview };
}
