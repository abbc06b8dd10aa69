// Composes the desk's calls: the modules' routes for operators, behind one guard.
import type { ShopTexts } from '#lib/rendering.ts';
import { customerRecordRoutes } from '#modules/desk/customers/routes.ts';
import { troubleRoutes } from '#modules/desk/failures/routes.ts';
import { importRoutes } from '#modules/desk/imports/routes.ts';
import { invoiceRoutes } from '#modules/desk/invoices/invoices.ts';
import { noticeRoutes } from '#modules/desk/notices/routes.ts';
import { customerRoutes, deskOrderRoutes, goodsRoutes } from '#modules/desk/orders/routes.ts';
import { reportRoutes } from '#modules/desk/reports/routes.ts';
import type { Selling } from '#modules/desk/selling.ts';
import { serviceImportRoutes } from '#modules/desk/service-imports/routes.ts';
import { type SettingDeps, settingRoutes } from '#modules/desk/settings/routes.ts';
import { firstHourRoutes } from '#modules/desk/setup/routes.ts';
import { textRoutes } from '#modules/desk/texts/routes.ts';
import type { TextDeps } from '#modules/desk/texts/texts.ts';
import { type TicketDeps, ticketRoutes } from '#modules/desk/tickets/routes.ts';
import { countRoutes } from '#modules/desk/work/counts.ts';
import { type WorkDeps, workRoutes } from '#modules/desk/work/routes.ts';
import { briefRoutes } from '#modules/desk/work/routes-briefs.ts';
import type { Tax } from '#modules/invoicing/rules.ts';
import { orderNumbers } from '#modules/orders/actions.ts';
import type { PaymentsModule } from '#modules/payments/actions.ts';
import { ownAccountRoutes } from '#modules/staff/account/routes.ts';
import { type AuthDeps, findOperatorSession, firstLink, linkFor } from '#modules/staff/auth.ts';
import { ownRoutes, teamRoutes } from '#modules/staff/desk-routes.ts';
import { passkeyRoutes } from '#modules/staff/passkeys/routes.ts';
import { openRefusedLogIns } from '#modules/staff/refused-log-ins.ts';
import { serveDeskCalls, tokenOf } from '#modules/staff/serve.ts';
import type { Invite } from '#modules/staff/shapes.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import { openDevices } from '#platform/identity/devices.ts';
import { openSeals } from '#platform/identity/encryption.ts';
import { relyingParty } from '#platform/identity/passkeys.ts';
import type { Streams } from '#platform/live/streams.ts';
import type { DeskCalls } from '../desk/server/serve-app.ts';

export type DeskModule = DeskCalls & {
  firstLink(email: string): Promise<string | undefined>;
  linkFor(who: Invite): Promise<string>;
  /** Writes the counters held in memory. */
  stop(): Promise<void>;
};

export type DeskDeps = WorkDeps &
  TicketDeps & {
    readonly secrets: Secrets;
    readonly shop: ShopTexts;
    readonly streams: Streams;
    readonly selling: Selling;
    readonly payments: PaymentsModule;
    /** The current rules. */
    readonly tax: () => Tax;
    readonly settings: SettingDeps;
    readonly texts: Pick<TextDeps, 'preview' | 'previewTexts' | 'mails' | 'refresh'>;
  };

export function openDeskModule({ secrets, shop, streams, selling, payments, tax, settings, texts, ...modules }: DeskDeps): DeskModule {
  const { ctx, catalogue } = modules;
  const party = relyingParty(ctx.config.deskUrl ?? ctx.config.shopUrl, `${shop.brand.name} desk`);
  const deps: AuthDeps = {
    ctx,
    cipher: openSeals(secrets),
    brand: () => shop.brand.name,
    currencies: catalogue.currencies,
    party,
    refusedLogIns: openRefusedLogIns(ctx),
    devices: openDevices(secrets.derive('desk devices'), { name: 'desk-device', secure: true }),
  };
  const handlers = {
    ...ownRoutes(deps, streams),
    ...passkeyRoutes(deps),
    ...ownAccountRoutes(deps),
    ...teamRoutes(deps, { work: { pieces: modules.fulfilment.desk, tickets: modules.support.desk }, orders: { numbers: orderNumbers } }),
    ...workRoutes(modules),
    ...briefRoutes({ selling, fulfilment: modules.fulfilment }),
    ...ticketRoutes(modules),
    ...deskOrderRoutes(selling),
    ...customerRoutes(selling),
    ...customerRecordRoutes(selling),
    ...importRoutes(selling),
    ...serviceImportRoutes({ ...selling, ...texts }),
    ...goodsRoutes(selling),
    ...invoiceRoutes(selling),
    ...noticeRoutes({
      ctx,
      catalogue,
      brand: deps.brand,
      shopZone: () => shop.brand.timeZone,
      chatCipher: openSeals(secrets, 'chat webhooks'),
    }),
    ...textRoutes({ ...selling, ...texts }),
    ...settingRoutes({ ...selling, ...texts, settings }),
    ...troubleRoutes(selling),
    ...countRoutes(ctx),
    ...firstHourRoutes({ ctx, shop, catalogue, tax, payments }, { ...selling, ...texts }),
    ...reportRoutes(() => ({ ctx, catalogue, zone: shop.brand.timeZone })),
  };
  return {
    serve: (app) => serveDeskCalls(app, { config: ctx.config, handlers, sessionOf: (token) => findOperatorSession(ctx, token) }),
    isKnown: (request) => tokenOf(request) !== undefined,
    firstLink: (email) => firstLink(deps, email),
    linkFor: (who) => linkFor(deps, who),
    stop: deps.refusedLogIns.stop,
  };
}
