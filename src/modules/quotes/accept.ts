// The client's decision about a quote. It is made under the lock of the quote and at a moment that is read
// under it: so it is accepted once, in the version that its client has seen, and not after it has expired.

import { showMoney } from '#lib/money/money.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { lockAgainstErasure } from '#modules/accounts/actions.ts';
import { findTerms } from '#modules/accounts/queries-terms.ts';
import { expectNotBlocked } from '#modules/accounts/terms.ts';
import { findInvoice } from '#modules/invoicing/queries.ts';
import { findDetails, saveDetails } from '#modules/invoicing/queries-details.ts';
import { openOrFresh } from '#modules/orders/checkout/pay-order.ts';
import { lockPurchase } from '#modules/orders/queries.ts';
import { placeSale } from '#modules/sales/create-order.ts';
import { getReturnPath } from '#modules/sales/return.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { FormFields, FormSender } from '#platform/http/page-forms.ts';
import { createValidationError } from '#platform/http/validation-errors.ts';
import { markChanged, ofDesk } from '#platform/live/changes.ts';
import { type QuoteDeps, toClient } from './actions.ts';
import { computeHash, priceAccepted } from './content.ts';
import type { QuoteContent } from './contents.ts';
import { mailAccepted } from './mails.ts';
import * as queries from './queries.ts';
import { type Acceptance, findAdvance, getState, parseOptions, type QuoteState, quoteNumber } from './rules.ts';
import { acceptShape, declineShape } from './shapes-pages.ts';

const messages = {
  version: /*i18n*/ { id: 'quote.oldVersion', message: 'This quote was changed. Please read the new version below.' },
  option: /*i18n*/ { id: 'quote.option', message: 'Choose from the options of this quote.' },
  total: /*i18n*/ { id: 'quote.total', message: 'With your options, the total is now {total}. Order again to confirm it.' },
  vatId: /*i18n*/ {
    id: 'paper.vatId',
    message: 'This VAT ID can’t be right: a digit may be missing or wrong. Enter it with its country’s letters, or leave it empty.',
  },
} as const satisfies Record<string, Message>;

const decidedMessages = {
  expired: /*i18n*/ { id: 'quote.expired', message: 'This quote has expired. Ask us for a new one.' },
  accepted: /*i18n*/ { id: 'quote.accepted', message: 'This quote is accepted already.' },
  declined: /*i18n*/ { id: 'quote.declined', message: 'This quote was declined.' },
  withdrawn: /*i18n*/ { id: 'quote.withdrawn', message: 'This quote was withdrawn.' },
} as const satisfies Record<Exclude<QuoteState, 'open'>, Message>;

/** The page that leads on to the payment, and the payment if it has no link yet. */
export type Accepted = { readonly to: string; readonly paymentId?: string | undefined };

export const acceptQuote = (deps: QuoteDeps, quoteId: string, fields: FormFields, { address }: FormSender): Promise<Accepted> =>
  transaction(deps.ctx.db, async (tx) => {
    const found = await queries.lockQuote(tx, quoteId);
    if (!found) throw new UserError(404);
    const now = deps.ctx.clock.now();
    const state = getState(found, now);
    const isNewest = fields.version === String(found.version);
    if (state === 'accepted' && isNewest) return { to: await findNext(deps, tx, found) };
    if (state !== 'open') throw new UserError(400, { '': [decidedMessages[state]] });
    if (!isNewest) throw new UserError(400, { '': [messages.version] });
    const { content, hash } = await queries.getVersion(tx, quoteId, found.version);
    const { name, billing, options, priced, startNow, hasRight } = await readAcceptance(deps, tx, { found, content }, fields);
    const number = quoteNumber(found.serial);
    const total = priced.pricing.price;
    const { version, accountId, operatorId } = found;
    const acceptance: Acceptance = {
      ...{ name, at: now.toISOString(), address, version, options, total },
      hash: computeHash({ number, version, content: hash, options, total }),
    };
    const advance = findAdvance(content, total);
    const pay = total === 0 ? 'none' : advance === null ? content.pay : 'invoice';
    const { purchaseId } = await placeSale(
      deps,
      tx,
      { id: operatorId, name: '' },
      {
        client: { ...toClient(accountId, content), billing },
        sale: {
          currency: content.currency,
          note: number,
          reason: pay === 'none' ? number : undefined,
          pay,
          termsDays: content.termsDays,
          quoteId,
          advance,
        },
        priced,
        consent: { hasRight, startNow, address },
      },
    );
    await queries.setQuote(tx, quoteId, { state: 'accepted', decidedAt: now, acceptance, purchaseId });
    const paymentId = pay === 'link' ? await openPayment(deps, tx, { purchaseId, accountId }, now) : undefined;
    const link = (await deps.links.find(tx, 'quote', quoteId)) ?? deps.ctx.config.shopUrl;
    await mailAccepted(deps, tx, { number, accountId, content, link, options, hasRight, startNow, at: now });
    return { to: await findNext(deps, tx, { ...found, purchaseId }), paymentId };
  });

async function openPayment(
  deps: QuoteDeps,
  tx: DbClient,
  { purchaseId, accountId }: { readonly purchaseId: string; readonly accountId: string },
  now: Date,
) {
  const page = await deps.links.create(tx, { purpose: 'pay', subjectId: purchaseId, accountId });
  const purchase = await lockPurchase(tx, purchaseId);
  if (!purchase) throw new Error(`no purchase ${purchaseId}`);
  const { id, link } = await openOrFresh(deps, tx, purchase, {
    hold: 'none',
    at: now,
    returnPath: getReturnPath('pay', new URL(page).searchParams.get('code') ?? ''),
  });
  return link ? undefined : id;
}

type Asked = { readonly found: queries.Quote; readonly content: QuoteContent };

async function readAcceptance(deps: QuoteDeps, tx: DbClient, { found: { accountId }, content }: Asked, fields: FormFields) {
  if (!(await lockAgainstErasure(tx, accountId))) throw new UserError(404);
  expectNotBlocked(await findTerms(tx, accountId));
  const asksAddress = lacksAddress(content);
  const parsed = acceptShape(asksAddress).safeParse(fields);
  const options = parseOptions(fields.option ?? '', content.options.length);
  if (!parsed.success || !options) {
    const errors = parsed.success ? {} : createValidationError(parsed.error.issues, fields).errors;
    throw new UserError(400, { ...errors, ...(options ? {} : { option: [messages.option] }) });
  }
  const { name, agree: _, startNow, total, company, vatId, ...given } = parsed.data;
  const priced = priceAccepted(content, options);
  const { price } = priced.pricing;
  if (total !== undefined && total !== String(price)) {
    const amount = showMoney({ amount: price, currency: content.currency }, content.locale);
    throw new UserError(400, { '': [{ ...messages.total, values: { total: amount } }] });
  }
  if (vatId || company) await addDetails(tx, accountId, { company, vatId });
  const { company: __, vatId: ___, ...known } = content.buyer;
  const billing = { ...known, ...given };
  const hasRight = await deps.hasWithdrawalRight(accountId, billing.country, tx);
  return { name, billing, options, priced, hasRight, startNow: !hasRight || startNow !== undefined };
}

export const lacksAddress = ({ buyer }: QuoteContent): boolean => buyer.country === '' || buyer.address === '' || buyer.city === '';

/** What is known already stays. */
async function addDetails(tx: DbClient, accountId: string, given: { readonly company: string; readonly vatId: string }): Promise<void> {
  const { validateVatId } = await import('#modules/invoicing/vat-id.ts');
  if (validateVatId(given.vatId) === 'wrong') throw new UserError(400, { vatId: [messages.vatId] });
  const known = await findDetails(tx, accountId);
  await saveDetails(tx, accountId, { company: known?.company || given.company, vatId: known?.vatId || given.vatId });
}

/** Of an accepted quote: the payment page, or the invoice; without both, the quote itself. */
export async function findNext({ links }: QuoteDeps, from: DbClient, { id, purchaseId }: Pick<queries.Quote, 'id' | 'purchaseId'>) {
  const invoiceId = purchaseId && (await findInvoice(from, purchaseId))?.id;
  const link =
    (purchaseId && (await links.find(from, 'pay', purchaseId))) ||
    (invoiceId && (await links.find(from, 'invoice', invoiceId))) ||
    (await links.find(from, 'quote', id));
  if (!link) throw new UserError(404);
  const { pathname, search } = new URL(link);
  return `${pathname}${search}${link.includes('/pay?') ? '&sent=yes' : ''}`;
}

export const declineQuote = (deps: QuoteDeps, quoteId: string, fields: FormFields): Promise<void> =>
  transaction(deps.ctx.db, async (tx) => {
    const found = await queries.lockQuote(tx, quoteId);
    if (!found) throw new UserError(404);
    const now = deps.ctx.clock.now();
    const state = getState(found, now);
    if (state === 'declined') return;
    if (state !== 'open') throw new UserError(400, { '': [decidedMessages[state]] });
    const parsed = declineShape.safeParse(fields);
    if (!parsed.success) throw createValidationError(parsed.error.issues, fields);
    await queries.setQuote(tx, quoteId, { state: 'declined', decidedAt: now, reason: parsed.data.reason });
    markChanged(tx, ofDesk, 'orders');
  });
