// Shared orders: a link shows an order without a log-in, and its guests comment and accept if the customer
// allows it.

import type { FastifyInstance } from 'fastify';
import type { Locale } from '#lib/locale.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import type { LinksModule } from '#modules/links/actions.ts';
import type { OrdersModule } from '#modules/orders/actions.ts';
import { findOrder } from '#modules/orders/queries.ts';
import { LISTED_PIECES } from '#modules/orders/shapes.ts';
import { nameLines } from '#modules/sales/name-lines.ts';
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/api-routes.ts';
import { sendFile } from '#platform/http/bytes.ts';
import type { FormFields, FormSender, PageForm, PageOwn } from '#platform/http/page-forms.ts';
import { createValidationError } from '#platform/http/validation-errors.ts';
import { translate } from '#platform/i18n.ts';
import { getAddressKey, takePoints } from '#platform/limits/limits.ts';
import { href } from '../../../pages.ts';
import type { FulfilmentModule } from '../actions.ts';
import { findDelivery, findDeliveryFile } from '../queries.ts';
import { approvalShape, type CurrentShare, commentShape, type Share, type SharedOrder, type SharedPiece } from './shapes.ts';

const messages = {
  past: /*i18n*/ { id: 'share.past', message: 'Choose a date within the next year.' },
  accepted: /*i18n*/ { id: 'share.accepted', message: 'I accept this delivery.' },
} as const satisfies Record<string, Message>;

export type ShareDeps = {
  readonly ctx: AppContext;
  readonly catalogue: CatalogueModule;
  readonly links: LinksModule;
  readonly orders: Pick<OrdersModule, 'whole'>;
  readonly fulfilment: FulfilmentModule;
};

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

async function share({ ctx, links }: ShareDeps, accountId: string, request: Share): Promise<{ link: string }> {
  const { orderId, approve: mayApprove, comment: mayComment } = request;
  const now = ctx.clock.now().getTime();
  const expiresAt = new Date(request.expiresAt ?? now + DEFAULT_DAYS * DAY_MS);
  const days = (expiresAt.getTime() - now) / DAY_MS;
  if (days <= 0 || days > MAX_DAYS) throw new UserError(400, { expiresAt: [messages.past] });
  return transaction(ctx.db, async (tx) => {
    if (!(await findOrder(tx, accountId, orderId))) throw new UserError(404);
    return { link: await links.replace(tx, { purpose: 'share', subjectId: orderId, accountId, expiresAt, mayApprove, mayComment }) };
  });
}

async function findShare({ ctx, links }: ShareDeps, accountId: string, orderId: string): Promise<CurrentShare> {
  if (!(await findOrder(ctx.db.orm, accountId, orderId))) throw new UserError(404);
  const found = await links.findOpen(ctx.db.orm, 'share', orderId);
  if (!found) return { share: null };
  const { link, mayApprove: approve, mayComment: comment, expiresAt, uses } = found;
  return { share: { link, approve, comment, expiresAt: expiresAt?.toISOString() ?? '', uses } };
}

async function unshare({ ctx, links }: ShareDeps, accountId: string, orderId: string): Promise<void> {
  if (!(await findOrder(ctx.db.orm, accountId, orderId))) throw new UserError(404);
  await transaction(ctx.db, (tx) => links.revoke(tx, { purpose: 'share', subjectId: orderId }));
}

type ShareCall = 'GET /api/orders/share' | 'POST /api/orders/share' | 'POST /api/orders/unshare';

export const shareRoutes = (deps: ShareDeps): Pick<Handlers, ShareCall> => ({
  'GET /api/orders/share': ({ caller, input }) => findShare(deps, caller.accountId, input.orderId),
  'POST /api/orders/share': ({ caller, input }) => share(deps, caller.accountId, input),
  'POST /api/orders/unshare': ({ caller, input }) => unshare(deps, caller.accountId, input.orderId),
});

async function openShare({ ctx, links }: ShareDeps, { code = '' }: FormFields, { address }: Pick<FormSender, 'address'>) {
  await takePoints(ctx, [{ limit: 'openLink.address', of: getAddressKey(address) }]);
  const opened = await links.open(code, 'share');
  if (!opened) throw new UserError(404);
  return opened;
}

export const sharePage =
  (deps: ShareDeps): PageOwn =>
  async (params, reader): Promise<SharedOrder | undefined> => {
    if (!params.code) return undefined;
    const { ctx, catalogue, orders } = deps;
    const { subjectId: orderId, accountId, mayComment, mayApprove } = await openShare(deps, params, reader);
    const { locale } = reader;
    const order = await orders.whole(accountId, orderId, locale);
    const lines = await nameLines(ctx.db.orm, order.purchaseId, locale);
    const { offers } = catalogue.storefront(locale, order.currency).allPrices;
    const findFields = (offerId: string) => offers.find(({ id }) => id === offerId)?.fields ?? [];
    const piece = async (each: (typeof order.pieces)[number]): Promise<SharedPiece> => ({
      ...{ id: each.id, title: each.title, state: each.state, stage: each.stage },
      ...{ brief: each.brief ?? {}, fields: findFields(each.offerId) },
      ...(await readWork(deps, { accountId, pieceId: each.id, mayApprove, locale })),
    });
    return {
      title: lines.find(({ number }) => number === order.number)?.name ?? '',
      fields: findFields(order.offerId),
      answers: order.answers,
      pieces: await Promise.all(order.pieces.slice(0, LISTED_PIECES).map(piece)),
      mayComment,
    };
  };

type Reading = { readonly accountId: string; readonly pieceId: string; readonly mayApprove: boolean; readonly locale: Locale };

async function readWork({ fulfilment }: ShareDeps, { accountId, pieceId, mayApprove, locale }: Reading) {
  const work = await fulfilment.piece(accountId, pieceId);
  const newest = work.deliveries.at(-1);
  const found = newest && (await fulfilment.delivery(accountId, newest.id, locale));
  const shown = found && {
    ...{ id: found.id, version: found.version, deliveredAt: found.deliveredAt, text: found.text },
    ...{ files: found.files, links: found.links, acceptedAt: found.acceptedAt },
  };
  return {
    delivery: shown ?? null,
    isOpen: mayApprove && work.state === 'delivered' && work.revisions.included > 0,
    messages: work.messages.map(({ id, mine, name, text, at }) => ({ id, mine, name: name ?? '', text, at })),
  };
}

/** A comment, or the acceptance of a delivery, which leaves a comment with the guest's name. */
export const shareForm = (deps: ShareDeps): PageForm => ({
  fields: ['code', 'pieceId', 'deliveryId', 'name', 'message'],
  async take(fields, sender) {
    const opened = await openShare(deps, fields, sender);
    const isApproval = fields.deliveryId !== undefined && fields.deliveryId !== '';
    if (!(isApproval ? opened.mayApprove : opened.mayComment)) throw new UserError(404);
    await (isApproval ? approve(deps, opened, fields, sender.locale) : addComment(deps, opened.subjectId, fields));
    return `${href('share')}?${new URLSearchParams({ code: fields.code ?? '', sent: isApproval ? 'accepted' : 'comment' })}`;
  },
});

async function addComment({ ctx, fulfilment }: ShareDeps, orderId: string, fields: FormFields): Promise<void> {
  const parsed = commentShape.safeParse(fields);
  if (!parsed.success) throw createValidationError(parsed.error.issues, fields);
  const { pieceId, name, message: text } = parsed.data;
  await transaction(ctx.db, (tx) => fulfilment.comment(tx, { orderId, pieceId, name, text }));
}

async function approve(
  { ctx, fulfilment }: ShareDeps,
  { subjectId: orderId, accountId }: { readonly subjectId: string; readonly accountId: string },
  fields: FormFields,
  locale: Locale,
): Promise<void> {
  const parsed = approvalShape.safeParse(fields);
  if (!parsed.success) throw createValidationError(parsed.error.issues, fields);
  const { deliveryId, name } = parsed.data;
  await transaction(ctx.db, async (tx) => {
    const found = await findDelivery(tx, deliveryId, accountId);
    if (found?.orderId !== orderId) throw new UserError(404);
    const { pieceId, isNew } = await fulfilment.acceptByLink(tx, accountId, deliveryId);
    if (isNew) await fulfilment.comment(tx, { orderId, pieceId, name, text: translate(messages.accepted, locale) });
  });
}

/** A delivered file of the order, by the code of its page. */
export function serveSharedFile(app: FastifyInstance, deps: ShareDeps): void {
  app.get(`${href('share')}/file`, async (request, reply) => {
    const { code, id } = request.query as { code?: unknown; id?: unknown };
    const { subjectId, accountId } = await openShare(deps, { code: String(code) }, { address: request.ip });
    const { orm } = deps.ctx.db;
    const file = /^[\da-f-]{36}$/.test(String(id)) ? await findDeliveryFile(orm, String(id)) : undefined;
    const delivery = file?.deliveryId ? await findDelivery(orm, file.deliveryId, accountId) : undefined;
    if (!file || delivery?.orderId !== subjectId) throw new UserError(404);
    return sendFile(reply.header('referrer-policy', 'no-referrer'), await deps.fulfilment.file(accountId, file.id));
  });
}
