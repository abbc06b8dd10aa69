// The modules that sell, with their jobs.

import type { ShopTexts } from '#lib/rendering.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import type { Connections } from '#modules/connections/actions.ts';
import { createCoupons } from '#modules/coupons/actions.ts';
import { createFiles } from '#modules/files/actions.ts';
import { fileJobs } from '#modules/files/jobs.ts';
import { createFulfilment } from '#modules/fulfilment/actions.ts';
import type { Makers } from '#modules/fulfilment/maker.ts';
import { createInvoicing } from '#modules/invoicing/actions.ts';
import { computePurchaseVat } from '#modules/invoicing/compose.ts';
import type { InvoicingDeps } from '#modules/invoicing/issue.ts';
import { invoicingJobs } from '#modules/invoicing/jobs.ts';
import { listBusinesses, saveBuysAs } from '#modules/invoicing/queries-details.ts';
import { createLinks } from '#modules/links/actions.ts';
import { createOrders } from '#modules/orders/actions.ts';
import type { CheckoutDeps } from '#modules/orders/checkout/place-order.ts';
import { orderJobs } from '#modules/orders/jobs.ts';
import { hasPaid } from '#modules/orders/queries.ts';
import { createPayments } from '#modules/payments/actions.ts';
import { paymentJobs } from '#modules/payments/jobs.ts';
import { openProviders } from '#modules/payments/providers.ts';
import { createPlans } from '#modules/plans/actions.ts';
import { planJobs } from '#modules/plans/jobs.ts';
import { quoteJobs } from '#modules/quotes/jobs.ts';
import { salesJobs } from '#modules/sales/jobs.ts';
import { createSubscriptions, toSubscriptionRow } from '#modules/subscriptions/actions.ts';
import { subscriptionJobs } from '#modules/subscriptions/jobs.ts';
import { createPieceReplyAddress } from '#modules/support/mail/mails.ts';
import { createWallet } from '#modules/wallet/actions.ts';
import { createWithdrawals } from '#modules/withdrawals/actions.ts';
import { openWithdrawalRight } from '#modules/withdrawals/right.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import { openStore, type Store } from '#platform/files/store.ts';
import { formatCause } from '#platform/logging/log.ts';
import { eventHandlers } from '../event-handlers.ts';
import type { ShopPlugins } from './plugins/use-plugins.ts';
import type { LiveSettings } from './settings.ts';

/** What a move needs of the modules that sell. */
export const toMoveDeps = ({
  ctx,
  catalogue,
  store,
  payments,
}: Pick<CheckoutDeps, 'ctx' | 'catalogue' | 'payments'> & { readonly store: Store }) => ({
  ...{ ctx, catalogue, store },
  isStripeConnected: payments.providerNames().includes('stripe'),
});

type CommerceOptions = {
  readonly secrets: Secrets;
  readonly shop: ShopTexts;
  readonly settings: LiveSettings;
  readonly connections: Connections;
  readonly catalogue: CatalogueModule;
  readonly plugins: Pick<ShopPlugins, 'openProviders' | 'exporters' | 'taxRule'>;
  /** Production programs, if there are any. */
  readonly makers?: Makers | undefined;
};

export async function createCommerce(ctx: AppContext, { settings, plugins, ...options }: CommerceOptions) {
  const { shop, catalogue, makers } = options;
  const ofPlugins = await plugins.openProviders();
  const providers = await openProviders(ctx, { ...options, ofPlugins, currencies: catalogue.currencies().sold });
  const paying = { ctx, providers: providers.list, reactions: eventHandlers };
  const store = await openStore(ctx.config);
  const withdrawalRight = openWithdrawalRight(
    () => settings.values()['withdrawal.yaml'].countries,
    (accountIds, tx) => listBusinesses(tx ?? ctx.db.orm, accountIds),
  );
  const links = createLinks({ ctx, secrets: options.secrets });
  const issuing: InvoicingDeps = {
    ...{ ctx, links },
    shop,
    findTax: async (tx, version) => ({ ...(await settings.findTax(tx, version)), rule: plugins.taxRule }),
  };
  const depositRules = () => settings.values()['money.yaml'];
  const checkout = {
    ctx,
    shop,
    catalogue,
    coupons: createCoupons(ctx),
    files: createFiles({ ctx, store, hasPaid }),
    payments: createPayments(paying),
    hasWithdrawalRight: withdrawalRight.appliesTo,
    // The order stands, whether or not it is stored.
    saveBuysAs: (accountId, buysAs) =>
      saveBuysAs(ctx.db.orm, accountId, buysAs).catch((cause: unknown) => ctx.log.warn({ cause: formatCause(cause) }, 'buysAs.unsaved')),
    taxVersion: () => settings.current().taxVersion,
    subscriptionRow: toSubscriptionRow,
    reactions: eventHandlers,
    findVat: (tx, purchase) => computePurchaseVat(tx, issuing, purchase),
    findPayPage: (from, purchaseId) => links.find(from, 'pay', purchaseId),
    replyAddress: createPieceReplyAddress(ctx),
  } satisfies CheckoutDeps;
  const fulfilment = createFulfilment({
    ...{ ...checkout, store, makers, exporters: plugins.exporters },
    secrets: options.secrets,
  });
  return {
    ...checkout,
    subscriptions: createSubscriptions(checkout),
    plans: createPlans(checkout),
    withdrawals: createWithdrawals({ ...checkout, withdrawalRight }),
    ...{ paying, issuing, links, store, fulfilment, depositRules },
    reloadProviders: providers.reload,
    papers: createInvoicing(issuing, checkout),
    tax: () => ({ ...settings.values()['tax.yaml'], rule: plugins.taxRule }),
    orders: createOrders({ ...checkout, listDeliveries: fulfilment.listSummaries }),
    wallet: createWallet({ ...checkout, depositRules }),
    jobs: {
      ...fulfilment.jobs,
      ...paymentJobs(paying),
      ...orderJobs(checkout),
      ...subscriptionJobs({ ...checkout, links }),
      ...planJobs(checkout),
      ...fileJobs(ctx, store),
      ...invoicingJobs(issuing),
      ...quoteJobs({ ...checkout, issuing, links }),
      ...salesJobs({ ctx, links, reminders: () => settings.values()['reminders.yaml'] }),
    },
  };
}
