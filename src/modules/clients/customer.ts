// A customer at the desk: their account, and their own read-only view.

import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Operator } from '#lib/people/operator.ts';
import { formatPersonName } from '#lib/people/person-name.ts';
import { toIsoOrNull } from '#lib/time/date.ts';
import { UserError } from '#lib/user-error.ts';
import { type AccountsModule, endAllSessions, findCustomersByIds, lockAgainstErasure } from '#modules/accounts/actions.ts';
import { findCustomerFacts } from '#modules/accounts/queries-desk.ts';
import { findTerms } from '#modules/accounts/queries-terms.ts';
import { type CatalogueModule, formatOfferName } from '#modules/catalogue/actions.ts';
import type { FulfilmentModule } from '#modules/fulfilment/actions.ts';
import type { InvoicingModule } from '#modules/invoicing/actions.ts';
import { listSpent } from '#modules/invoicing/desk-queries.ts';
import type { OrdersModule } from '#modules/orders/actions.ts';
import { toOrderRows } from '#modules/orders/desk/order-page.ts';
import { countOrders, listDeskOrders } from '#modules/orders/desk/queries.ts';
import { listSubjectOrders } from '#modules/orders/refunds/queries.ts';
import type { Done } from '#modules/staff/actions.ts';
import { listDeskTickets } from '#modules/support/actions.ts';
import { giveCredit, type WalletModule } from '#modules/wallet/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { Customer, Look } from './shapes-customer.ts';

export type ClientDeps = {
  readonly ctx: AppContext;
  readonly accounts: Pick<AccountsModule, 'team'>;
  readonly catalogue: CatalogueModule;
  readonly orders: OrdersModule;
  readonly fulfilment: FulfilmentModule;
  readonly wallet: WalletModule;
  readonly papers: InvoicingModule;
};

const ORDERS_SHOWN = 20;
const DOCUMENTS_SHOWN = 20;
const LINES_SHOWN = 50;

export async function getDeskCustomer(deps: ClientDeps, id: string): Promise<Customer> {
  const { db, clock } = deps.ctx;
  const facts = await findCustomerFacts(db.orm, id, clock.now());
  if (!facts) throw new UserError(404);
  const [terms, funds, spent, orderCount, found, { papers }, members] = await Promise.all([
    findTerms(db.orm, id),
    deps.wallet.funds(id),
    listSpent(db.orm, id),
    countOrders(db.orm, id),
    listDeskOrders(db.orm, { customer: id, limit: ORDERS_SHOWN }),
    deps.papers.list(id, { limit: DOCUMENTS_SHOWN }),
    deps.accounts.team.listMembers(id),
  ]);
  const { address, zipCode, city, state, country, locale, sessions } = facts;
  return {
    id,
    name: formatPersonName(facts),
    email: facts.erasedAt ? '' : facts.email,
    locale,
    sessions,
    orderCount,
    members: facts.erasedAt ? [] : members,
    address: [address, `${zipCode} ${city}`.trim(), state, country].filter(Boolean).join(', '),
    createdAt: facts.createdAt.toISOString(),
    verifiedAt: toIsoOrNull(facts.emailVerifiedAt),
    hasSecondFactor: facts.totpSince !== null,
    seenAt: toIsoOrNull(facts.seenAt),
    discountPercent: terms.discountPercent,
    blockedAt: toIsoOrNull(terms.blockedAt),
    blockReason: terms.blockReason,
    eraseAt: toIsoOrNull(facts.eraseAt),
    erasedAt: toIsoOrNull(facts.erasedAt),
    spent,
    balances: funds.currencies.map(({ currency, balance, promo }) => ({ currency, balance, promo })),
    orders: await toOrderRows(deps, found),
    papers: papers.map(({ id, kind, number, issuedAt, currency, gross }) => ({ id, kind, number, issuedAt, currency, gross })),
  };
}

export async function getDeskStatement(
  { wallet, ctx }: ClientDeps,
  request: { id: string; currency: CurrencyNumber; before?: number | undefined },
) {
  const statement = await wallet.statement(request.id, { currency: request.currency, before: request.before, limit: LINES_SHOWN });
  const subjectIds = [...new Set(statement.lines.map(({ subjectId }) => subjectId))];
  const behind = await listSubjectOrders(ctx.db.orm, subjectIds);
  const bySubject = Map.groupBy(behind, ({ subject }) => subject);
  return {
    ...statement,
    orders: Object.fromEntries([...bySubject].map(([subject, orders]) => [subject, orders.map(({ id, number }) => ({ id, number }))])),
  };
}

const TICKETS_SHOWN = 10;

export const listCustomerTickets = ({ ctx }: ClientDeps, { id, before }: { id: string; before?: string | undefined }) =>
  listDeskTickets(ctx.db.orm, id, { before, limit: TICKETS_SHOWN });

type Credit = { readonly act: string; readonly id: string; readonly currency: CurrencyNumber; readonly amount: number };

export async function creditCustomer(
  { ctx }: ClientDeps,
  tx: DbClient,
  by: Operator,
  { act, id, currency, amount }: Credit,
): Promise<Done> {
  // An erased account cannot receive credit.
  if (!(await lockAgainstErasure(tx, id))) throw new UserError(404);
  const isNew = await giveCredit(ctx, tx, by, { id: act, accountId: id, currency, amount });
  return { entries: isNew ? [{ id, after: { credit: amount, currency, gift: act } }] : [] };
}

export async function viewAsCustomer(deps: ClientDeps, id: string): Promise<Done<Look>> {
  const customer = (await findCustomersByIds(deps.ctx, [id])).get(id);
  if (!customer) throw new UserError(404);
  const look = async (): Promise<Look> => {
    const { orders, more } = await deps.orders.list(id, { limit: LINES_SHOWN }, 'en');
    const funds = await deps.wallet.funds(id);
    const used = funds.currencies.filter(({ balance }) => balance > 0);
    const statements = await Promise.all(used.map(({ currency }) => deps.wallet.statement(id, { currency, limit: ORDERS_SHOWN })));
    const names = Object.fromEntries(orders.map(({ offerId }) => [offerId, formatOfferName(deps, offerId)]));
    // Payment links belong to the customer; operators do not get them.
    return { customer, orders: orders.map((order) => ({ ...order, paymentLink: null })), more, names, funds, statements };
  };
  return { entries: [{ id }], afterCommit: look };
}

/** Logs a customer out everywhere, for a lost device or a stolen account. The password stays. */
export async function endCustomerSessions({ ctx }: ClientDeps, tx: DbClient, id: string): Promise<Done> {
  const sessions = await endAllSessions(tx, id, ctx.clock.now());
  if (sessions === undefined) throw new UserError(404);
  return { entries: [{ id, before: { sessions }, after: { sessions: 0 } }] };
}

type MemberRequest = { readonly id: string; readonly personId: string };

/** For the owner, who may have no way in any more. The member's own account stays. */
export async function endMember({ accounts }: ClientDeps, tx: DbClient, { id, personId }: MemberRequest): Promise<Done> {
  const role = await accounts.team.endMember(tx, id, personId);
  return { entries: [{ id, before: { member: personId, role }, after: { role: null } }] };
}
