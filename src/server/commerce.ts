// Composes the modules that sell, for the web process and the job worker.

import { knownLocale } from '#lib/locale.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import type { Connections } from '#modules/connections/actions.ts';
import { createCoupons } from '#modules/coupons/actions.ts';
import { createFiles } from '#modules/files/actions.ts';
import { fileJobs } from '#modules/files/jobs.ts';
import { createFulfilment } from '#modules/fulfilment/actions.ts';
import type { Makers } from '#modules/fulfilment/maker.ts';
import { createInvoicing, toSeller } from '#modules/invoicing/actions.ts';
import { vatOfPurchase } from '#modules/invoicing/compose.ts';
import type { InvoicingDeps } from '#modules/invoicing/issue.ts';
import { paperJobs } from '#modules/invoicing/jobs.ts';
import { listBusinesses } from '#modules/invoicing/queries.ts';
import type { Tax } from '#modules/invoicing/rules.ts';
import type { CheckoutDeps } from '#modules/orders/checkout/place-order.ts';
import { confirmPurchase, orderJobs } from '#modules/orders/jobs.ts';
import { createPayments } from '#modules/payments/actions.ts';
import { paymentJobs } from '#modules/payments/jobs.ts';
import type { Provider } from '#modules/payments/provider.ts';
import type { Payments } from '#modules/payments/record-charge.ts';
import { sandboxProvider } from '#modules/payments/sandbox-provider.ts';
import { stripeProvider } from '#modules/payments/stripe/provider.ts';
import { createSubscriptions, subscriptionRow } from '#modules/subscriptions/actions.ts';
import { subscriptionJobs } from '#modules/subscriptions/jobs.ts';
import { createWithdrawals } from '#modules/withdrawals/actions.ts';
import { openWithdrawalRight } from '#modules/withdrawals/right.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import type { DbClient } from '#platform/database/database.ts';
import { openStore } from '#platform/files/store.ts';
import { eventHandlers } from '../event-handlers.ts';
import type { LoadedPlugin } from './plugins/read-plugins.ts';
import { findTaxRule, listExporters, providerOfPlugin } from './plugins/use-plugins.ts';
import type { LiveSettings } from './settings.ts';

/**
 * The first provider takes new payments, a plugin's before Stripe; the others complete payments that were
 * started there.
 */
async function openProviders(ctx: AppContext, { secrets, catalogue, plugins, connections }: CommerceOptions) {
  const { sandboxPort } = ctx.config;
  const ofPlugins = (await Promise.all(plugins.map(({ plugin }) => providerOfPlugin(ctx, plugin)))).flatMap((provider) => provider ?? []);
  const ofSandbox = sandboxPort === undefined ? [] : [sandboxProvider(ctx, secrets)];
  const currencies = ofPlugins.length > 0 ? [] : catalogue.currencies().sold;
  const compose = async (): Promise<readonly Provider[]> => {
    const stripe = connections.stripe();
    return [...ofPlugins, ...(stripe ? [await stripeProvider({ stripe, clock: ctx.clock }, currencies)] : []), ...ofSandbox];
  };
  let current = await compose();
  return {
    list: () => current,
    /** After a change of the connections. */
    async reload(): Promise<void> {
      current = await compose().catch((error: unknown) => {
        ctx.log.error({ err: error }, 'payments.providers.unchanged');
        return current;
      });
    },
  };
}

type CommerceOptions = {
  readonly secrets: Secrets;
  readonly shop: ShopTexts;
  readonly settings: LiveSettings;
  readonly connections: Connections;
  readonly catalogue: CatalogueModule;
  readonly plugins: readonly LoadedPlugin[];
  /** Production programs, if there are any. */
  readonly makers?: Makers | undefined;
};

/** With their jobs: both the web process and the worker need them. */
export async function createCommerce(ctx: AppContext, options: CommerceOptions) {
  const { shop, settings, catalogue, plugins, makers } = options;
  const providers = await openProviders(ctx, options);
  const paying: Payments = { ctx, providers: providers.list, reactions: eventHandlers };
  const store = await openStore(ctx.config);
  const withdrawalRight = openWithdrawalRight(
    () => settings.values()['withdrawal.yaml'].countries,
    (accountIds) => listBusinesses(ctx.db.orm, accountIds),
  );
  const rule = findTaxRule(plugins);
  const issuer = {
    // Read at each document, because the owner may publish another address at any time.
    get seller() {
      return toSeller(shop.company);
    },
    findTax: async (of: DbClient, version: number | undefined): Promise<Tax> => ({ ...(await settings.taxOf(of, version)), rule }),
    brand: () => shop.brand,
  };
  const checkout: CheckoutDeps = {
    ctx,
    catalogue,
    coupons: createCoupons(ctx),
    files: createFiles(ctx, store),
    payments: createPayments(paying),
    hasWithdrawalRight: withdrawalRight.appliesTo,
    // Read at each purchase, because the owner may publish another version at any time.
    versions: () => ({
      terms: shop.policies.terms.en.version,
      privacy: shop.policies.privacy.en.version,
      taxVersion: settings.current().taxVersion,
    }),
    subscriptionRow,
    reactions: eventHandlers,
    dates: () => ({ timeZone: shop.brand.timeZone, dateLocale: shop.brand.dateLocale }),
    findVat: (tx, purchase) => vatOfPurchase(tx, issuer, purchase),
    desk: () => ({ email: shop.brand.supportEmail, locale: knownLocale(shop.brand.defaultLocale) }),
  };
  const fulfilment = createFulfilment({
    ctx,
    catalogue,
    store,
    makers,
    exporters: listExporters(plugins),
    reactions: eventHandlers,
    shopName: () => shop.brand.name,
    confirmPurchase: (tx, purchaseId) => confirmPurchase(checkout, tx, purchaseId),
    noGeneratedText: () => shop.brand.noGeneratedText ?? false,
    showsMakers: () => shop.brand.showsMakers ?? false,
  });
  const issuing: InvoicingDeps = { ctx, issuer };
  const papers = createInvoicing(issuing, checkout);
  return {
    ...checkout,
    subscriptions: createSubscriptions({ ...checkout, catalogue }),
    withdrawals: createWithdrawals({ ...checkout, catalogue, withdrawalRight }),
    paying,
    reloadProviders: providers.reload,
    papers,
    store,
    fulfilment,
    depositRules: () => settings.values()['money.yaml'],
    tax: (): Tax => ({ ...settings.values()['tax.yaml'], rule }),
    listDeliveries: fulfilment.summariesOf,
    jobs: {
      ...fulfilment.jobs,
      ...paymentJobs(paying),
      ...orderJobs(checkout),
      ...subscriptionJobs(checkout),
      ...fileJobs(ctx, store),
      ...paperJobs(issuing),
    },
  };
}
