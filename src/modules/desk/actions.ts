// Opens the desk module: authentication, routes and audit of the operators. It uses the other modules through
// their actions.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { emailKey } from '#lib/people/email.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import type { Tax } from '#modules/invoicing/rules.ts';
import type { PaymentsModule } from '#modules/payments/actions.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import { transaction } from '#platform/database/database.ts';
import { openDevices } from '#platform/identity/devices.ts';
import { openSeals } from '#platform/identity/encryption.ts';
import { relyingParty } from '#platform/identity/passkeys.ts';
import type { Streams } from '#platform/live/streams.ts';
import { customerRecordRoutes } from './customers/routes.ts';
import { troubleRoutes } from './failures/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { invoiceRoutes } from './invoices/invoices.ts';
import { noticeRoutes } from './notices/routes.ts';
import { customerRoutes, deskOrderRoutes, goodsRoutes } from './orders/routes.ts';
import * as queries from './queries.ts';
import { reportRoutes } from './reports/routes.ts';
import { ownRoutes, teamRoutes } from './routes.ts';
import type { Selling } from './selling.ts';
import { serveDeskCalls, tokenOf } from './serve.ts';
import { serviceImportRoutes } from './service-imports/routes.ts';
import { type SettingDeps, settingRoutes } from './settings/routes.ts';
import { firstHourRoutes } from './setup/routes.ts';
import type { Invite } from './shapes.ts';
import { ownAccountRoutes } from './staff/account/routes.ts';
import { type AuthDeps, addOperator, findOperatorSession, type InviteDeps, inviteTo } from './staff/auth.ts';
import { passkeyRoutes } from './staff/passkeys/routes.ts';
import { openRefusedLogIns } from './staff/refused-log-ins.ts';
import { textRoutes } from './texts/routes.ts';
import type { TextDeps } from './texts/texts.ts';
import { type TicketDeps, ticketRoutes } from './tickets/routes.ts';
import { countRoutes } from './work/counts.ts';
import { type WorkDeps, workRoutes } from './work/routes.ts';
import { briefRoutes } from './work/routes-briefs.ts';

export { deskJobs } from './jobs.ts';

export type DeskModule = {
  serve(app: FastifyInstance): void;
  /** True if the request carries a session cookie; each call checks whether the session is valid. */
  isKnown(request: FastifyRequest): boolean;
  /** The owner's first invitation link; undefined if an operator has joined already. */
  firstLink(email: string): Promise<string | undefined>;
  /** For the command line: an invitation link for a new operator, or a new link for an existing one. */
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
    ...teamRoutes(deps, modules),
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

/** Each start creates a new link and revokes earlier ones, because links printed to a log may leak. */
async function firstLink(deps: AuthDeps, email: string): Promise<string | undefined> {
  const { db } = deps.ctx;
  if ((await queries.countOperators(db.orm)) > 0) return undefined;
  return linkFor(deps, { email, name: 'Owner', role: 'owner' });
}

export const linkFor = (deps: InviteDeps, who: Invite): Promise<string> =>
  transaction(deps.ctx.db, async (tx) => {
    const added = (await addOperator(deps, tx, who)) ?? (await queries.findOperator(tx, emailKey(who.email)));
    if (!added) throw new Error('operator could not be inserted or found');
    return inviteTo(deps, tx, added.id);
  });
