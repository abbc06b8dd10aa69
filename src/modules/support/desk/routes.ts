// Routes of tickets.

import { UserError } from '#lib/user-error.ts';
import { type DeskHandlers, type Done, getViewer, lockColleague, toOperator } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { Download } from '#platform/http/api-routes.ts';
import type { SupportModule } from '../actions.ts';
import type { TicketActed } from './actions.ts';
import type { deskTicketCalls } from './calls.ts';

export type TicketDeps = { readonly ctx: AppContext; readonly support: SupportModule };

const toDone = ({ number, before, after }: TicketActed): Done => ({ entries: [{ id: number, before, after }] });

export function ticketRoutes({ ctx, support }: TicketDeps): Pick<DeskHandlers, keyof typeof deskTicketCalls> {
  const { db } = ctx;
  const { desk, deskFiles } = support;
  return {
    'GET /api/tickets': ({ input }) => desk.list(db.orm, input),
    'GET /api/tickets/counts': ({ session }) => desk.counts(db.orm, toOperator(session)),
    'GET /api/ticket': ({ input }) => desk.read(db.orm, input.number),
    'GET /api/ticket/canned': ({ input, session }) => desk.findCanned(db.orm, toOperator(session), input.number),
    'GET /api/piece/canned': ({ input, session }) => desk.cannedAboutPiece(toOperator(session), input.pieceId, getViewer(session)),
    'POST /api/ticket/answer': async (tx, { input, session }) => toDone(await desk.answer(tx, toOperator(session), input)),
    'POST /api/ticket/note': async (tx, { input, session }) => toDone(await desk.note(tx, toOperator(session), input)),
    'POST /api/ticket/assign': async (tx, { input: { to, ...call }, session }) =>
      toDone(await desk.assign(tx, toOperator(session), { ...call, to: to === null ? null : await getColleague(tx, to) })),
    async 'POST /api/ticket/move'(tx, { input, session }) {
      const { number, before, after } = await desk.move(tx, toOperator(session), input);
      return { entries: [{ id: number, act: `ticket.${input.move}`, before, after }] };
    },
    'POST /api/ticket/link': async (tx, { input, session }) => toDone(await desk.link(tx, toOperator(session), input)),
    'POST /api/ticket/add-file': ({ input, body, session }) => deskFiles.upload(toOperator(session), { ...input, ...body }),
    'POST /api/ticket/remove-file': ({ input, session }) => deskFiles.remove(toOperator(session), input.fileId),
    'GET /api/ticket/file': async ({ input }) => new Download(await deskFiles.read(input.fileId)),
  };
}

/** The name comes from the database, not from the request. */
async function getColleague(tx: DbClient, id: string) {
  const found = await lockColleague(tx, id);
  if (!found) throw new UserError(404);
  return { id: found.id, name: found.name };
}
