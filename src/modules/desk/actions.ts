// The door of the room: the desk of those who run the shop. It stands on all other rooms, and enters them as their own doors allow.
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
import type { PaymentsRoom } from '../payments/actions.ts';
import { troubleRoutes } from './failures/routes.ts';
import { customerRoutes, goodsRoutes, orderRoutes } from './orders/routes.ts';
import type { Selling } from './orders/selling.ts';
import * as queries from './queries.ts';
import { reportRoutes } from './reports/routes.ts';
import { ownRoutes, teamRoutes } from './routes.ts';
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

export type DeskRoom = {
  serve(app: FastifyInstance): void;
  /** They bring a session along; whether it is a good one is asked with every call. */
  isKnown(request: FastifyRequest): boolean;
  /** Undefined once somebody has joined. */
  firstLink(email: string): Promise<string | undefined>;
  /** For whoever is at the machine itself: a link for somebody new, or a new one for somebody who works here. */
  linkFor(who: Invite): Promise<string>;
  /** Writes what is counted in memory. */
  stop(): Promise<void>;
};

export type DeskMeans = WorkMeans &
  TicketMeans & {
    readonly secrets: Secrets;
    readonly shop: ShopTexts;
    readonly streams: Streams;
    readonly selling: Selling;
    readonly payments: PaymentsRoom;
    readonly tax: Tax;
    readonly texts: Pick<TextMeans, 'preview' | 'refresh'>;
  };

export function openDeskRoom({ secrets, shop, streams, selling, payments, tax, texts, ...rooms }: DeskMeans): DeskRoom {
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
    ...orderRoutes(selling),
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

/** Each start gives another link, and the ones before count no more: what was printed lies about. */
async function firstLink(means: AuthDeps, email: string): Promise<string | undefined> {
  const { db } = means.ctx;
  if ((await queries.countOperators(db.orm)) > 0) return undefined;
  return linkFor(means, { email, name: 'Owner', role: 'owner' });
}

export const linkFor = (means: Inviting, who: Invite): Promise<string> =>
  transaction(means.ctx.db, async (tx) => {
    const added = (await addOperator(means, tx, who)) ?? (await queries.findOperator(tx, emailKey(who.email)));
    if (!added) throw new Error('an operator was neither added nor found');
    return inviteTo(means, tx, added.id);
  });
