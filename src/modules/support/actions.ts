// Opens the support module: tickets for guests, account holders, mailed links and the desk.

import type { Locale } from '#lib/locale.ts';
import { normalizeEmail } from '#lib/people/email.ts';
import { UserError } from '#lib/user-error.ts';
import { findAccountByConfirmedEmail, findMailRecipient, lockAgainstErasure } from '#modules/accounts/actions.ts';
import type { AccountOwner } from '#modules/accounts/events.ts';
import { forgetMailsAbout } from '#modules/mail/actions.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { createValidationError } from '#platform/http/validation-errors.ts';
import { getAddressKey, takePoints } from '#platform/limits/limits.ts';
import { openDeclarations } from './declarations/actions.ts';
import { enqueueFileRemoval, lockOr404, type SupportDeps } from './deps.ts';
import { openTicketDesk, type TicketDesk } from './desk/actions.ts';
import { type FileRead, openDeskFiles, readTicketFile } from './files/files.ts';
import { deleteTicketFiles } from './files/queries.ts';
import { answerPromise } from './hours/promise.ts';
import type { AnswerPromise } from './hours/shapes.ts';
import { openTicketLinks } from './link.ts';
import { type ReceivedMailOutcome, receiveMail } from './mail/receive.ts';
import {
  assignGuestTickets,
  eraseTicketContents,
  findTicket,
  listTickets,
  listTicketsWithMessages,
  lockAddress,
  type TicketRow,
} from './queries.ts';
import { isFromProgram } from './rules.ts';
import { type Ticket, type TicketRequest, ticketRequestShape } from './shapes.ts';
import type { AnswerTicket, OpenTicket, Thread, Tickets, TicketsRequest } from './shapes-threads.ts';
import { closeTicket, createUnkeptTicket, getOwnOrder, openTicket, viewThread, writeTicketMessage } from './threads.ts';

/** The sender of the contact form: IP address and language of the request. */
export type TicketSender = { readonly address: string; readonly locale: Locale };
type TicketOwner = Pick<Caller, 'accountId'> & { readonly locale: Locale };

export type SupportModule = ReturnType<typeof createSupport>;

export const createSupport = (deps: SupportDeps) => ({
  ...createGuestActions(deps),
  ...createMemberActions(deps),
  ...openTicketLinks(deps),
  declarations: openDeclarations(deps),
  receiveMail: (raw: Buffer): Promise<ReceivedMailOutcome> => receiveMail(deps, raw),
  /** Each takes the caller's transaction and operator; the caller has checked the permission. */
  desk: openTicketDesk(deps) satisfies TicketDesk,
  deskFiles: openDeskFiles(deps),
});

function createGuestActions(deps: SupportDeps) {
  const { ctx } = deps;
  const createTicket = async (request: TicketRequest, writer: TicketSender): Promise<Ticket> => {
    await takePoints(ctx, [
      { limit: 'ticket.address', of: getAddressKey(writer.address) },
      { limit: 'ticket.email', of: normalizeEmail(request.email) },
    ]);
    // Bots get the same response as people, so that they cannot tell that they were detected.
    if (isFromProgram(request)) return createUnkeptTicket(deps);
    const { name, email, message } = request;
    return transaction(ctx.db, async (tx) => {
      // The address is unverified, so the ticket belongs to no account until it is confirmed.
      const known = { accountId: undefined, knownBy: 'form', confirm: 'withoutCopy' } as const;
      return openTicket(deps, tx, { name, email, message, locale: writer.locale, ...known });
    });
  };
  return {
    createTicket,
    /** By when someone who writes now gets an answer; undefined if the shop does not promise it. */
    promise: (locale: Locale): AnswerPromise | undefined => answerPromise(deps.desk(), ctx.clock.now(), locale),
    /** For the HTML form: validates the unparsed body and reports errors by field. */
    async receiveTicket(input: unknown, writer: TicketSender): Promise<Ticket> {
      const parsed = ticketRequestShape.safeParse(input);
      if (!parsed.success) throw createValidationError(parsed.error.issues, input);
      return createTicket(parsed.data, writer);
    },
  };
}

function createMemberActions(deps: SupportDeps) {
  const { ctx } = deps;
  const { db } = ctx;
  /** Another account's ticket is a 404, like a missing one. */
  const ownedBy =
    ({ accountId }: Pick<Caller, 'accountId'>) =>
    (ticket: TicketRow) =>
      ticket.accountId === accountId;

  return {
    async list({ accountId }: Pick<Caller, 'accountId'>, { limit, before }: TicketsRequest): Promise<Tickets> {
      const rows = await listTickets(db.orm, accountId, { limit: limit + 1, before }, 'customer');
      return {
        tickets: rows.slice(0, limit).map(({ createdAt, updatedAt, firstAnsweredAt, ...row }) => ({
          ...row,
          answered: firstAnsweredAt !== null,
          createdAt: createdAt.toISOString(),
          updatedAt: updatedAt.toISOString(),
        })),
        more: rows.length > limit,
      };
    },

    async thread(caller: Pick<Caller, 'accountId'>, number: string): Promise<Thread> {
      const ticket = await findTicket(db.orm, number);
      if (!ticket || !ownedBy(caller)(ticket)) throw new UserError(404);
      return viewThread(deps, db.orm, ticket);
    },

    async open(member: TicketOwner, { message, orderNumber, files }: OpenTicket): Promise<Ticket> {
      const { accountId, locale } = member;
      await takePoints(ctx, [{ limit: 'ticket.account', of: accountId }]);
      return transaction(db, async (tx) => {
        if (!(await lockAgainstErasure(tx, accountId))) throw new UserError(401);
        const person = await findMailRecipient(tx, accountId);
        if (!person) throw new UserError(401);
        const order = orderNumber ? await getOwnOrder(tx, accountId, orderNumber) : undefined;
        const handed = await deps.files.handOver(tx, member, files);
        const { email, name } = person;
        const confirm = (await findAccountByConfirmedEmail(tx, email)) === accountId ? 'copy' : 'withoutCopy';
        const opening = { name, email, message, locale, accountId, knownBy: 'loggedIn', order, files: handed, confirm } as const;
        return openTicket(deps, tx, opening);
      });
    },

    async answer(caller: Pick<Caller, 'accountId'>, { number, message, files }: AnswerTicket): Promise<Thread> {
      await takePoints(ctx, [{ limit: 'ticket.account', of: caller.accountId }]);
      return transaction(db, async (tx) => {
        if (!(await lockAgainstErasure(tx, caller.accountId))) throw new UserError(401);
        const ticket = await lockOr404(tx, number, ownedBy(caller));
        await writeTicketMessage(deps, tx, ticket, {
          knownBy: 'loggedIn',
          text: message,
          files: await deps.files.handOver(tx, caller, files),
        });
        return viewThread(deps, tx, { ...ticket, status: 'open' });
      });
    },

    close: (caller: Pick<Caller, 'accountId'>, number: string): Promise<Thread> =>
      transaction(db, async (tx) => {
        const ticket = await lockOr404(tx, number, ownedBy(caller));
        await closeTicket(deps, tx, ticket);
        return viewThread(deps, tx, { ...ticket, status: 'closed' });
      }),

    file: ({ accountId }: Pick<Caller, 'accountId'>, id: string): Promise<FileRead> => readTicketFile(deps, db.orm, id, { accountId }),
  };
}

/**
 * After an address is confirmed: moves its guest tickets into the account, unless they belong to another one.
 */
export async function attachGuestTickets(
  tx: DbClient,
  { accountId, email }: { readonly accountId: string; readonly email: string },
): Promise<void> {
  const key = normalizeEmail(email);
  await lockAddress(tx, key, 'owner');
  await assignGuestTickets(tx, key, accountId);
}

/** A customer's tickets for the desk, newest first, paginated. */
export async function listDeskTickets(
  queries: DbClient,
  accountId: string,
  page: { readonly limit: number; readonly before?: string | undefined },
) {
  const rows = await listTickets(queries, accountId, { ...page, limit: page.limit + 1 }, 'desk');
  return {
    tickets: rows.slice(0, page.limit).map(({ number, status, createdAt, updatedAt, orderNumber, about }) => ({
      number,
      status,
      orderNumber,
      about,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    })),
    more: rows.length > page.limit,
  };
}

/** The account's tickets for a data export. A guest ticket is included only once its address is confirmed. */
export const exportTickets = async (queries: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  listTicketsWithMessages(queries, accountId, limit);

export async function eraseTickets(tx: DbClient, { accountId, email }: AccountOwner): Promise<void> {
  const isProven = (await findAccountByConfirmedEmail(tx, email)) === accountId;
  const numbers = await eraseTicketContents(tx, { accountId, emailKey: isProven ? normalizeEmail(email) : undefined });
  await enqueueFileRemoval(tx, await deleteTicketFiles(tx, numbers));
  await forgetMailsAbout(tx, numbers);
}
