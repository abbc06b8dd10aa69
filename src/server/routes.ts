// The modules' routes for customers: their calls, webhooks, and the files behind links.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountsModule } from '#modules/accounts/actions.ts';
import { confirmForm, createMyDataForm, getMyDataPage, serveMyData } from '#modules/accounts/forms.ts';
import { eventRoutes } from '#modules/accounts/login/event-stream.ts';
import { createAccountsGuard } from '#modules/accounts/login/guard.ts';
import { accountRoutes } from '#modules/accounts/routes.ts';
import { withActLog } from '#modules/accounts/team/acts.ts';
import { serveAgents } from '#modules/agents/routes.ts';
import { serveApi } from '#modules/api-v1/routes.ts';
import { serveResellers } from '#modules/api-v2/routes.ts';
import { catalogueRoutes } from '#modules/catalogue/routes.ts';
import { findServiceBySpelling } from '#modules/catalogue/rules.ts';
import { getOpenedLanguages } from '#modules/content/languages/languages.ts';
import { couponRoutes } from '#modules/coupons/routes.ts';
import { fileRoutes, serveFileParts } from '#modules/files/routes.ts';
import type { FulfilmentModule } from '#modules/fulfilment/actions.ts';
import { fulfilmentRoutes } from '#modules/fulfilment/routes.ts';
import { serveSharedFile, shareForm, sharePage, shareRoutes } from '#modules/fulfilment/share/share.ts';
import type { InvoicingModule } from '#modules/invoicing/actions.ts';
import type { InvoicingDeps } from '#modules/invoicing/issue.ts';
import { invoiceRoutes } from '#modules/invoicing/routes.ts';
import type { Tax } from '#modules/invoicing/rules.ts';
import { keyRoutes } from '#modules/keys/routes.ts';
import type { LinksModule } from '#modules/links/actions.ts';
import { historyRoutes } from '#modules/moving/routes.ts';
import type { OrdersModule } from '#modules/orders/actions.ts';
import type { CheckoutDeps } from '#modules/orders/checkout/place-order.ts';
import { orderRoutes } from '#modules/orders/routes.ts';
import { findOrderNumber } from '#modules/orders/rules.ts';
import type { Payments } from '#modules/payments/record-charge.ts';
import { paymentRoutes } from '#modules/payments/routes.ts';
import { serveWebhooks } from '#modules/payments/webhooks/routes.ts';
import type { PlansModule } from '#modules/plans/actions.ts';
import { planRoutes } from '#modules/plans/routes.ts';
import { createQuoteForm, createQuotePage, serveQuoteFile } from '#modules/quotes/open-page.ts';
import { type VisitCounter, visitRoutes, withQuoteCount } from '#modules/reports/visits.ts';
import { createInvoiceForm, createInvoicePage, serveInvoiceFile } from '#modules/sales/invoice-page.ts';
import { createMeansForm, createMeansPage } from '#modules/sales/means-page.ts';
import { createPayForm, createPayPage } from '#modules/sales/open-pages.ts';
import { accountStatementRoutes } from '#modules/sales/routes.ts';
import type { SubscriptionsModule } from '#modules/subscriptions/actions.ts';
import { subscriptionRoutes } from '#modules/subscriptions/routes.ts';
import type { SupportModule } from '#modules/support/actions.ts';
import {
  createConversationForm,
  createDeclarationForm,
  createDeclarationReader,
  createTicketForm,
  getThreadPage,
  serveTicketFiles,
} from '#modules/support/forms.ts';
import { serveMailIn } from '#modules/support/mail/routes.ts';
import { supportRoutes } from '#modules/support/routes.ts';
import type { WalletModule } from '#modules/wallet/actions.ts';
import { walletRoutes } from '#modules/wallet/routes.ts';
import type { DepositRules } from '#modules/wallet/rules.ts';
import type { WithdrawalsModule } from '#modules/withdrawals/actions.ts';
import { withdrawalRoutes } from '#modules/withdrawals/routes.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Store } from '#platform/files/store.ts';
import { serveCalls } from '#platform/http/api-routes.ts';
import type { Cipher } from '#platform/identity/encryption.ts';
import type { Streams } from '#platform/live/streams.ts';
import type { WebOptions } from '#site/serve.ts';
import { api } from '../api.ts';
import type { eventHandlers } from '../event-handlers.ts';

/** What the modules that sell share with the routes of both servers. */
export type Commerce = CheckoutDeps & {
  readonly reactions: typeof eventHandlers;
  readonly subscriptions: SubscriptionsModule;
  readonly plans: PlansModule;
  readonly withdrawals: WithdrawalsModule;
  readonly paying: Payments;
  readonly papers: InvoicingModule;
  readonly issuing: InvoicingDeps;
  readonly links: LinksModule;
  readonly store: Store;
  readonly fulfilment: FulfilmentModule;
  readonly orders: OrdersModule;
  readonly wallet: WalletModule;
  readonly depositRules: () => DepositRules;
  readonly tax: () => Tax;
};

type StorefrontModules = Commerce & {
  readonly webhookCipher: Cipher;
  readonly accounts: AccountsModule;
  readonly support: SupportModule;
  readonly visits: VisitCounter;
};

/** The calls for customers, webhooks, and the files behind links. */
export function serveStorefrontRoutes(app: FastifyInstance, ctx: AppContext, streams: Streams, modules: StorefrontModules): void {
  const { config } = ctx;
  const { accounts, catalogue, payments, support } = modules;
  const guard = createAccountsGuard(accounts);
  const findDiscount = async (request: FastifyRequest) => {
    if (!request.headers.authorization) return 0;
    const caller = await guard(request, { who: 'token', may: 'member', about: '' }).catch(() => undefined);
    return caller?.terms?.discountPercent ?? 0;
  };
  const handlers = {
    ...accountRoutes(accounts),
    ...eventRoutes(streams, accounts),
    ...catalogueRoutes(config, catalogue, findDiscount),
    ...couponRoutes(modules.coupons, catalogue, modules.depositRules),
    ...fileRoutes(modules.files),
    ...walletRoutes(modules.wallet, modules.orders.names),
    ...paymentRoutes(payments),
    ...withQuoteCount(orderRoutes(modules.orders), modules.visits),
    ...subscriptionRoutes(modules.subscriptions),
    ...planRoutes(modules.plans),
    ...withdrawalRoutes(modules.withdrawals),
    ...visitRoutes(modules.visits),
    ...shareRoutes(modules),
    ...fulfilmentRoutes(modules.fulfilment, modules.accounts),
    ...invoiceRoutes(modules.papers),
    ...historyRoutes({ ctx, store: modules.store }),
    ...accountStatementRoutes({ ...modules, press: modules.papers.printWords }),
    ...supportRoutes(support),
    ...keyRoutes(ctx),
  };
  serveCalls(app, config, withActLog(ctx, api, handlers), guard);
  serveApi(app, { ...modules, ctx });
  serveResellers(app, { ...modules, ctx });
  serveAgents(app, { ...modules, ctx });
  serveFileParts(app, ctx, modules.files, guard);
  serveWebhooks(app, payments);
  serveMailIn(app, config, support);
  serveTicketFiles(app, config, support);
  serveMyData(app, config, accounts);
  serveInvoiceFile(app, modules);
  serveQuoteFile(app, modules);
  serveSharedFile(app, modules);
}

/** What pages ask the modules for: forms without script, and what a page shows of its own. */
export const createPageOptions = (
  { config }: AppContext,
  { accounts, catalogue, support, ...modules }: StorefrontModules,
): Pick<WebOptions, 'forms' | 'owns' | 'spelled' | 'languages'> => ({
  languages: getOpenedLanguages().pages,
  forms: {
    contact: createTicketForm(support),
    ticket: createConversationForm(config, support),
    withdrawal: createDeclarationForm('withdrawal', support),
    cancel: createDeclarationForm('cancel', support),
    confirmEmail: confirmForm(accounts),
    myData: createMyDataForm(config, accounts),
    pay: createPayForm({ ...modules, catalogue }),
    means: createMeansForm({ ...modules, catalogue }),
    invoice: createInvoiceForm({ ...modules, catalogue }),
    quote: createQuoteForm({ ...modules, catalogue }),
    share: shareForm({ ...modules, catalogue }),
  },
  owns: {
    contact: async (_, { locale }) => support.promise(locale),
    ticket: getThreadPage(config, support),
    withdrawal: createDeclarationReader(support),
    cancel: createDeclarationReader(support),
    myData: getMyDataPage(config, accounts),
    pay: createPayPage({ ...modules, catalogue }),
    means: createMeansPage({ ...modules, catalogue }),
    share: sharePage({ ...modules, catalogue }),
    invoice: createInvoicePage({ ...modules, catalogue }),
    quote: createQuotePage({ ...modules, catalogue }),
  },
  spelled: (name, params) => {
    if (name === 'service' || name === 'about') return findServiceBySpelling(catalogue.current(), params);
    return name === 'order' ? findOrderNumber(params) : params;
  },
});
