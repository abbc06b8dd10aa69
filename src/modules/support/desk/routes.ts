// Routes of tickets. Each action and its audit entry share one transaction.

import { UserError } from '#lib/user-error.ts';
import type { DeskHandlers } from '#modules/staff/actions.ts';
import { actor, lockActiveSession, lockColleague, type OperatorSession, writeAudit } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { Download } from '#platform/http/api-routes.ts';
import type { SupportModule, TicketActed } from '../actions.ts';

type TicketCall =
  | 'GET /api/tickets'
  | 'GET /api/tickets/counts'
  | 'GET /api/ticket'
  | 'GET /api/ticket/canned'
  | 'POST /api/ticket/answer'
  | 'POST /api/ticket/note'
  | 'POST /api/ticket/assign'
  | 'POST /api/ticket/move'
  | 'POST /api/ticket/link'
  | 'POST /api/ticket/add-file'
  | 'POST /api/ticket/remove-file'
  | 'GET /api/ticket/file';

export type TicketDeps = { readonly ctx: AppContext; readonly support: SupportModule };

export function ticketRoutes({ ctx, support }: TicketDeps): Pick<DeskHandlers, TicketCall> {
  const { db } = ctx;
  const { desk, deskFiles } = support;
  const acted = (session: OperatorSession, act: string, work: (tx: DbClient) => Promise<TicketActed>): Promise<void> =>
    transaction(db, async (tx) => {
      await lockActiveSession(tx, session);
      const { number, before, after } = await work(tx);
      await writeAudit(tx, actor(session), ctx.clock.now(), { act: `ticket.${act}`, about: { kind: 'ticket', id: number }, before, after });
    });
  return {
    'GET /api/tickets': ({ input }) => desk.list(db.orm, input),
    'GET /api/tickets/counts': ({ session }) => desk.counts(db.orm, actor(session)),
    'GET /api/ticket': ({ input }) => desk.read(db.orm, input.number),
    'GET /api/ticket/canned': ({ input, session }) => desk.canned(db.orm, actor(session), input.number),
    'POST /api/ticket/answer': ({ input, session }) => acted(session, 'answer', (tx) => desk.answer(tx, actor(session), input)),
    'POST /api/ticket/note': ({ input, session }) => acted(session, 'note', (tx) => desk.note(tx, actor(session), input)),
    'POST /api/ticket/assign': ({ input: { to, ...call }, session }) =>
      acted(session, 'assign', async (tx) =>
        desk.assign(tx, actor(session), { ...call, to: to === null ? null : await colleague(tx, to) }),
      ),
    'POST /api/ticket/move': ({ input, session }) => acted(session, input.move, (tx) => desk.move(tx, actor(session), input)),
    'POST /api/ticket/link': ({ input, session }) => acted(session, 'link', (tx) => desk.link(tx, actor(session), input)),
    'POST /api/ticket/add-file': ({ input, body, session }) => deskFiles.upload(actor(session), { ...input, ...body }),
    'POST /api/ticket/remove-file': ({ input, session }) => deskFiles.remove(actor(session), input.fileId),
    'GET /api/ticket/file': async ({ input }) => new Download(await deskFiles.read(input.fileId)),
  };
}

/** The name comes from the database, not from the request. */
async function colleague(tx: DbClient, id: string) {
  const found = await lockColleague(tx, id);
  if (!found) throw new UserError(404);
  return { id: found.id, name: found.name };
}
