// What the actions of an automation do: the same as the desk's calls, by their functions, in the name of the
// author, with the lines of the audit log that those calls have.
import type { Locale } from '#lib/locale.ts';
import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import { findStageId } from '#modules/catalogue/stages/rules.ts';
import { addNote, addTag } from '#modules/clients/notes.ts';
import type { CausedEvent, ShopEvent } from '#modules/events/queries.ts';
import type { FulfilmentModule } from '#modules/fulfilment/actions.ts';
import type { WorkResult } from '#modules/fulfilment/desk/shapes.ts';
import { postMail } from '#modules/mail/actions.ts';
import { postToChat } from '#modules/notices/webhooks/webhooks.ts';
import { findAnyOrder } from '#modules/orders/desk/queries.ts';
import { listPieces } from '#modules/orders/pieces/queries.ts';
import { findWork, type PieceContext } from '#modules/orders/pieces/queries-work.ts';
import { type AuditChange, lockColleague } from '#modules/staff/actions.ts';
import { mayDo, maySeePiece, type RoleHolder } from '#modules/staff/shapes-roles.ts';
import type { SupportModule } from '#modules/support/actions.ts';
import { findTicket } from '#modules/support/queries.ts';
import { postToWebhook } from '#modules/webhooks/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { Action } from './shapes.ts';
import { type AnnouncedEvent, eventRows, findEventRow } from './shapes-events.ts';

const messages = {
  noMaker: /*i18n*/ {
    id: 'desk.automation.noMaker',
    message: 'The operator to assign to doesn’t work here any more, or may not do this work.',
  },
  noPiece: /*i18n*/ { id: 'desk.automation.noPiece', message: 'It has no piece that can be assigned now.' },
  noService: /*i18n*/ { id: 'desk.automation.noService', message: 'It has no piece of the service whose stage was chosen.' },
  notTheirs: /*i18n*/ { id: 'desk.automation.notTheirs', message: 'The author sees only their own pieces, of which this is none.' },
  noClient: /*i18n*/ { id: 'desk.automation.noClient', message: 'It belongs to no account.' },
  noChat: /*i18n*/ { id: 'desk.automation.noChat', message: 'The chat webhook doesn’t exist any more.' },
  noEndpoint: /*i18n*/ { id: 'desk.automation.noEndpoint', message: 'The webhook doesn’t exist any more.' },
  noTemplate: /*i18n*/ { id: 'desk.automation.noTemplate', message: 'The saved reply doesn’t exist any more.' },
  noValue: /*i18n*/ { id: 'desk.automation.noValue', message: 'The saved reply names something that this event doesn’t have.' },
} as const satisfies Record<string, Message>;

export type AutomationDeps = {
  readonly ctx: AppContext;
  readonly catalogue: CatalogueModule;
  readonly fulfilment: Pick<FulfilmentModule, 'desk'>;
  readonly support: Pick<SupportModule, 'desk'>;
};

export type Author = Operator & RoleHolder;

/** The event, and for whom and why it is acted on. `id`: of the run. */
export type Run = { readonly id: string; readonly author: Author; readonly event: ShopEvent };

/** Lines for the audit log, and the events that follow. */
type Result = { readonly lines: readonly AuditChange[]; readonly caused?: readonly CausedEvent[] };
type Carrying<Kind> = (deps: AutomationDeps, tx: DbClient, run: Run, action: Extract<Action, { kind: Kind }>) => Promise<Result>;

const refuse = (message: Message): UserError => new UserError(400, { '': [message] });

export const performAction = (deps: AutomationDeps, tx: DbClient, run: Run, action: Action): Promise<Result> =>
  (carrying[action.kind] as Carrying<Action['kind']>)(deps, tx, run, action);

const carrying: { readonly [Kind in Action['kind']]: Carrying<Kind> } = {
  async assign(deps, tx, { author, event }, { to }) {
    const number = event.ticketNumber;
    const found = await lockColleague(tx, to);
    if (!found || !mayDo(found, number ? 'tickets.answer' : 'queue.work')) throw refuse(messages.noMaker);
    const maker = { id: found.id, name: found.name };
    if (number) {
      const from = (await findTicket(tx, number))?.assignedId ?? null;
      if (from === to) return { lines: [] };
      const { before, after } = await deps.support.desk.assign(tx, author, { number, from, to: maker });
      return { lines: [{ act: 'ticket.assign', about: { kind: 'ticket', id: number }, before, after }] };
    }
    const pieces = await findPieces(tx, event);
    const done = await deps.fulfilment.desk.assign(tx, author, { pieceIds: pieces.map(({ piece }) => piece.id), to: maker });
    if (done.length === 0 && pieces.some(({ piece }) => piece.makerId !== to)) throw refuse(messages.noPiece);
    const begun = pieces.filter(({ piece, order }) => order.startedAt === null && done.some(({ pieceId }) => pieceId === piece.id));
    return {
      lines: done.map((each) => createPieceAuditLine('piece.assign', each)),
      caused: begun.map(({ order }) => ({ type: 'order.started', key: order.id })),
    };
  },

  async stage({ fulfilment, catalogue }, tx, { author, event }, { service, stage: to }) {
    const pieces = (await findPieces(tx, event)).filter(({ piece }) => piece.serviceType === service);
    if (pieces.length === 0) throw refuse(messages.noService);
    const lines: AuditChange[] = [];
    for (const { piece } of pieces) {
      refuseOthersWork(author, piece.makerId);
      const from = findStageId(catalogue.current(), service, piece.stage) ?? '';
      const moved = await fulfilment.desk.move(tx, author, { pieceId: piece.id, from, to });
      if (moved) lines.push(createPieceAuditLine('piece.move', moved));
    }
    return { lines };
  },

  async tag(_, tx, { event }, { tag }) {
    const id = getClient(event);
    const { entries } = await addTag(tx, { id, tag });
    return { lines: entries.map(({ before, after }) => ({ act: 'customer.tag', about: { kind: 'customer', id }, before, after })) };
  },

  async note({ ctx, fulfilment, support }, tx, { author, event }, { text }) {
    if (event.ticketNumber) {
      const { number, before, after } = await support.desk.note(tx, author, { number: event.ticketNumber, text });
      return { lines: [{ act: 'ticket.note', about: { kind: 'ticket', id: number }, before, after }] };
    }
    const [work] = isAboutOrder(event) ? await findPieces(tx, event) : [];
    if (work) {
      refuseOthersWork(author, work.piece.makerId);
      const done = await fulfilment.desk.note(tx, author, { pieceId: work.piece.id, text, mentions: [] });
      return { lines: [createPieceAuditLine('piece.note', done)] };
    }
    const id = getClient(event);
    const { entries } = await addNote(ctx, tx, author, { id, text });
    return { lines: entries.map(({ after }) => ({ act: 'customer.note', about: { kind: 'customer', id }, after })) };
  },

  async mail(deps, tx, { author, event }, { template }) {
    const { to, values } = await findReader(deps, tx, event);
    const message = deps.support.desk.fillTemplate(template, to.locale, { ...values, operator: author.name });
    if (message === undefined) throw refuse(messages.noTemplate);
    if (message === null) throw refuse(messages.noValue);
    const reference = values.number ?? undefined;
    const mail = { mail: 'shop-message', values: { name: values.name ?? '', message } } as const;
    await postMail(deps.ctx, tx, { to: to.email, locale: to.locale, ...mail, ...(reference ? { reference } : {}) });
    const about = event.accountId ? { kind: 'customer', id: event.accountId } : { kind: 'ticket', id: event.ticketNumber ?? '' };
    return { lines: [{ act: 'automation.mail', about, after: { template } }] };
  },

  async chat({ ctx }, tx, { id, event }, { webhook, text }) {
    const { orderId, pieceId, ticketNumber } = event;
    const isPosted = await postToChat(tx, webhook, { key: id, text, orderId, pieceId, ticketNumber, happenedAt: ctx.clock.now() });
    if (!isPosted) throw refuse(messages.noChat);
    return { lines: [{ act: 'automation.chat', about: { kind: 'chatWebhook', id: webhook } }] };
  },

  async webhook({ ctx }, tx, { event }, { endpoint }) {
    if (!(await postToWebhook(tx, endpoint, event, ctx.clock.now()))) throw refuse(messages.noEndpoint);
    return { lines: [{ act: 'automation.webhook', about: { kind: 'webhook', id: endpoint } }] };
  },

  async ticket({ support }, tx, { author, event }, { text }) {
    const client = await findMailRecipient(tx, getClient(event));
    if (!client || !event.accountId) throw refuse(messages.noClient);
    const found = event.orderId ? await findAnyOrder(tx, event.orderId) : undefined;
    const order = found && { id: found.id, number: found.number };
    const { name, email, locale } = client;
    const number = await support.desk.open(tx, author, { name, email, locale, accountId: event.accountId, order, message: text });
    const line = { act: 'automation.ticket', about: { kind: 'ticket', id: number }, after: { orderNumber: order?.number ?? null } };
    return { lines: [line], caused: [{ type: 'ticket.created', key: number }] };
  },
};

const isAboutOrder = ({ type }: ShopEvent): boolean => type in eventRows && findEventRow(type as AnnouncedEvent).about === 'order';

/** The piece that the event is about, or all of its order. */
async function findPieces(tx: DbClient, { orderId, pieceId }: ShopEvent): Promise<PieceContext[]> {
  const ids = pieceId ? [pieceId] : orderId ? (await listPieces(tx, orderId)).map(({ id }) => id) : [];
  const found: PieceContext[] = [];
  for (const id of ids) {
    const work = await findWork(tx, id);
    if (work) found.push(work);
  }
  return found;
}

/** As at the desk: roles that see only their own pieces may change only those. */
function refuseOthersWork(author: Author, makerId: string | null): void {
  if (!maySeePiece(author, makerId) || (makerId !== author.id && !mayDo(author, 'queue.all'))) throw refuse(messages.notTheirs);
}

function getClient({ accountId }: ShopEvent): string {
  if (accountId === null) throw refuse(messages.noClient);
  return accountId;
}

type Reader = {
  readonly to: { readonly email: string; readonly locale: Locale };
  readonly values: Readonly<Record<string, string | null>>;
};

/** Whom a mail goes to, and what it can name. */
async function findReader({ fulfilment }: AutomationDeps, tx: DbClient, event: ShopEvent): Promise<Reader> {
  const ticket = event.ticketNumber ? await findTicket(tx, event.ticketNumber) : undefined;
  if (ticket && event.accountId === null)
    return { to: { email: ticket.email, locale: ticket.locale }, values: { name: ticket.name, number: ticket.number } };
  const client = await findMailRecipient(tx, getClient(event));
  if (!client) throw refuse(messages.noClient);
  const [work] = isAboutOrder(event) ? await findPieces(tx, event) : [];
  if (work) {
    const { locale: _, ...values } = await fulfilment.desk.answerValues(work.piece.id, undefined);
    return { to: client, values };
  }
  const order = event.orderId ? await findAnyOrder(tx, event.orderId) : undefined;
  return { to: client, values: { name: client.name, number: ticket?.number ?? order?.number ?? null } };
}

const createPieceAuditLine = (act: string, { pieceId, number, before, after }: WorkResult): AuditChange => ({
  act,
  about: { kind: 'piece', id: pieceId },
  before: { number, ...before },
  after,
});
