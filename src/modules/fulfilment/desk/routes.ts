// Routes of the queue and of work on a piece. Saving a draft is not audited, because drafts are saved
// continuously and record who saved them.

import { randomUUID } from 'node:crypto';
import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import { deliverables } from '#modules/catalogue/shapes.ts';
import { listStages, mayMoveTo } from '#modules/catalogue/stages/rules.ts';
import type { CheckoutDeps } from '#modules/orders/checkout/place-order.ts';
import { refuseAtDesk } from '#modules/orders/desk/actions.ts';
import { findWork } from '#modules/orders/pieces/queries-work.ts';
import { type AuditEntry, type DeskHandlers, getViewer, lockColleague, type OperatorSession, toOperator } from '#modules/staff/actions.ts';
import { mayDo, maySeePiece } from '#modules/staff/shapes-roles.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { Download } from '#platform/http/api-routes.ts';
import type { FulfilmentModule } from '../actions.ts';
import { isVisible } from '../rules.ts';
import type { workCalls } from './calls.ts';
import { listPresent, recordHeartbeat } from './presence.ts';
import type { AddNote, AssignPieces, WorkResult } from './shapes.ts';
import type { OfferWords } from './shapes-offers.ts';

const messages = {
  notYours: /*i18n*/ { id: 'desk.notYours', message: 'Take this piece first.' },
  noReader: /*i18n*/ { id: 'desk.noReader', message: 'Mention operators who see this piece.' },
  noMaker: /*i18n*/ { id: 'desk.noMaker', message: 'Choose an operator who can write.' },
} as const satisfies Record<string, Message>;

type WorkCall = keyof typeof workCalls;
type Calls<Path extends string> = Extract<WorkCall, `${string} /api/${Path}${'' | `/${string}`}`>;
type BriefCall = `POST /api/piece/${'release' | 'refuse'}-brief`;

export type WorkDeps = {
  readonly ctx: AppContext;
  readonly fulfilment: FulfilmentModule;
  readonly catalogue: CatalogueModule;
  readonly checkout: CheckoutDeps;
  readonly pluginMakers: OfferWords['pluginMakers'];
};

export function workRoutes(deps: WorkDeps): Pick<DeskHandlers, WorkCall> {
  return { ...queueRoutes(deps), ...pieceRoutes(deps), ...briefRoutes(deps), ...presenceRoutes(deps) };
}

const toEntry = ({ pieceId, number, before, after }: WorkResult): AuditEntry => ({ id: pieceId, before: { number, ...before }, after });

function queueRoutes(deps: WorkDeps): Pick<DeskHandlers, Calls<'queue'> | 'POST /api/orders/due'> {
  const { ctx, fulfilment } = deps;
  const { desk } = fulfilment;
  return {
    async 'GET /api/queue'({ input, session }) {
      const [queue, here] = await Promise.all([desk.queue(input, getViewer(session)), listPresent(ctx)]);
      const queuedIds = new Set(queue.rows.map(({ id }) => id));
      return { ...queue, here: here.filter(({ pieceId }) => queuedIds.has(pieceId)) };
    },
    'GET /api/queue/board': ({ input, session }) => desk.board(input, getViewer(session)),
    'GET /api/queue/calendar': ({ input, session }) => desk.calendar(input, getViewer(session)),
    async 'POST /api/queue/move'(tx, { input, session }) {
      await refuseOthersWork(tx, session, input.pieceId);
      const moved = await desk.move(tx, session.operator, input);
      return { entries: moved ? [toEntry(moved)] : [] };
    },
    async 'POST /api/queue/take'(tx, { input, session }) {
      const done = await desk.take(tx, toOperator(session), input.pieceId);
      return { entries: [toEntry(done)], answer: { pieceId: done.pieceId } };
    },
    async 'POST /api/queue/take-next'(tx, { input, session }) {
      const done = await desk.takeNext(tx, toOperator(session), input);
      return { entries: [toEntry(done)], answer: { pieceId: done.pieceId } };
    },
    async 'POST /api/queue/release'(tx, { input, session }) {
      await refuseOthersWork(tx, session, input.pieceId);
      return { entries: [toEntry(await desk.release(tx, input.pieceId))] };
    },
    async 'POST /api/orders/due'(tx, { input, session }) {
      return { entries: (await desk.setDue(tx, toOperator(session), input)).map(toEntry) };
    },
    'POST /api/queue/preview': async ({ input }) => desk.previewAssign(await addColleague(ctx.db.orm, input)),
    async 'POST /api/queue/assign'(tx, { input, session }) {
      const done = await desk.assign(tx, toOperator(session), await addColleague(tx, input));
      return { entries: done.map(toEntry), answer: { pieceIds: done.map(({ pieceId }) => pieceId) } };
    },
  };
}

/** The name comes from the database, not from the request. */
async function addColleague(queries: DbClient, { pieceIds, to }: AssignPieces) {
  if (to === null) return { pieceIds, to };
  const found = await lockColleague(queries, to);
  if (!found || !mayDo(found, 'queue.work')) throw new UserError(400, { to: [messages.noMaker] });
  return { pieceIds, to: { id: found.id, name: found.name } };
}

function pieceRoutes(deps: WorkDeps): Pick<DeskHandlers, Exclude<Calls<'piece'>, BriefCall>> {
  const { ctx, fulfilment } = deps;
  const { desk } = fulfilment;
  return {
    async 'GET /api/piece'({ input, session }) {
      const [piece, here] = await Promise.all([desk.piece(input.pieceId, getViewer(session)), listPresent(ctx, input.pieceId)]);
      return { ...piece, here };
    },
    async 'POST /api/piece/draft'({ input, session }) {
      await refuseOthersWork(ctx.db.orm, session, input.pieceId);
      return transaction(ctx.db, (tx) => desk.saveDraft(tx, toOperator(session), input));
    },
    async 'POST /api/piece/check'({ input, session }) {
      await refuseOthersWork(ctx.db.orm, session, input.pieceId);
      return desk.checkInWords(input.pieceId);
    },
    async 'POST /api/piece/say'(tx, { input, session }) {
      await refuseOthersWork(tx, session, input.pieceId);
      return { entries: [toEntry(await desk.say(tx, toOperator(session), input))] };
    },
    async 'POST /api/piece/note'(tx, { input, session }) {
      await refuseOthersWork(tx, session, input.pieceId);
      const mentions = await findMentioned(tx, input);
      return { entries: [toEntry(await desk.note(tx, toOperator(session), { ...input, mentions }))] };
    },
    async 'POST /api/piece/deliver'({ input, session }) {
      await refuseOthersWork(ctx.db.orm, session, input.pieceId);
      const review = await desk.review(input.pieceId);
      return async (tx) => {
        const done = await desk.deliver(tx, toOperator(session), input, review);
        const act = done.deliveryId === null ? 'piece.submit' : 'piece.deliver';
        return { entries: [{ ...toEntry(done), act }], answer: { deliveryId: done.deliveryId } };
      };
    },
    async 'POST /api/piece/approve'({ input, session }) {
      await desk.refuseHidden(input.pieceId, getViewer(session));
      const review = await desk.review(input.pieceId);
      return async (tx) => {
        const done = await desk.approve(tx, toOperator(session), input, review);
        return { entries: [toEntry(done)], answer: { deliveryId: done.deliveryId } };
      };
    },
    async 'POST /api/piece/return'(tx, { input, session }) {
      await desk.refuseHidden(input.pieceId, getViewer(session));
      return { entries: [toEntry(await desk.returnDelivery(tx, toOperator(session), input))] };
    },
    async 'POST /api/piece/take-back'(tx, { input, session }) {
      await refuseOthersWork(tx, session, input.pieceId);
      return { entries: [toEntry(await desk.takeBack(tx, toOperator(session), input.pieceId))] };
    },
    async 'POST /api/piece/add-file'({ input, body, session }) {
      await refuseOthersWork(ctx.db.orm, session, input.pieceId);
      return desk.addFile(toOperator(session), input.pieceId, { name: input.name, body: body.body });
    },
    async 'POST /api/piece/begin-file'({ input, session }) {
      await refuseOthersWork(ctx.db.orm, session, input.pieceId);
      return desk.beginFile(toOperator(session), input);
    },
    async 'POST /api/piece/finish-file'({ input, session }) {
      await refuseOthersWork(ctx.db.orm, session, input.pieceId);
      return desk.finishFile(toOperator(session), input);
    },
    async 'POST /api/piece/remove-file'(tx, { input, session }) {
      await refuseOthersWork(tx, session, input.pieceId);
      return { entries: [toEntry(await desk.removeFile(tx, input.pieceId, input.fileId))] };
    },
    async 'GET /api/piece/file'({ input, session }) {
      await desk.refuseHidden(input.pieceId, getViewer(session));
      return new Download(await desk.readFile(input.pieceId, input.fileId));
    },
    async 'GET /api/piece/brief-file'({ input, session }) {
      const viewer = getViewer(session);
      await desk.refuseHidden(input.pieceId, viewer);
      return new Download(await desk.readBriefFile(input.pieceId, input.fileId, viewer));
    },
  };
}

/** Names come from the database. An operator who may not see the piece cannot be mentioned. */
async function findMentioned(tx: DbClient, { pieceId, mentions }: AddNote): Promise<Operator[]> {
  if (mentions.length === 0) return [];
  const work = await findWork(tx, pieceId);
  const mentioned: Operator[] = [];
  for (const id of new Set(mentions)) {
    const found = await lockColleague(tx, id);
    if (!found || !work || !maySeePiece(found, work.piece.makerId)) throw new UserError(400, { mentions: [messages.noReader] });
    mentioned.push({ id, name: found.name });
  }
  return mentioned;
}

/** Accept or reject a brief under review. */
const briefRoutes = ({ checkout, fulfilment }: WorkDeps): Pick<DeskHandlers, BriefCall> => ({
  async 'POST /api/piece/release-brief'(tx, { input: { pieceId } }) {
    const { number, before, after } = await fulfilment.desk.releaseBrief(tx, pieceId);
    return { entries: [{ id: pieceId, before: { number, ...before }, after }] };
  },
  async 'POST /api/piece/refuse-brief'(tx, { input: { pieceId }, session }) {
    const { order, piece } = await fulfilment.desk.lockHeld(tx, pieceId);
    const { before, after } = await refuseAtDesk(checkout, tx, session.operator, { id: order.id, act: randomUUID() });
    return { entries: [{ id: pieceId, before: { number: order.number, heldFor: piece.heldFor, ...before }, after }] };
  },
});

/**
 * Roles that see only their own pieces may write, ask and deliver only for those, not for unassigned ones.
 */
async function refuseOthersWork(queries: DbClient, session: OperatorSession, pieceId: string): Promise<void> {
  const viewer = getViewer(session);
  if (viewer === undefined) return;
  const work = await findWork(queries, pieceId);
  if (!work || !isVisible(work.piece.makerId, viewer)) throw new UserError(404);
  if (work.piece.makerId !== viewer.id) throw new UserError(400, { '': [messages.notYours] });
}

function presenceRoutes({ ctx, catalogue, pluginMakers }: WorkDeps): Pick<DeskHandlers, 'POST /api/here' | 'GET /api/offers'> {
  return {
    'POST /api/here': ({ input, session }) => recordHeartbeat(ctx, toOperator(session), input.pieceId),
    async 'GET /api/offers'({ session }): Promise<OfferWords> {
      const { services, allPrices: prices } = catalogue.storefront('en', catalogue.currencies().sold[0] ?? 0);
      return {
        services: services.map(({ serviceType, kind, name, madeBy }) => ({
          serviceType,
          kind,
          name,
          madeBy,
          stages: listStages(catalogue.current(), serviceType).map((stage) => ({
            id: stage.id,
            name: localizeText(stage.name, 'en'),
            colour: stage.colour,
            mayMove: mayMoveTo(stage, session.operator),
          })),
        })),
        offers: prices.offers.map(({ id, serviceType, unit, fields }) => ({ id, serviceType, unit, fields })),
        platforms: catalogue.current().platforms.map(({ platform, key, name, retired }) => ({ platform, key: key ?? '', name, retired })),
        pluginMakers,
        pluginKinds: catalogue.kinds.map(({ name, label, maker = null, delivers = deliverables }) => ({
          name,
          label,
          maker,
          delivers: [...delivers],
        })),
      };
    },
  };
}
