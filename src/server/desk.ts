// Composes the desk's calls: the modules' routes for operators, behind one guard.

import type { ShopTexts } from '#lib/rendering.ts';
import type { AccountsModule } from '#modules/accounts/actions.ts';
import { automationRoutes } from '#modules/automations/desk-routes.ts';
import { catalogueDeskRoutes } from '#modules/catalogue/desk-routes.ts';
import { clientRoutes } from '#modules/clients/desk-routes.ts';
import { importRoutes } from '#modules/clients/imports/routes.ts';
import type { Connections } from '#modules/connections/actions.ts';
import { connectionRoutes } from '#modules/connections/desk-routes.ts';
import { couponDeskRoutes } from '#modules/coupons/desk-routes.ts';
import { failureRoutes } from '#modules/failures/desk-routes.ts';
import { toUploadOwner } from '#modules/fulfilment/desk/drafts.ts';
import { workRoutes } from '#modules/fulfilment/desk/routes.ts';
import { forCustomerRoutes } from '#modules/fulfilment/for-customer/routes.ts';
import { peopleRoutes } from '#modules/fulfilment/people/routes.ts';
import { listInvoicesFor } from '#modules/invoicing/actions.ts';
import { invoiceRoutes } from '#modules/invoicing/desk-routes.ts';
import { deskKeyRoutes } from '#modules/keys/desk-routes.ts';
import type { MailModule } from '#modules/mail/actions.ts';
import { movingRoutes } from '#modules/moving/desk-routes.ts';
import { findPastByNumber } from '#modules/moving/queries-history.ts';
import { noticeRoutes } from '#modules/notices/desk-routes.ts';
import { listOrderCouponTotals, listOrdersByAnyId, orderNumbers } from '#modules/orders/desk/queries.ts';
import { deskOrderRoutes } from '#modules/orders/desk/routes.ts';
import { listSubjectOrders } from '#modules/orders/refunds/queries.ts';
import { paymentDeskRoutes } from '#modules/payments/desk/routes.ts';
import { deskPlanRoutes } from '#modules/plans/desk-routes.ts';
import { quoteRoutes } from '#modules/quotes/desk-routes.ts';
import { reportRoutes } from '#modules/reports/desk-routes.ts';
import { salesRoutes } from '#modules/sales/desk-routes.ts';
import { frameRoutes } from '#modules/search/desk-routes.ts';
import type { TextDeps } from '#modules/settings/content/actions.ts';
import { textRoutes } from '#modules/settings/content/desk-routes.ts';
import { type SettingDeps, settingRoutes } from '#modules/settings/desk-routes.ts';
import { setUpRoutes } from '#modules/settings/setup/routes.ts';
import { ownAccountRoutes } from '#modules/staff/account/routes.ts';
import { type AuthDeps, createFirstLink, findOperatorSession, linkFor } from '#modules/staff/auth.ts';
import { ownRoutes, teamRoutes } from '#modules/staff/desk-routes.ts';
import { openOperatorIdentity } from '#modules/staff/identity.ts';
import { passkeyRoutes } from '#modules/staff/passkeys/routes.ts';
import { openRefusedLogIns } from '#modules/staff/refused-log-ins.ts';
import { readSessionToken, serveDeskCalls, serveDeskParts } from '#modules/staff/serve.ts';
import type { Invite } from '#modules/staff/shapes.ts';
import { deskSubscriptionRoutes } from '#modules/subscriptions/desk-routes.ts';
import type { SupportModule } from '#modules/support/actions.ts';
import { ticketRoutes } from '#modules/support/desk/routes.ts';
import { depositRoutes } from '#modules/wallet/desk-routes.ts';
import { listDepositCouponTotals } from '#modules/wallet/queries.ts';
import { findAnyDeposit } from '#modules/wallet/queries-refunds.ts';
import { deskWebhookRoutes } from '#modules/webhooks/desk-routes.ts';
import { findDeskWithdrawal } from '#modules/withdrawals/actions.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import { createCipher } from '#platform/identity/encryption.ts';
import type { Streams } from '#platform/live/streams.ts';
import type { Storefront } from '#site/server.ts';
import type { DeskCalls } from '../desk/server/serve-app.ts';
import { toMoveDeps } from './commerce.ts';
import type { ShopPlugins } from './plugins/use-plugins.ts';
import type { Commerce } from './routes.ts';

export type DeskModule = DeskCalls & {
  firstLink(email: string): Promise<string | undefined>;
  linkFor(who: Invite): Promise<string>;
  /** Writes the counters held in memory. */
  stop(): Promise<void>;
};

export type DeskDeps = {
  readonly secrets: Secrets;
  readonly shop: ShopTexts;
  readonly streams: Streams;
  readonly commerce: Commerce;
  readonly accounts: AccountsModule;
  readonly support: SupportModule;
  readonly plugins: ShopPlugins;
  readonly settings: SettingDeps;
  readonly mail: MailModule;
  readonly connections: Connections;
  readonly texts: Pick<Storefront, 'preview' | 'previewTexts'> & Pick<TextDeps, 'refresh'>;
};

export function openDeskModule({
  secrets,
  shop,
  streams,
  commerce,
  settings,
  mail,
  connections,
  plugins,
  ...modules
}: DeskDeps): DeskModule {
  const { ctx, catalogue, fulfilment, payments } = commerce;
  const refusedLogIns = openRefusedLogIns(ctx);
  const brand = () => shop.brand.name;
  const deps: AuthDeps = {
    ctx,
    identity: openOperatorIdentity(ctx, { secrets, brand, refusedLogIns }),
    brand,
    currencies: catalogue.currencies,
    refusedLogIns,
  };
  const texts: TextDeps = { ctx, catalogue, shop, mails: mail, ...modules.texts };
  const clients = { ...modules, ...commerce };
  const handlers = {
    ...ownRoutes(deps, streams),
    ...passkeyRoutes(deps),
    ...ownAccountRoutes(deps),
    ...teamRoutes(deps, { work: { pieces: fulfilment.desk, tickets: modules.support.desk }, orders: { numbers: orderNumbers } }),
    ...workRoutes({ ...modules, pluginMakers: plugins.makersAtDesk, ctx, catalogue, checkout: commerce, fulfilment }),
    ...forCustomerRoutes({ ...modules, ...commerce, ctx, fulfilment }),
    ...peopleRoutes(ctx),
    ...ticketRoutes({ ctx, support: modules.support }),
    ...deskOrderRoutes({ ...commerce, later: { papers: listInvoicesFor, withdrawal: findDeskWithdrawal, deliveries: fulfilment } }),
    ...paymentDeskRoutes({
      ctx,
      payments,
      subjects: { listOrders: listSubjectOrders, ordersByAnyId: listOrdersByAnyId, deposit: findAnyDeposit },
    }),
    ...depositRoutes(commerce),
    ...clientRoutes(clients),
    ...importRoutes(clients),
    ...movingRoutes(() => toMoveDeps(commerce)),
    ...couponDeskRoutes({ ...commerce, uses: { onOrders: listOrderCouponTotals, onDeposits: listDepositCouponTotals } }),
    ...catalogueDeskRoutes(commerce),
    ...invoiceRoutes(commerce),
    ...salesRoutes({ ...commerce, press: commerce.papers.printWords }),
    ...quoteRoutes(commerce),
    ...deskSubscriptionRoutes(commerce),
    ...deskPlanRoutes(commerce),
    ...noticeRoutes({
      ctx,
      catalogue,
      brand: deps.brand,
      shopZone: () => shop.brand.timeZone,
      chatCipher: createCipher(secrets, 'chat webhooks'),
    }),
    ...automationRoutes({ ...commerce, support: modules.support }),
    ...deskKeyRoutes(ctx),
    ...deskWebhookRoutes(ctx),
    ...textRoutes(texts),
    ...settingRoutes({ ...texts, settings }),
    ...connectionRoutes({ ctx, connections, mail, catalogue, refresh: texts.refresh }),
    ...failureRoutes(commerce),
    ...frameRoutes({ ...commerce, findPast: findPastByNumber }),
    ...setUpRoutes({ ctx, shop, catalogue, tax: commerce.tax, payments, connections }, texts),
    ...reportRoutes(() => ({ ctx, catalogue, zone: shop.brand.timeZone, papers: commerce.papers })),
  };
  return {
    serve(app) {
      const getSession = (token: string | undefined) => findOperatorSession(ctx, token);
      serveDeskCalls(app, { ctx, handlers, getSession });
      serveDeskParts(app, { ctx, getSession, uploads: commerce.store.uploads, toUploadOwner: toUploadOwner });
    },
    isKnown: (request) => readSessionToken(request) !== undefined,
    firstLink: (email) => createFirstLink(deps.identity, email),
    linkFor: (who) => linkFor(deps.identity, who),
    stop: deps.refusedLogIns.stop,
  };
}
