// Opens the desk module: authentication, routes and audit of the operators. It uses the other modules through their actions.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Secrets } from '../../infra/config/secrets.ts';
import { transaction } from '../../infra/database/database.ts';
import { openDevices } from '../../infra/identity/devices.ts';
import { openSeals } from '../../infra/identity/encryption.ts';
import { relyingParty } from '../../infra/identity/passkeys.ts';
import type { Streams } from '../../infra/live/streams.ts';
import { emailKey } from '../../lib/people/email.ts';
import type { ShopTexts } from '../../lib/rendering.ts';
import type { Tax } from '../invoicing/rules.ts';
import type { PaymentsModule } from '../payments/actions.ts';
import { troubleRoutes } from './failures/routes.ts';
import { customerRoutes, deskOrderRoutes, goodsRoutes } from './orders/routes.ts';
import * as queries from './queries.ts';
import { reportRoutes } from './reports/routes.ts';
import { ownRoutes, teamRoutes } from './routes.ts';
import type { Selling } from './selling.ts';
import { serveDeskCalls, tokenOf } from './serve.ts';
import { firstHourRoutes } from './setup/routes.ts';
import type { Invite } from './shapes.ts';
import { type AuthDeps, addOperator, findOperatorSession, type Inviting, inviteTo } from './staff/auth.ts';
import { passkeyRoutes } from './staff/passkeys/routes.ts';
import { openRefusedLogIns } from './staff/refused-log-ins.ts';
import { textRoutes } from './texts/routes.ts';
import type { TextMeans } from './texts/texts.ts';
import { type TicketMeans, ticketRoutes } from './tickets/routes.ts';
import { countRoutes } from './work/counts.ts';
import { type WorkMeans, workRoutes } from './work/routes.ts';
import { briefRoutes } from './work/routes-briefs.ts';

export { deskJobs } from './reports/aggregate-days.ts';

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

export type DeskMeans = WorkMeans &
  TicketMeans & {
    readonly secrets: Secrets;
    readonly shop: ShopTexts;
    readonly streams: Streams;
    readonly selling: Selling;
    readonly payments: PaymentsModule;
    readonly tax: Tax;
    readonly texts: Pick<TextMeans, 'preview' | 'refresh'>;
  };

export function openDeskModule({ secrets, shop, streams, selling, payments, tax, texts, ...rooms }: DeskMeans): DeskModule {
  const { ctx, catalogue } = rooms;
  const party = relyingParty(ctx.config.deskUrl ?? ctx.config.shopUrl, `${shop.brand.name} desk`);
  const means: AuthDeps = {
    ctx,
    cipher: openSeals(secrets),
    brand: shop.brand.name,
    party,
    refusedLogIns: openRefusedLogIns(ctx),
    devices: openDevices(secrets.derive('desk devices'), { name: 'desk-device', secure: true }),
  };
  const handlers = {
    ...ownRoutes(means, streams),
    ...passkeyRoutes(means),
    ...teamRoutes(means, rooms),
    ...workRoutes(rooms),
    ...briefRoutes({ selling, fulfilment: rooms.fulfilment }),
    ...ticketRoutes(rooms),
    ...deskOrderRoutes(selling),
    ...customerRoutes(selling),
    ...goodsRoutes(selling),
    ...textRoutes({ ...selling, ...texts }),
    ...troubleRoutes(ctx),
    ...countRoutes(ctx),
    ...firstHourRoutes({ ctx, shop, tax, payments }),
    ...reportRoutes({ ctx, catalogue, zone: shop.brand.timeZone }),
  };
  return {
    serve: (app) => serveDeskCalls(app, { config: ctx.config, handlers, seatOf: (token) => findOperatorSession(ctx, token) }),
    isKnown: (request) => tokenOf(request) !== undefined,
    firstLink: (email) => firstLink(means, email),
    linkFor: (who) => linkFor(means, who),
    stop: means.refusedLogIns.stop,
  };
}

/** Each start creates a new link and revokes earlier ones, because links printed to a log may leak. */
async function firstLink(means: AuthDeps, email: string): Promise<string | undefined> {
  const { db } = means.ctx;
  if ((await queries.countOperators(db.orm)) > 0) return undefined;
  return linkFor(means, { email, name: 'Owner', role: 'owner' });
}

export const linkFor = (means: Inviting, who: Invite): Promise<string> =>
  transaction(means.ctx.db, async (tx) => {
    const added = (await addOperator(means, tx, who)) ?? (await queries.findOperator(tx, emailKey(who.email)));
    if (!added) throw new Error('operator could not be inserted or found');
    return inviteTo(means, tx, added.id);
  });
