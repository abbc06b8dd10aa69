// The storefront's HTTP server: API calls and pages. create-app.ts composes it.
import cors from '@fastify/cors';
import type { ViteDevServer } from 'vite';
import { builtInLocales } from '#lib/locale.ts';
import { currencyCode } from '#lib/money/money.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import type { AccountsModule } from '#modules/accounts/actions.ts';
import { confirmForm, getMyDataPage, myDataForm, serveMyData } from '#modules/accounts/forms.ts';
import { eventRoutes } from '#modules/accounts/login/event-stream.ts';
import { accountsGuard } from '#modules/accounts/login/guard.ts';
import { accountRoutes } from '#modules/accounts/routes.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import { catalogueRoutes } from '#modules/catalogue/routes.ts';
import { type Catalogue, spelledService, viewCatalogue } from '#modules/catalogue/rules.ts';
import type { CouponsModule } from '#modules/coupons/actions.ts';
import { couponRoutes } from '#modules/coupons/routes.ts';
import type { FilesModule } from '#modules/files/actions.ts';
import { fileRoutes } from '#modules/files/routes.ts';
import type { FulfilmentModule } from '#modules/fulfilment/actions.ts';
import { fulfilmentRoutes } from '#modules/fulfilment/routes.ts';
import type { InvoicingModule } from '#modules/invoicing/actions.ts';
import { paperRoutes } from '#modules/invoicing/routes.ts';
import type { OrdersModule } from '#modules/orders/actions.ts';
import { orderRoutes } from '#modules/orders/routes.ts';
import { spelledOrder } from '#modules/orders/rules.ts';
import type { PaymentsModule } from '#modules/payments/actions.ts';
import { paymentRoutes } from '#modules/payments/routes.ts';
import { serveWebhooks } from '#modules/payments/webhooks/routes.ts';
import { countingQuotes, type VisitCounter, visitRoutes } from '#modules/reports/visits.ts';
import type { SubscriptionsModule } from '#modules/subscriptions/actions.ts';
import { subscriptionRoutes } from '#modules/subscriptions/routes.ts';
import type { SupportModule } from '#modules/support/actions.ts';
import {
  conversationForm,
  declarationForm,
  declarationToConfirm,
  getThreadPage,
  serveTicketFiles,
  ticketForm,
} from '#modules/support/forms.ts';
import { serveMailIn } from '#modules/support/mail/routes.ts';
import { supportRoutes } from '#modules/support/routes.ts';
import { openedLanguages } from '#modules/texts/languages/languages.ts';
import type { WalletModule } from '#modules/wallet/actions.ts';
import { walletRoutes } from '#modules/wallet/routes.ts';
import type { DepositRules } from '#modules/wallet/rules.ts';
import type { WithdrawalsModule } from '#modules/withdrawals/actions.ts';
import { withdrawalRoutes } from '#modules/withdrawals/routes.ts';
import type { AppContext } from '#platform/app-context.ts';
import { openSharedAssets } from '#platform/assets/shared-assets.ts';
import type { Config } from '#platform/config/config.ts';
import { type Handlers, serveCalls } from '#platform/http/api-routes.ts';
import { serveHealth } from '#platform/http/health.ts';
import { refuseUnderPressure } from '#platform/http/overload.ts';
import { makeServer } from '#platform/http/server.ts';
import type { Streams } from '#platform/live/streams.ts';
import type { Metrics } from '#platform/logging/metrics.ts';
import type { Readiness } from '#platform/process/readiness.ts';
import type { Build } from '#site/builds/build.ts';
import { describeApi } from '#site/developers/openapi.ts';
import { serveDevelopers } from '#site/developers/serve.ts';
import { serveSecurityTxt } from '#site/seo/security-txt.ts';
import { serveWeb, type Web } from '#site/serve.ts';

export type StorefrontOptions = {
  /** Pages may still be built while the modules open. */
  readonly build: Build | Promise<Build>;
  /** In development. */
  readonly vite?: ViteDevServer;
  /** False disables the page cache, to measure rendering. */
  readonly cache?: boolean;
  /** False if other work runs in this process, so that its load does not cause rejections. */
  readonly refuseEarly?: boolean;
};

type StorefrontModules = {
  readonly accounts: AccountsModule;
  readonly catalogue: CatalogueModule;
  readonly coupons: CouponsModule;
  readonly files: FilesModule;
  readonly payments: PaymentsModule;
  readonly papers: InvoicingModule;
  readonly wallet: WalletModule;
  readonly orders: OrdersModule;
  readonly subscriptions: SubscriptionsModule;
  readonly withdrawals: WithdrawalsModule;
  readonly fulfilment: FulfilmentModule;
  readonly support: SupportModule;
  readonly visits: VisitCounter;
  readonly depositRules: () => DepositRules;
};

export async function openStorefront(
  options: StorefrontOptions,
  ctx: AppContext,
  modules: StorefrontModules,
  deps: { shop: ShopTexts; textsVersion: () => string; metrics: Metrics; streams: Streams; readiness: Readiness },
) {
  const { config, log, db } = ctx;
  const { shop, textsVersion, metrics, streams, readiness } = deps;
  const { accounts, catalogue, payments, support } = modules;
  const { deliveryTimes } = modules.fulfilment;
  let web: Web | undefined;
  const app = makeServer({ config, log, db, readiness, answered: metrics.countAnswer, pages: () => web?.faults });
  if (options.refuseEarly ?? true) refuseUnderPressure(app);
  if (config.corsOrigins.length > 0)
    await app.register(cors, {
      origin: [...config.corsOrigins],
      credentials: true,
      exposedHeaders: ['x-request-id', 'retry-after', 'link'],
    });
  serveHealth(app, { probe: db.probe, readiness });
  app.addHook('preClose', async () => streams.stop());
  serveCalls(app, config, storefrontHandlers(config, streams, modules), accountsGuard(accounts));
  serveWebhooks(app, payments);
  serveMailIn(app, config, support);
  serveTicketFiles(app, config, support);
  serveMyData(app, config, accounts);
  serveSecurityTxt(app, ctx, shop);
  const currencies = () => Object.fromEntries(catalogue.currencies().all.map((currency) => [currencyCode(currency), currency]));
  const describe = () => describeApi(config.shopUrl, currencies());
  app.get('/api/openapi.json', (_request, reply) => reply.header('cache-control', 'no-store').send(describe()));
  serveDevelopers(app, { config, shop, describe, version: () => JSON.stringify(currencies()) });
  const { vite, cache = !vite } = options;
  const build = await options.build;
  web = await serveWeb(app, {
    config,
    log,
    vite,
    cache,
    build,
    shared: openSharedAssets(ctx, 'client'),
    shop,
    languages: openedLanguages().pages,
    storefront: (locale, currency) => deliveryTimes.addTo(catalogue.storefront(locale, currency)),
    currencies: () => catalogue.currencies().sold,
    sourceVersion: () => `${catalogue.version()} ${textsVersion()} ${deliveryTimes.version()}`,
    forms: {
      contact: ticketForm(support),
      ticket: conversationForm(config, support),
      withdrawal: declarationForm('withdrawal', support),
      cancel: declarationForm('cancel', support),
      confirmEmail: confirmForm(accounts),
      myData: myDataForm(config, accounts),
    },
    owns: {
      contact: async (_, { locale }) => support.promise(locale),
      ticket: getThreadPage(config, support),
      withdrawal: declarationToConfirm(support),
      cancel: declarationToConfirm(support),
      myData: getMyDataPage(config, accounts),
    },
    spelled: (name, params) => {
      if (name === 'service' || name === 'about') return spelledService(catalogue.current(), params);
      return name === 'order' ? spelledOrder(params) : params;
    },
  });
  deliveryTimes.start();
  app.addHook('onClose', async () => deliveryTimes.stop());
  const { refresh, tryService, tryTexts } = web;
  /** Previews a service in every language of the release with a draft of the catalogue. */
  const preview = async (draft: Catalogue, slug: string) =>
    Promise.all(
      builtInLocales.map(async (locale) => {
        const [currency = 0] = draft.currencies.sold;
        return { locale, ...(await tryService(viewCatalogue(draft, locale, currency), { slug, locale, currency })) };
      }),
    );
  return { app, refresh, preview, previewTexts: tryTexts };
}

const storefrontHandlers = (config: Config, streams: Streams, modules: StorefrontModules): Handlers => ({
  ...accountRoutes(modules.accounts),
  ...eventRoutes(streams, modules.accounts),
  ...catalogueRoutes(config, modules.catalogue),
  ...couponRoutes(modules.coupons, modules.catalogue, modules.depositRules),
  ...fileRoutes(modules.files),
  ...walletRoutes(modules.wallet, modules.orders.names),
  ...paymentRoutes(modules.payments),
  ...countingQuotes(orderRoutes(modules.orders), modules.visits),
  ...subscriptionRoutes(modules.subscriptions),
  ...withdrawalRoutes(modules.withdrawals),
  ...visitRoutes(modules.visits),
  ...fulfilmentRoutes(modules.fulfilment),
  ...paperRoutes(modules.papers),
  ...supportRoutes(modules.support),
});
