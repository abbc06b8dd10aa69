// Routes for quotes at the desk.

import { toIsoOrNull } from '#lib/time/date.ts';
import { UserError } from '#lib/user-error.ts';
import { findCustomersByIds } from '#modules/accounts/actions.ts';
import { listOrders } from '#modules/orders/queries.ts';
import { doOnce } from '#modules/payments/actions.ts';
import { prepareClient } from '#modules/sales/client.ts';
import { type AuditEntry, type DeskHandlers, toOperator } from '#modules/staff/actions.ts';
import { readIdempotencyKey } from '#platform/http/idempotency.ts';
import { createQuote, type QuoteDeps, reviseQuote, withdrawQuote } from './actions.ts';
import type { QuoteContent, QuotedLine } from './contents.ts';
import type { quoteCalls } from './desk-calls.ts';
import * as queries from './queries.ts';
import { computeQuoteTotal, getState, quoteNumber } from './rules.ts';
import type { QuotesRequest } from './shapes.ts';

export const quoteRoutes = (deps: QuoteDeps): Pick<DeskHandlers, keyof typeof quoteCalls> => ({
  async 'POST /api/quotes/create'({ input, session, request }) {
    const { client: sent, ...terms } = input;
    const client = await prepareClient(sent);
    const once = readIdempotencyKey(request, input);
    return async (tx) => {
      const entries: AuditEntry[] = [];
      const answer = await doOnce(tx, { ownerId: session.operator.id, once, now: deps.ctx.clock.now() }, async () => {
        const { id, number, link } = await createQuote(deps, tx, toOperator(session), client, terms);
        entries.push({ id, after: { number, validUntil: terms.validUntil } });
        return { id, number, link };
      });
      return { entries, answer };
    };
  },

  async 'POST /api/quotes/revise'(tx, { input: { id, version: seen, ...terms }, session }) {
    const version = await reviseQuote(deps, tx, toOperator(session), { id, version: seen, terms });
    return { entries: [{ id, before: { version: seen }, after: { version, validUntil: terms.validUntil } }], answer: { version } };
  },

  async 'POST /api/quotes/withdraw'(tx, { input }) {
    return { entries: [{ id: input.id, ...(await withdrawQuote(deps, tx, input)) }] };
  },

  'GET /api/quotes': ({ input }) => listPage(deps, input),

  'GET /api/quote': ({ input: { id } }) => getDetails(deps, id),
});

async function listPage({ ctx }: QuoteDeps, request: QuotesRequest) {
  const now = ctx.clock.now();
  const rows = await queries.listQuotes(ctx.db.orm, request, now);
  const page = rows.slice(0, request.limit);
  const people = await findCustomersByIds(
    ctx,
    page.map(({ quote }) => quote.accountId),
  );
  const quotes = page.map(({ quote, content }) => toRow(quote, content, { now, customer: people.get(quote.accountId) ?? null }));
  return { quotes, more: rows.length > request.limit };
}

type Seen<Person> = { readonly now: Date; readonly customer: Person };

const toRow = <Person>(quote: queries.Quote, content: QuoteContent, { now, customer }: Seen<Person>) => ({
  ...{ id: quote.id, number: quoteNumber(quote.serial), customer, currency: quote.currency, version: quote.version },
  total: quote.acceptance?.total ?? computeQuoteTotal(content, []).price,
  state: getState(quote, now),
  ...{ createdAt: quote.createdAt.toISOString(), validUntil: quote.validUntil.toISOString(), decidedAt: toIsoOrNull(quote.decidedAt) },
});

async function getDetails({ ctx, links }: QuoteDeps, id: string) {
  const { orm } = ctx.db;
  const found = await queries.findQuote(orm, id);
  const versions = await queries.listVersions(orm, id);
  const [newest] = versions;
  if (!found || !newest) throw new UserError(404);
  const { accountId, acceptance, purchaseId, reason } = found;
  const people = await findCustomersByIds(ctx, [accountId]);
  const [order] = purchaseId ? await listOrders(orm, purchaseId) : [];
  return {
    ...toRow(found, newest.content, { now: ctx.clock.now(), customer: people.get(accountId) ?? null }),
    link: await links.find(orm, 'quote', id),
    ...{ reason, orderId: order?.id ?? null },
    accepted: acceptance && { ...acceptance, options: [...acceptance.options] },
    versions: versions.map(({ version, createdAt, validUntil, hash, content }) => {
      const { message, lines, options, discountPercent, advancePercent, pay, termsDays } = content;
      return {
        ...{ version, createdAt: createdAt.toISOString(), validUntil: validUntil.toISOString(), hash, message },
        ...{ lines: lines.map(toLine), options: options.map(toLine), discountPercent, advancePercent, pay, termsDays },
        total: computeQuoteTotal(content, []).price,
      };
    }),
  };
}

const toLine = ({ name, quantity, total, checked }: QuotedLine) => ({
  ...{ name, quantity, total, offerId: checked.offer.id, title: checked.title ?? null, unitPrice: checked.unitPrice },
  ...{ platform: checked.platform, taxCategory: checked.taxCategory ?? 'standard' },
});
