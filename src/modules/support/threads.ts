// A ticket from its writer's side: open, read, answer and close, by account or by mailed key.
import { randomBytes } from 'node:crypto';
import type { Locale } from '#lib/locale.ts';
import { normalizeEmail } from '#lib/people/email.ts';
import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findOrderByNumber } from '#modules/orders/queries.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { SupportDeps, TicketUpload } from './deps.ts';
import { insertFiles } from './files/queries.ts';
import { answerDue } from './hours/rules.ts';
import { getPromisedTime } from './hours/rules-promise.ts';
import { mailDesk, mailTicketConfirmation } from './mail/mails.ts';
import { mayConfirmAddress } from './prove.ts';
import { insertTicket, insertTicketMessage, listTicketMessages, setTicket, type TicketRow } from './queries.ts';
import { createTicketNumber, getWaitsSinceAfter, TICKET_NUMBER_BYTES } from './rules.ts';
import type { Ticket } from './shapes.ts';
import type { Thread } from './shapes-threads.ts';
import { findStatusAfterMove, type KnownBy, type TicketStatus } from './statuses.ts';

const messages = {
  order: /*i18n*/ { id: 'ticket.order', message: 'Your account has no such order.' },
  full: /*i18n*/ { id: 'ticket.full', message: 'This conversation is full. Start a new one.' },
} as const satisfies Record<string, Message>;

const createNumber = (): string => createTicketNumber(randomBytes(TICKET_NUMBER_BYTES));

const toTicket = (number: string, answerBy: string | undefined): Ticket => ({
  ticketNumber: number,
  ...(answerBy === undefined ? {} : { answerBy }),
});

/** What the sender gets for a ticket that is not kept: the same as for any other. */
export function createUnkeptTicket({ ctx, desk }: SupportDeps): Ticket {
  const settings = desk();
  return toTicket(createNumber(), getPromisedTime(settings, answerDue(ctx.clock.now(), settings.firstAnswerHours, settings)));
}

/** Attempts to find a free number among a billion; collisions are rare. */
const TRIES = 5;

export type Opening = {
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly locale: Locale;
  readonly accountId: string | undefined;
  readonly knownBy: KnownBy | null;
  readonly namesTicket?: string | undefined;
  readonly order?: { readonly id: string; readonly number: string } | undefined;
  readonly files?: readonly TicketUpload[];
  readonly urgent?: boolean;
  /** copy: includes the message, for a confirmed address. none: no mail, because the ticket came by mail. */
  readonly confirm: 'copy' | 'withoutCopy' | 'none';
  /** The operator whose note it begins with, instead of the writer's message. */
  readonly by?: Operator;
};

export type TicketAboutCustomer = Pick<Opening, 'name' | 'email' | 'message' | 'locale' | 'order'> & { readonly accountId: string };

/** Inserts the ticket and enqueues its mails to writer and desk, in one transaction. */
export async function openTicket(deps: SupportDeps, tx: DbClient, opening: Opening): Promise<Ticket> {
  const { name, email, message, locale, accountId, knownBy, namesTicket, order, files = [], urgent = false, confirm, by } = opening;
  const now = deps.ctx.clock.now();
  const settings = deps.desk();
  // Stored, so that a promise stays when the hours change.
  const due = answerDue(now, settings.firstAnswerHours, settings);
  const answerBy = getPromisedTime(settings, due);
  const ticket = {
    name,
    email,
    emailKey: normalizeEmail(email),
    locale,
    createdAt: now,
    updatedAt: now,
    waitsSince: now,
    accountId: accountId ?? null,
    firstDueAt: (by ? undefined : due) ?? null,
    orderId: order?.id ?? null,
    orderNumber: order?.number ?? null,
    knownBy,
    namesTicket: namesTicket ?? null,
    urgent,
  };
  for (let tries = 0; tries < TRIES; tries++) {
    const number = createNumber();
    if (!(await insertTicket(tx, { number, ...ticket }))) continue;
    const author = by ? ({ author: 'note', operatorId: by.id, operatorName: by.name } as const) : ({ author: 'guest', knownBy } as const);
    const messageId = await insertTicketMessage(tx, { ticketNumber: number, ...author, text: message, createdAt: now }, name);
    await insertFiles(tx, exportFiles(files, messageId, now));
    if (by) return toTicket(number, undefined);
    const mailed = { number, ...ticket, answerBy };
    if (confirm !== 'none') await mailTicketConfirmation(deps, tx, mailed, confirm === 'copy' ? message : undefined);
    await mailDesk(deps, tx, mailed, message);
    return toTicket(number, answerBy);
  }
  throw new Error('no free ticket number found');
}

export type OldTicket = Pick<Opening, 'name' | 'email' | 'message' | 'locale'> & {
  readonly accountId: string;
  readonly createdAt: Date;
  readonly status: TicketStatus;
};

/** A ticket of another system, as it stands. Nobody is mailed. Returns its number here. */
export async function openOldTicket(tx: DbClient, { message, createdAt, status, ...writer }: OldTicket): Promise<string> {
  const times = { createdAt, updatedAt: createdAt, waitsSince: status === 'open' ? createdAt : null };
  for (let tries = 0; tries < TRIES; tries++) {
    const number = createNumber();
    if (!(await insertTicket(tx, { number, ...writer, emailKey: normalizeEmail(writer.email), status, ...times }))) continue;
    await insertTicketMessage(tx, { ticketNumber: number, author: 'guest', text: message, createdAt }, writer.name);
    return number;
  }
  throw new Error('no free ticket number found');
}

const exportFiles = (files: readonly TicketUpload[], messageId: number, createdAt: Date) =>
  files.map((file) => ({ ...file, messageId, createdAt }));

/** An order of the account, by its number. */
export async function getOwnOrder(queries: DbClient, accountId: string, number: string) {
  const order = await findOrderByNumber(queries, number);
  if (order?.accountId !== accountId) throw new UserError(400, { orderNumber: [messages.order] });
  return { id: order.id, number: order.number };
}

type NewTicketMessage = {
  readonly knownBy: KnownBy;
  readonly text: string;
  readonly files?: readonly TicketUpload[];
  readonly fromEmail?: string | null;
};

/** Limits the messages of a thread, in case a program writes them. */
const MAX_WRITTEN = 1_000;

/** Adds the writer's message and reopens the ticket. The caller holds the ticket's lock. */
export async function writeTicketMessage(
  deps: SupportDeps,
  tx: DbClient,
  ticket: TicketRow,
  { knownBy, text, files = [], fromEmail = null }: NewTicketMessage,
): Promise<void> {
  if (ticket.email === '') throw new UserError(404);
  if (ticket.version >= MAX_WRITTEN) throw new UserError(400, { '': [messages.full] });
  const now = deps.ctx.clock.now();
  const messageId = await insertTicketMessage(tx, {
    ticketNumber: ticket.number,
    author: 'guest',
    text,
    createdAt: now,
    fromEmail,
    knownBy,
  });
  await insertFiles(tx, exportFiles(files, messageId, now));
  const status = findStatusAfterMove(ticket.status, 'write') ?? ticket.status;
  await setTicket(tx, ticket, { status, version: ticket.version + 1, updatedAt: now, waitsSince: getWaitsSinceAfter(ticket, status, now) });
  await mailDesk(deps, tx, ticket, [text, ...files.map(({ name }) => `[${name}]`)].join('\n\n'));
}

/** Closing a closed ticket does nothing. */
export async function closeTicket({ ctx }: SupportDeps, tx: DbClient, ticket: TicketRow): Promise<void> {
  const status = findStatusAfterMove(ticket.status, 'close');
  if (status === undefined) return;
  await setTicket(tx, ticket, { status, version: ticket.version + 1, updatedAt: ctx.clock.now(), waitsSince: null });
}

export async function viewThread({ ctx, desk }: SupportDeps, queries: DbClient, ticket: TicketRow): Promise<Thread> {
  const { number, status, createdAt, orderNumber, firstDueAt, firstAnsweredAt } = ticket;
  const isAwaited = status === 'open' && firstAnsweredAt === null && firstDueAt !== null && firstDueAt > ctx.clock.now();
  const answerBy = isAwaited ? getPromisedTime(desk(), firstDueAt) : undefined;
  return {
    number,
    status,
    createdAt: createdAt.toISOString(),
    orderNumber,
    ...((await mayConfirmAddress(queries, ticket)) ? { mayConfirm: true } : {}),
    ...(answerBy === undefined ? {} : { answerBy }),
    messages: (await listTicketMessages(queries, number, { notes: false })).map((message) => ({
      id: message.id,
      author: message.author === 'desk' ? 'desk' : 'guest',
      name: message.operatorName,
      text: message.text,
      createdAt: message.createdAt.toISOString(),
      files: message.files,
    })),
  };
}
