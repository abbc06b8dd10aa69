// The open payment page of what an operator sold, with its review, the terms and the start of work. It is
// opened by a link, without a log-in.

import { toIsoOrNull } from '#lib/time/date.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { InvoicingModule } from '#modules/invoicing/actions.ts';
import type { LinkPurpose, LinksModule } from '#modules/links/actions.ts';
import { openOrFresh } from '#modules/orders/checkout/pay-order.ts';
import type { CheckoutDeps } from '#modules/orders/checkout/place-order.ts';
import { findPurchase, lockPurchase, type Purchase, setPurchase } from '#modules/orders/queries.ts';
import { getStart } from '#modules/orders/withdrawal-period/rules.ts';
import { transaction } from '#platform/database/database.ts';
import type { FormFields, FormSender, PageForm, PageOwn } from '#platform/http/page-forms.ts';
import { createValidationError } from '#platform/http/validation-errors.ts';
import { getAddressKey, takePoints } from '#platform/limits/limits.ts';
import { href } from '../../pages.ts';
import { nameLines } from './name-lines.ts';
import { checkPayment, getReturnPath } from './return.ts';
import { getReviewShape, type PayPage } from './shapes-pages.ts';

const messages = {
  start: /*i18n*/ { id: 'billing.start', message: 'Choose when work should start.' },
  over: /*i18n*/ { id: 'order.nothingToPay', message: 'There’s nothing left to pay.' },
} as const satisfies Record<string, Message>;

export type OpenPageDeps = CheckoutDeps & { readonly links: LinksModule; readonly papers: Pick<InvoicingModule, 'pdf'> };

export async function openPage(
  { ctx, links }: Pick<OpenPageDeps, 'ctx' | 'links'>,
  purpose: LinkPurpose,
  { code = '' }: FormFields,
  { address }: Pick<FormSender, 'address'>,
) {
  await takePoints(ctx, [{ limit: 'openLink.address', of: getAddressKey(address) }]);
  const opened = await links.open(code, purpose);
  if (!opened) throw new UserError(404);
  return opened;
}

const lacksAddress = ({ billing }: Purchase): boolean => billing.country === '' || billing.address === '' || billing.city === '';

export const createPayPage =
  (deps: OpenPageDeps): PageOwn =>
  async (params, reader): Promise<PayPage | undefined> => {
    if (!params.code) return undefined;
    const { subjectId } = await openPage(deps, 'pay', params, reader);
    const found = await findPurchase(deps.ctx.db.orm, subjectId);
    if (!found) throw new UserError(404);
    const { accountId } = found;
    const isPayable = found.state === 'open' && found.consents.startNow !== null;
    const isConfirming = isPayable && (await checkPayment(deps, { accountId, subjectId, isBack: params.back === 'yes' }));
    // The check may have found that it is paid.
    const purchase = (isPayable && (await findPurchase(deps.ctx.db.orm, subjectId))) || found;
    const { state, discount, price, currency, byHand, consents, paidAt, billing } = purchase;
    const { country, address, zipCode, city, state: region } = billing;
    const isReviewed = consents.startNow !== null;
    return {
      ...{ state, discount, price, currency, note: byHand?.note ?? '', paidAt: toIsoOrNull(paidAt), isReviewed, isConfirming },
      ...{
        hasRight: getStart(consents).hasRight,
        asksAddress: lacksAddress(purchase),
        known: { country, address, zipCode, city, state: region },
        lines: await nameLines(deps.ctx.db.orm, subjectId, reader.locale),
      },
      paymentLink: isReviewed && state === 'open' && !isConfirming ? ((await deps.payments.linkFor(subjectId)) ?? null) : null,
    };
  };

/** The client confirms the order: with the terms, the start of work, and an address if the shop has none. */
export const createPayForm = (deps: OpenPageDeps): PageForm => ({
  fields: ['code', 'agree', 'startNow', 'country', 'state', 'city', 'address', 'zipCode'],
  async take(fields, sender) {
    const { subjectId } = await openPage(deps, 'pay', fields, sender);
    const paymentId = await confirmOrder(deps, subjectId, fields, sender);
    if (paymentId) await deps.payments.link(paymentId);
    return `${href('pay')}?${new URLSearchParams({ code: fields.code ?? '', sent: 'yes' })}`;
  },
});

/** Undefined if it has its link already. */
function confirmOrder(deps: OpenPageDeps, purchaseId: string, fields: FormFields, { address }: FormSender): Promise<string | undefined> {
  const { ctx, shop } = deps;
  return transaction(ctx.db, async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    if (!purchase) throw new UserError(404);
    if (purchase.state === 'paid') return undefined;
    if (purchase.state !== 'open') throw new UserError(400, { '': [messages.over] });
    const parsed = getReviewShape(lacksAddress(purchase)).safeParse(fields);
    if (!parsed.success) throw createValidationError(parsed.error.issues, fields);
    const { agree: _, startNow, ...given } = parsed.data;
    const billing = { ...purchase.billing, ...given };
    const hasRight = lacksAddress(purchase)
      ? await deps.hasWithdrawalRight(purchase.accountId, billing.country, tx)
      : getStart(purchase.consents).hasRight;
    if (hasRight && startNow === undefined) throw new UserError(400, { startNow: [messages.start] });
    const at = ctx.clock.now();
    const { terms, privacy } = shop.policies;
    const accepted = { hasRight, terms: terms.en.version, privacy: privacy.en.version, at: at.toISOString(), address };
    const confirmed = {
      ...purchase,
      billing,
      consents: { ...purchase.consents, ...accepted, startNow: startNow !== 'wait' },
    };
    await setPurchase(tx, purchaseId, { billing, consents: confirmed.consents });
    const payment = await openOrFresh(deps, tx, confirmed, { hold: 'none', at, returnPath: getReturnPath('pay', fields.code ?? '') });
    return payment.link ? undefined : payment.id;
  });
}
