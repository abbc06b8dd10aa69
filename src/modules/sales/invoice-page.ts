// The open page of an invoice: what is open, how to pay it by transfer or by link, and its PDF.

import type { FastifyInstance } from 'fastify';
import { formatEpcQr } from '#lib/bank/epc-qr.ts';
import { formatPersonName } from '#lib/people/person-name.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { type BillingDocument, findInvoice, findPaper, isReplaced } from '#modules/invoicing/queries.ts';
import { lockPurchase } from '#modules/orders/queries.ts';
import { computeDueAmount } from '#modules/wallet/claims.ts';
import { type Claim, findClaim, lockClaim } from '#modules/wallet/queries-claims.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { sendFile } from '#platform/http/bytes.ts';
import type { PageForm, PageOwn } from '#platform/http/page-forms.ts';
import { translate } from '#platform/i18n.ts';
import { href } from '../../pages.ts';
import { type OpenPageDeps, openPage } from './open-pages.ts';
import { checkPayment, getReturnPath } from './return.ts';
import type { OpenInvoice } from './shapes-pages.ts';

const messages = {
  invoice: /*i18n*/ { id: 'invoice.toPay', message: 'Invoice {number}' },
  over: /*i18n*/ { id: 'order.nothingToPay', message: 'There’s nothing left to pay.' },
} as const satisfies Record<string, Message>;

/** The invoice of the link, or the one that has replaced it. */
async function findShown(from: DbClient, accountId: string, id: string): Promise<BillingDocument> {
  const found = await findPaper(from, accountId, id);
  if (!found) throw new UserError(404);
  return (await isReplaced(from, id)) ? ((await findInvoice(from, found.subjectId)) ?? found) : found;
}

/** What this invoice asks for now. Money pays the advance first. */
async function findAsked(from: DbClient, { id, gross, subjectId: purchaseId }: BillingDocument, claim: Claim | undefined): Promise<number> {
  if (!claim) return 0;
  const isNewest = (await findInvoice(from, purchaseId))?.id === id;
  return isNewest ? computeDueAmount(claim) : Math.max(0, gross - claim.settled - claim.credited);
}

const DAY_CHARS = 'yyyy-mm-dd'.length;

export const createInvoicePage =
  (deps: OpenPageDeps): PageOwn =>
  async (params, reader): Promise<OpenInvoice | undefined> => {
    if (!params.code) return undefined;
    const { subjectId, accountId } = await openPage(deps, 'invoice', params, reader);
    const { orm } = deps.ctx.db;
    const found = await findShown(orm, accountId, subjectId);
    const { content, currency, gross: total, vat, subjectId: purchaseId } = found;
    const isConfirming = await checkPayment(deps, { accountId, subjectId: purchaseId, isBack: params.back === 'yes' });
    // After the check, which may have found that it is paid.
    const claim = await findClaim(orm, purchaseId);
    const open = await findAsked(orm, found, claim);
    const { iban = '', bic = '' } = content.terms ?? {};
    const { buyer } = content;
    const isPayable = open > 0 && !isConfirming && deps.payments.hasProvider();
    return {
      ...{ number: content.number, seller: content.seller.legalName, buyer: buyer.company || formatPersonName(buyer) },
      ...{ issuedOn: content.issuedAt.slice(0, DAY_CHARS), currency, total, vat },
      lines: content.lines.map(({ name, quantity, gross }) => ({ name, quantity, gross })),
      claim: claim ? { open, dueOn: claim.dueOn, reference: claim.reference, iban } : null,
      qr:
        formatEpcQr({ name: content.seller.legalName, iban, bic, total: { amount: open, currency }, reference: claim?.reference ?? '' }) ??
        null,
      ...{ isConfirming: isConfirming && open > 0, isPayable },
      paymentLink: isPayable && params.sent === 'yes' ? ((await deps.payments.linkFor(purchaseId)) ?? null) : null,
    };
  };

/** Leads on to the provider with what is open. */
export const createInvoiceForm = (deps: OpenPageDeps): PageForm => ({
  fields: ['code'],
  async take(fields, sender) {
    const { subjectId, accountId } = await openPage(deps, 'invoice', fields, sender);
    const found = await findShown(deps.ctx.db.orm, accountId, subjectId);
    const code = fields.code ?? '';
    if (deps.payments.hasProvider()) {
      await deps.payments.settle(accountId, found.subjectId);
      const paymentId = await prepareClaim(deps, found, getReturnPath('invoice', code));
      if (paymentId) await deps.payments.link(paymentId);
    }
    return `${href('invoice')}?${new URLSearchParams({ code, sent: 'yes' })}`;
  },
});

/**
 * The open payment of what the invoice asks for, or a new one. Undefined if it has its link already. Locks in
 * the order of all payments: purchase, payment, claim.
 */
function prepareClaim(deps: OpenPageDeps, invoice: BillingDocument, returnPath: string): Promise<string | undefined> {
  const { ctx, payments } = deps;
  const { subjectId, accountId, currency } = invoice;
  return transaction(ctx.db, async (tx) => {
    if (!(await lockPurchase(tx, subjectId))) throw new UserError(404);
    await payments.expectSettled(tx, subjectId);
    const open = await payments.lockOpen(tx, subjectId);
    const amount = await findAsked(tx, invoice, await lockClaim(tx, subjectId));
    if (amount === 0) throw new UserError(400, { '': [messages.over] });
    if (open?.amount === amount && open.returnPath === returnPath && open.linkExpiresAt > ctx.clock.now())
      return open.link ? undefined : open.id;
    await payments.end(tx, subjectId);
    const locale = (await findMailRecipient(tx, accountId))?.locale ?? 'en';
    const what = translate({ ...messages.invoice, values: { number: invoice.content.number } }, locale);
    const fresh = payments.prepare({
      ...{ accountId, purpose: 'claim', subjectId, amount, currency, locale, what, shortLink: false, returnPath },
    });
    await payments.insert(tx, fresh);
    return fresh.link ? undefined : fresh.id;
  });
}

/** The PDF of an invoice, by the code of its page. */
export function serveInvoiceFile(app: FastifyInstance, deps: OpenPageDeps): void {
  app.get(`${href('invoice')}/file`, async (request, reply) => {
    const { code } = request.query as { code?: unknown };
    const { subjectId, accountId } = await openPage(deps, 'invoice', { code: String(code) }, { address: request.ip });
    return sendFile(
      reply.header('referrer-policy', 'no-referrer'),
      await deps.papers.pdf(accountId, { id: (await findShown(deps.ctx.db.orm, accountId, subjectId)).id }),
    );
  });
}
