// Quotes at the desk: created, revised and withdrawn. What was sent stays as it was; a revision is a new
// version, and the earlier one can no longer be accepted.

import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { LinksModule } from '#modules/links/actions.ts';
import { type Client, type ClientDraft, findOrCreateClient } from '#modules/sales/client.ts';
import type { SalesDeps } from '#modules/sales/create-order.ts';
import type { DbClient } from '#platform/database/database.ts';
import { newId } from '#platform/new-id.ts';
import { composeContent, computeHash } from './content.ts';
import type { QuoteContent } from './contents.ts';
import { mailQuote } from './mails.ts';
import * as queries from './queries.ts';
import { getState, quoteNumber } from './rules.ts';
import type { QuoteTerms } from './shapes.ts';

export type QuoteDeps = SalesDeps & { readonly links: LinksModule };

const messages = {
  past: /*i18n*/ { id: 'quote.past', message: 'Choose a moment within the next year.' },
  over: /*i18n*/ { id: 'quote.over', message: 'This quote is decided. Create another one.' },
  changed: /*i18n*/ { id: 'quote.changed', message: 'There is a newer version of this quote. Reload the page.' },
} as const satisfies Record<string, Message>;

const YEAR_MS = 366 * 24 * 3_600_000;

export async function createQuote(deps: QuoteDeps, tx: DbClient, by: Operator, draft: ClientDraft, terms: QuoteTerms) {
  const { ctx, links } = deps;
  const now = ctx.clock.now();
  const validUntil = readValidUntil(terms, now);
  const client = await findOrCreateClient(tx, draft, now);
  const content = await composeContent(deps, tx, client, terms);
  const { accountId } = client;
  const id = newId(now);
  const row = { id, accountId, currency: terms.currency, version: 1, validUntil, operatorId: by.id, createdAt: now };
  const number = quoteNumber(await queries.insertQuote(tx, row));
  await queries.insertVersion(tx, {
    ...{ quoteId: id, version: 1, accountId, content, hash: computeHash(content), validUntil, operatorId: by.id, createdAt: now },
  });
  const link = await links.create(tx, { purpose: 'quote', subjectId: id, accountId });
  await mailQuote(deps, tx, 'quote', { number, accountId, validUntil, content, link });
  return { id, number, link, accountId };
}

type Revision = { readonly id: string; readonly version: number; readonly terms: QuoteTerms };

/** Also of one that has expired: its client can decide again. */
export async function reviseQuote(deps: QuoteDeps, tx: DbClient, by: Operator, { id, version: seen, terms }: Revision): Promise<number> {
  const now = deps.ctx.clock.now();
  const validUntil = readValidUntil(terms, now);
  const found = await queries.lockQuote(tx, id);
  if (!found) throw new UserError(404);
  if (found.state !== 'open') throw new UserError(400, { '': [messages.over] });
  if (found.version !== seen) throw new UserError(400, { '': [messages.changed] });
  const { accountId } = found;
  const { content: before } = await queries.getVersion(tx, id, seen);
  const content = await composeContent(deps, tx, toClient(accountId, before), terms);
  const version = seen + 1;
  await queries.insertVersion(tx, {
    ...{ quoteId: id, version, accountId, content, hash: computeHash(content), validUntil, operatorId: by.id, createdAt: now },
  });
  await queries.setQuote(tx, id, { version, validUntil, currency: terms.currency, remindedAt: null });
  const link = await deps.links.find(tx, 'quote', id);
  if (link) await mailQuote(deps, tx, 'quote', { number: quoteNumber(found.serial), accountId, validUntil, content, link });
  return version;
}

/** As the client was when the quote was sent. */
export const toClient = (accountId: string, { locale, buyer: { company: _, vatId: __, ...billing } }: QuoteContent): Client => ({
  ...{ accountId, locale, billing },
});

export async function withdrawQuote({ ctx }: QuoteDeps, tx: DbClient, { id, reason }: { readonly id: string; readonly reason: string }) {
  const now = ctx.clock.now();
  const found = await queries.lockQuote(tx, id);
  if (!found) throw new UserError(404);
  if (found.state !== 'open') throw new UserError(400, { '': [messages.over] });
  await queries.setQuote(tx, id, { state: 'withdrawn', decidedAt: now, reason });
  return { before: { state: getState(found, now) }, after: { state: 'withdrawn' as const } };
}

function readValidUntil({ validUntil }: QuoteTerms, now: Date): Date {
  const until = new Date(validUntil);
  if (until <= now || until.getTime() > now.getTime() + YEAR_MS) throw new UserError(400, { validUntil: [messages.past] });
  return until;
}
