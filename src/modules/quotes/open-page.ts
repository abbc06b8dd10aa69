// The open page of a quote, its form, and its PDF.

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { formatPersonName } from '#lib/people/person-name.ts';
import { toIsoOrNull } from '#lib/time/date.ts';
import { UserError } from '#lib/user-error.ts';
import type { InvoicingModule } from '#modules/invoicing/actions.ts';
import { findInvoice } from '#modules/invoicing/queries.ts';
import { findDetails } from '#modules/invoicing/queries-details.ts';
import { openPage } from '#modules/sales/open-pages.ts';
import { computeDueAmount } from '#modules/wallet/claims.ts';
import { findClaim } from '#modules/wallet/queries-claims.ts';
import { sendFile } from '#platform/http/bytes.ts';
import type { PageForm, PageOwn } from '#platform/http/page-forms.ts';
import { href } from '../../pages.ts';
import { acceptQuote, declineQuote, findNext, lacksAddress } from './accept.ts';
import type { QuoteDeps } from './actions.ts';
import { describeQuote } from './document.ts';
import * as queries from './queries.ts';
import { getState, quoteNumber } from './rules.ts';
import type { OpenQuote } from './shapes-pages.ts';

export type QuotePageDeps = QuoteDeps & { readonly papers: Pick<InvoicingModule, 'printWords'> };

async function findOpened({ ctx }: QuotePageDeps, id: string) {
  const found = await queries.findQuote(ctx.db.orm, id);
  if (!found) throw new UserError(404);
  return { found, version: await queries.getVersion(ctx.db.orm, id, found.version) };
}

/** Changes nothing. */
export const createQuotePage =
  (deps: QuotePageDeps): PageOwn =>
  async (params, reader): Promise<OpenQuote | undefined> => {
    if (!params.code) return undefined;
    const { subjectId, accountId } = await openPage(deps, 'quote', params, reader);
    const { found, version } = await findOpened(deps, subjectId);
    const { content } = version;
    const { seller, buyer, message, currency, discountPercent, advancePercent, pay, termsDays } = content;
    const { country, address, zipCode, city, state } = buyer;
    const show = ({ name, quantity, total }: (typeof content.lines)[number]) => ({ name, quantity, total });
    const { acceptance } = found;
    const details = await findDetails(deps.ctx.db.orm, accountId);
    return {
      ...{ number: quoteNumber(found.serial), version: found.version, seller: seller.legalName },
      buyer: buyer.company || formatPersonName(buyer),
      ...{ state: getState(found, deps.ctx.clock.now()), validUntil: found.validUntil.toISOString() },
      ...{ message, currency, discountPercent, advancePercent, pay, termsDays },
      ...{ lines: content.lines.map(show), options: content.options.map(show), chosen: acceptance?.options ?? [] },
      hasRight: await deps.hasWithdrawalRight(accountId, country),
      ...{ asksAddress: lacksAddress(content), asksDetails: !details?.vatId },
      known: { country, address, zipCode, city, state },
      accepted: acceptance && { name: acceptance.name, at: acceptance.at, hash: acceptance.hash },
      decidedAt: toIsoOrNull(found.decidedAt),
      request: found.purchaseId ? await findRequest(deps, found.purchaseId) : null,
      next: acceptance ? await findNext(deps, deps.ctx.db.orm, found) : null,
    };
  };

/** What is to be paid by now of a purchase that has no invoice yet. */
async function findRequest({ ctx, shop }: QuotePageDeps, purchaseId: string): Promise<OpenQuote['request']> {
  const claim = await findClaim(ctx.db.orm, purchaseId);
  const amount = claim ? computeDueAmount(claim) : 0;
  if (!claim || amount === 0 || (await findInvoice(ctx.db.orm, purchaseId))) return null;
  return { amount, dueOn: claim.dueOn, reference: claim.reference, iban: shop.company.iban ?? '' };
}

export const createQuoteForm = (deps: QuotePageDeps): PageForm => ({
  fields: [
    ...['code', 'version', 'name', 'agree', 'startNow', 'option', 'company', 'vatId', 'reason'],
    ...['country', 'state', 'city', 'address', 'zipCode'],
  ],
  lists: ['option'],
  async take(fields, sender) {
    const { subjectId } = await openPage(deps, 'quote', fields, sender);
    if (fields.decline !== undefined) {
      await declineQuote(deps, subjectId, fields);
      return `${href('quote')}?${new URLSearchParams({ code: fields.code ?? '' })}`;
    }
    const { to, paymentId } = await acceptQuote(deps, subjectId, fields, sender);
    if (paymentId) await deps.payments.link(paymentId);
    return to;
  },
});

/** The quote as it was sent, with its acceptance, by the code of its page. */
export function serveQuoteFile(app: FastifyInstance, deps: QuotePageDeps): void {
  app.get(`${href('quote')}/file`, async (request, reply) => {
    const { code } = request.query as { code?: unknown };
    const { subjectId } = await openPage(deps, 'quote', { code: String(code) }, { address: request.ip });
    const { found, version } = await findOpened(deps, subjectId);
    const words = describeQuote(found, version, deps.shop.brand);
    const bytes = await deps.papers.printWords(words);
    return sendFile(reply.header('referrer-policy', 'no-referrer'), {
      ...{ name: `${words.number}.pdf`, bytes: bytes.length },
      stream: Readable.from([bytes], { objectMode: false }),
    });
  });
}
