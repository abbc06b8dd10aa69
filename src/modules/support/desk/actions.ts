// Reads and changes tickets for the desk. The caller opens the transaction and audits the change in it, from
// the returned states before and after.

import type { Locale } from '#lib/locale.ts';
import type { Operator, Viewer } from '#lib/people/operator.ts';
import { toIsoOrNull } from '#lib/time/date.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findOrderByNumber } from '#modules/orders/queries.ts';
import type { DbClient } from '#platform/database/database.ts';
import { lockOr404, type SupportDeps } from '../deps.ts';
import { claimFilesForMessage } from '../files/queries.ts';
import { getLateSince } from '../hours/rules.ts';
import { mailTicketAnswer } from '../mail/mails.ts';
import { findTicket, insertTicketMessage, listTicketMessages, setTicket, type TicketRow } from '../queries.ts';
import { getWaitsSinceAfter, parseSearchText } from '../rules.ts';
import { findStatusAfterMove } from '../statuses.ts';
import { openTicket, type TicketAboutCustomer } from '../threads.ts';
import { fillTemplate, listCanned, listTemplates, type TemplateValues } from './canned.ts';
import { countForDesk, listForDesk, listOpenTickets, type TicketCursor, URGENT_DAYS, unassignClosedTickets } from './queries.ts';
import type {
  Canned,
  DeskAnswer,
  DeskAssign,
  DeskLink,
  DeskMove,
  DeskNote,
  DeskThread,
  DeskTicket,
  DeskTicketCounts,
  DeskTickets,
  DeskTicketsRequest,
} from './shapes.ts';

const messages = {
  goneOn: /*i18n*/ { id: 'desk.ticketGoneOn', message: 'This ticket has changed. Check it and try again.' },
  noMove: /*i18n*/ { id: 'desk.ticketNoMove', message: 'This isn’t possible in the ticket’s current status.' },
  taken: /*i18n*/ { id: 'desk.ticketTaken', message: 'It was reassigned. Check it and try again.' },
  erased: /*i18n*/ { id: 'desk.ticketErased', message: 'This account is deleted, so you can’t reply.' },
  file: /*i18n*/ { id: 'desk.ticketFile', message: 'A file is no longer available. Add it again.' },
  order: /*i18n*/ { id: 'desk.ticketOrder', message: 'This customer has no such order.' },
} as const satisfies Record<string, Message>;

/** The state that the audit entry records. */
type TicketState = { readonly status: string; readonly assigned: string | null; readonly orderNumber: string | null };
export type TicketActed = {
  readonly number: string;
  readonly before: TicketState;
  readonly after: TicketState & { readonly message?: number };
};

const getState = ({ status, assignedName, orderNumber }: Pick<TicketRow, 'status' | 'assignedName' | 'orderNumber'>): TicketState => ({
  status,
  assigned: assignedName,
  orderNumber,
});

const toActed = (ticket: TicketRow, set: Partial<TicketRow>, message?: number): TicketActed => ({
  number: ticket.number,
  before: getState(ticket),
  after: { ...getState({ ...ticket, ...set }), ...(message === undefined ? {} : { message }) },
});

const createUserError = (message: Message, field = ''): UserError => new UserError(400, { [field]: [message] });

export type TicketDesk = ReturnType<typeof openTicketDesk>;

export const openTicketDesk = (deps: SupportDeps) => ({
  ...createReadActions(deps),
  ...createWriteActions(deps),
  ...createHandlingActions(deps),
});

function createReadActions(deps: SupportDeps) {
  const { clock } = deps.ctx;
  return {
    async list(queries: DbClient, { after, search, limit, ...which }: DeskTicketsRequest): Promise<DeskTickets> {
      const parsedSearch = search?.trim() ? parseSearchText(search) : undefined;
      if (search?.trim() && !parsedSearch) return { tickets: [], next: null };
      const rows = await listForDesk(queries, {
        ...which,
        search: parsedSearch,
        after: after === undefined ? undefined : parseCursor(after),
        limit: limit + 1,
      });
      const visibleRows = rows.slice(0, limit);
      const last = rows.length > limit ? visibleRows.at(-1) : undefined;
      return {
        tickets: visibleRows.map((row) => ({ ...viewTicket(row), about: row.about })),
        next: last ? getNextCursor(last, which.status === 'open') : null,
      };
    },

    counts(queries: DbClient, by: Operator): Promise<DeskTicketCounts> {
      const [now, settings] = [clock.now(), deps.desk()];
      return countForDesk(queries, { operatorId: by.id, now, lateSince: getLateSince(now, settings.firstAnswerHours, settings) });
    },

    async read(queries: DbClient, number: string): Promise<DeskThread> {
      const ticket = await findTicket(queries, number);
      if (!ticket) throw new UserError(404);
      const rows = await listTicketMessages(queries, number, { notes: true });
      return {
        ticket: viewTicket(ticket),
        messages: rows.map(({ operatorId, operatorName, createdAt, ...row }) => ({
          ...row,
          createdAt: createdAt.toISOString(),
          operator: operatorId === null ? null : { id: operatorId, name: operatorName ?? '' },
        })),
      };
    },

    /** Canned answers, filled in for this ticket and operator. */
    async findCanned(queries: DbClient, by: Operator, number: string): Promise<Canned> {
      const ticket = await findTicket(queries, number);
      if (!ticket) throw new UserError(404);
      return listCanned(deps, 'tickets', ticket.locale, { name: ticket.name, number, operator: by.name });
    },

    /** Canned answers, filled in for a message about this piece. */
    async cannedAboutPiece(by: Operator, pieceId: string, viewer: Viewer | undefined): Promise<Canned> {
      const { locale, ...values } = await deps.fulfilment.desk.answerValues(pieceId, viewer);
      return listCanned(deps, 'pieces', locale, { ...values, operator: by.name });
    },

    templates: () => listTemplates(deps),
    fillTemplate: (id: string, locale: Locale, values: TemplateValues) => fillTemplate(deps, id, locale, values),
  };
}

/** Locks the ticket; rejected if it has changed since the page was loaded. */
async function lockAsSeen(tx: DbClient, { number, version }: { readonly number: string; readonly version: number }): Promise<TicketRow> {
  const ticket = await lockOr404(tx, number);
  if (ticket.version !== version) throw createUserError(messages.goneOn);
  return ticket;
}

function createWriteActions(deps: SupportDeps) {
  const { clock } = deps.ctx;
  return {
    /**
     * Answers, mails the answer to the writer, and assigns the ticket to the operator if it is unassigned.
     */
    async answer(tx: DbClient, by: Operator, request: DeskAnswer): Promise<TicketActed> {
      const ticket = await lockAsSeen(tx, request);
      if (ticket.email === '') throw createUserError(messages.erased);
      const now = clock.now();
      const message = await insertTicketMessage(tx, {
        ticketNumber: ticket.number,
        author: 'desk',
        text: request.text,
        createdAt: now,
        operatorId: by.id,
        operatorName: by.name,
      });
      const files = await claimFilesForMessage(tx, { operator: by.id, message, files: request.files });
      if (files.length < new Set(request.files).size) throw createUserError(messages.file, 'files');
      const status = request.next === 'close' ? 'closed' : (findStatusAfterMove(ticket.status, 'answer') ?? ticket.status);
      const set = {
        status,
        version: ticket.version + 1,
        updatedAt: now,
        waitsSince: null,
        firstAnsweredAt: ticket.firstAnsweredAt ?? now,
        ...(ticket.assignedId ? {} : { assignedId: by.id, assignedName: by.name }),
      } as const;
      await setTicket(tx, ticket, set);
      await mailTicketAnswer(deps, tx, ticket, { text: request.text, operator: by.name, files });
      return toActed(ticket, set, message);
    },

    /** An internal note; the writer never sees it. */
    async note(tx: DbClient, by: Operator, { number, text }: DeskNote): Promise<TicketActed> {
      const ticket = await lockOr404(tx, number);
      const message = await insertTicketMessage(tx, {
        ticketNumber: number,
        author: 'note',
        text,
        createdAt: clock.now(),
        operatorId: by.id,
        operatorName: by.name,
      });
      await setTicket(tx, ticket, {}, 'desk');
      return toActed(ticket, {}, message);
    },
  };
}

function createHandlingActions(deps: SupportDeps) {
  const { reactions } = deps;
  const { clock } = deps.ctx;
  const announceAssigned = async (tx: DbClient, numbers: readonly string[], by: Operator, to: Operator | null): Promise<void> => {
    for (const react of reactions['support.assigned']) await react(tx, { numbers, by: by.id, to: to?.id ?? null, at: clock.now() });
  };
  return {
    /** Rejected if the assignee has changed since the page was loaded. */
    async assign(tx: DbClient, by: Operator, { number, from, to }: DeskAssign): Promise<TicketActed> {
      const ticket = await lockOr404(tx, number);
      if (ticket.assignedId !== from) throw createUserError(messages.taken);
      const set = { assignedId: to?.id ?? null, assignedName: to?.name ?? null };
      await setTicket(tx, ticket, set, 'desk');
      await announceAssigned(tx, [number], by, to);
      return toActed(ticket, set);
    },

    /** Reassigns an operator's tickets that are not closed; `to` null unassigns them. */
    async handOver(
      tx: DbClient,
      by: Operator,
      { from, to }: { readonly from: string; readonly to: Operator | null },
    ): Promise<TicketActed[]> {
      const done: TicketActed[] = [];
      for (const number of await listOpenTickets(tx, from)) {
        const ticket = await lockOr404(tx, number);
        if (ticket.assignedId !== from) continue;
        const set = { assignedId: to?.id ?? null, assignedName: to?.name ?? null };
        await setTicket(tx, ticket, set, 'desk');
        done.push(toActed(ticket, set));
      }
      // The writer may reopen a closed ticket, which must not be assigned to a former operator.
      await unassignClosedTickets(tx, from);
      await announceAssigned(
        tx,
        done.map(({ number }) => number),
        by,
        to,
      );
      return done;
    },

    countHeld: async (queries: DbClient, by: string): Promise<number> => (await listOpenTickets(queries, by)).length,

    async move(tx: DbClient, _by: Operator, request: DeskMove): Promise<TicketActed> {
      const ticket = await lockAsSeen(tx, request);
      const status = findStatusAfterMove(ticket.status, request.move);
      if (status === undefined) throw createUserError(messages.noMove);
      const now = clock.now();
      const set = { status, version: ticket.version + 1, updatedAt: now, waitsSince: getWaitsSinceAfter(ticket, status, now) };
      await setTicket(tx, ticket, set);
      return toActed(ticket, set);
    },

    /** A ticket about a customer, who does not see it before the desk writes to them. Returns its number. */
    open: async (tx: DbClient, by: Operator, customer: TicketAboutCustomer): Promise<string> =>
      (await openTicket(deps, tx, { ...customer, knownBy: null, confirm: 'none', by })).ticketNumber,

    /** Links the ticket to an order of the writer's account. */
    async link(tx: DbClient, _by: Operator, { number, orderNumber }: DeskLink): Promise<TicketActed> {
      const ticket = await lockOr404(tx, number);
      const order = orderNumber === null ? null : await findOrderByNumber(tx, orderNumber);
      if (order !== null && (!order || order.accountId !== ticket.accountId)) throw createUserError(messages.order, 'orderNumber');
      const set = { orderId: order?.id ?? null, orderNumber: order?.number ?? null };
      await setTicket(tx, ticket, set);
      return toActed(ticket, set);
    },
  };
}

function viewTicket(row: TicketRow): DeskTicket {
  const { number, name, email, accountId, locale, status, version, orderNumber, knownBy, namesTicket, urgent, assignedId, assignedName } =
    row;
  return {
    number,
    name,
    email,
    accountId,
    locale,
    status,
    version,
    orderNumber,
    knownBy,
    namesTicket,
    urgent,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    waitsSince: toIsoOrNull(row.waitsSince),
    firstDueAt: row.firstAnsweredAt ? null : toIsoOrNull(row.firstDueAt),
    firstAnsweredAt: toIsoOrNull(row.firstAnsweredAt),
    assigned: assignedId === null ? null : { id: assignedId, name: assignedName ?? '' },
  };
}

const DAY_MS = 86_400_000;

/** Cursor of a page: "1763750000000 T-7K2Q9M" */
function getNextCursor({ waitsSince, updatedAt, number, urgent }: TicketRow, isWaiting: boolean): string {
  const at = (isWaiting ? (waitsSince ?? updatedAt) : updatedAt).getTime();
  return `${isWaiting && urgent ? at - URGENT_DAYS * DAY_MS : at} ${number}`;
}

function parseCursor(after: string): TicketCursor {
  const [at, number = ''] = after.split(' ');
  return { at: new Date(Number(at)), number };
}
