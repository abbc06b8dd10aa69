// The open page of a subscription whose charge failed: pays its month, from another means too, without a
// log-in.

import type { Locale } from '#lib/locale.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { getServiceName } from '#modules/catalogue/rules.ts';
import { openOrFresh } from '#modules/orders/checkout/pay-order.ts';
import { lockPurchase, setPurchase } from '#modules/orders/queries.ts';
import { findMeans } from '#modules/payments/queries-means.ts';
import { meansErrorTexts } from '#modules/payments/rules.ts';
import { unansweredMessages } from '#modules/subscriptions/mails.ts';
import { agreeToPrice } from '#modules/subscriptions/prices.ts';
import { findListed, type ListedSubscription } from '#modules/subscriptions/queries.ts';
import { findQuestion } from '#modules/subscriptions/queries-prices.ts';
import { transaction } from '#platform/database/database.ts';
import type { PageForm, PageOwn } from '#platform/http/page-forms.ts';
import { translate } from '#platform/i18n.ts';
import { href } from '../../pages.ts';
import { type OpenPageDeps, openPage } from './open-pages.ts';
import { checkPayment, getReturnPath } from './return.ts';
import type { MeansPage } from './shapes-pages.ts';

const messages = {
  over: /*i18n*/ { id: 'order.nothingToPay', message: 'There’s nothing left to pay.' },
} as const satisfies Record<string, Message>;

async function findSubscription({ ctx }: OpenPageDeps, id: string): Promise<ListedSubscription> {
  const found = await findListed(ctx.db.orm, id);
  if (!found) throw new UserError(404);
  return found;
}

async function findSaved({ ctx }: OpenPageDeps, { means_id: id }: ListedSubscription): Promise<MeansPage['saved']> {
  const found = id === null ? undefined : await findMeans(ctx.db.orm, id);
  return found ? { brand: found.brand, last4: found.last4, expires: found.expires } : null;
}

async function viewQuestion({ ctx }: OpenPageDeps, { id, state }: ListedSubscription, locale: Locale): Promise<MeansPage['question']> {
  const question = state !== 'active' ? undefined : await findQuestion(ctx.db.orm, id);
  if (!question) return null;
  const { before, after, startsAt, agreedAt, endsUnanswered } = question;
  const without = translate(unansweredMessages[endsUnanswered ? 'ends' : 'goesOn'], locale);
  return { id: question.id, before, after, from: startsAt.toISOString(), without, isAgreed: agreedAt !== null };
}

export const createMeansPage =
  (deps: OpenPageDeps): PageOwn =>
  async (params, reader): Promise<MeansPage | undefined> => {
    if (!params.code) return undefined;
    const { subjectId, accountId } = await openPage(deps, 'means', params, reader);
    const isBack = params.back === 'yes';
    const before = await findSubscription(deps, subjectId);
    const isChecking = isBack && before.unpaid_purchase !== null;
    const isUnknown = isChecking && (await checkPayment(deps, { accountId, subjectId: before.unpaid_purchase ?? '', isBack }));
    // The check may have found that it is paid.
    const found = isChecking ? await findSubscription(deps, subjectId) : before;
    const { price, currency, failed_by: why, unpaid_purchase: purchaseId } = found;
    const isConfirming = isUnknown || found.is_confirming;
    return {
      ...{ name: getServiceName(deps.catalogue.current(), found.service_type, reader.locale), price, currency },
      saved: await findSaved(deps, found),
      question: await viewQuestion(deps, found, reader.locale),
      why: why && translate(meansErrorTexts[why], reader.locale),
      unpaid: purchaseId
        ? { isConfirming, paymentLink: params.sent && !isConfirming ? ((await deps.payments.linkFor(purchaseId)) ?? null) : null }
        : null,
    };
  };

/**
 * `price`: the customer agrees to this one. Otherwise it leads on to the provider's page. With `save`, the
 * next months are charged from what is paid with there.
 */
export const createMeansForm = (deps: OpenPageDeps): PageForm => ({
  fields: ['code', 'save', 'price'],
  async take(fields, sender) {
    const { subjectId, accountId } = await openPage(deps, 'means', fields, sender);
    if (fields.price) {
      await agreeToPrice(deps.ctx, subjectId, fields.price);
      return `${href('means')}?${new URLSearchParams({ code: fields.code ?? '' })}`;
    }
    const { unpaid_purchase: purchaseId } = await findSubscription(deps, subjectId);
    if (!purchaseId) throw new UserError(400, { '': [messages.over] });
    await deps.payments.settle(accountId, purchaseId);
    const returnPath = getReturnPath('means', fields.code ?? '');
    const paymentId = await prepareMonth(deps, purchaseId, { saveMeans: fields.save === 'on', returnPath });
    if (paymentId) await deps.payments.link(paymentId);
    return `${href('means')}?${new URLSearchParams({ code: fields.code ?? '', sent: 'yes' })}`;
  },
});

type MonthTerms = { readonly saveMeans: boolean; readonly returnPath: string };

/** Undefined if it has its link already. */
const prepareMonth = (deps: OpenPageDeps, purchaseId: string, { saveMeans, returnPath }: MonthTerms): Promise<string | undefined> =>
  transaction(deps.ctx.db, async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    if (purchase?.state === 'paid') return undefined;
    if (purchase?.state !== 'open') throw new UserError(400, { '': [messages.over] });
    await deps.payments.expectSettled(tx, purchaseId);
    const isAgreed = purchase.consents.saveMeans === true;
    const consents = { ...purchase.consents, saveMeans };
    if (isAgreed !== saveMeans) {
      await setPurchase(tx, purchaseId, { consents });
      // The page of the old link does not save what it is paid with, or would.
      await deps.payments.end(tx, purchaseId);
    }
    const payment = await openOrFresh(deps, tx, { ...purchase, consents }, { hold: 'none', at: deps.ctx.clock.now(), returnPath });
    return payment.link ? undefined : payment.id;
  });
