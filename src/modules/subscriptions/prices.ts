// A higher price of a running subscription: asked for by an operator, and charged only after its customer's
// click. It is applied with the reminder of a renewal, so that no customer is charged without notice of it.

import { showMoney } from '#lib/money/money.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { LinksModule } from '#modules/links/actions.ts';
import type { DepositRules } from '#modules/wallet/rules.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { newId } from '#platform/new-id.ts';
import { mailPriceChange } from './mails.ts';
import * as queries from './queries.ts';
import * as prices from './queries-prices.ts';
import { getMonthAfter } from './rules.ts';
import type { PriceRequest } from './shapes.ts';

const messages = {
  notRunning: /*i18n*/ { id: 'subscription.notRunning', message: 'Only a subscription that runs gets another price.' },
  notHigher: /*i18n*/ { id: 'subscription.notHigher', message: 'Enter a price above {price}.' },
  gone: /*i18n*/ { id: 'subscription.priceGone', message: 'This price is no longer on offer. Reload the page.' },
} as const satisfies Record<string, Message>;

export type PriceDeps = {
  readonly ctx: AppContext;
  readonly links: LinksModule;
  readonly depositRules: () => Pick<DepositRules, 'priceUnanswered'>;
};

/** Asks the customer by email. A question that is still open is replaced. */
export async function askForPrice({ ctx, links, depositRules }: PriceDeps, tx: DbClient, operatorId: string, { id, price }: PriceRequest) {
  const [found] = await queries.lockSubscriptions(tx, [id]);
  if (!found) throw new UserError(404);
  const { accountId, currency, renewsAt, reminded, anchorDay, price: before } = found;
  if (found.state !== 'active' || !renewsAt) throw new UserError(400, { '': [messages.notRunning] });
  if (price <= before)
    throw new UserError(400, { price: [{ ...messages.notHigher, values: { price: showMoney({ amount: before, currency }, 'en') } }] });
  const askedAt = ctx.clock.now();
  // The next renewal may be announced already.
  const startsAt = reminded ? getMonthAfter(renewsAt, anchorDay) : renewsAt;
  const endsUnanswered = depositRules().priceUnanswered === 'ends';
  const question = { id: newId(askedAt), subscriptionId: id, before, after: price, endsUnanswered, operatorId, askedAt, startsAt };
  await prices.replaceQuestion(tx, question);
  const link = await links.ensure(tx, { purpose: 'means', subjectId: id, accountId });
  await mailPriceChange(ctx, tx, { ...found, ...question, link });
  return { accountId, before: { price: before, currency }, after: { price, currency, offer: found.offerId } };
}

/** The customer's click. A repeated one finds it done. `questionId`: the one that the page showed. */
export const agreeToPrice = ({ db, clock }: AppContext, subscriptionId: string, questionId: string): Promise<void> =>
  transaction(db, async (tx) => {
    const [found] = await queries.lockSubscriptions(tx, [subscriptionId]);
    const question = found && (await prices.findQuestion(tx, subscriptionId));
    if (found?.state !== 'active' || question?.id !== questionId) throw new UserError(400, { '': [messages.gone] });
    if (!question.agreedAt) await prices.setQuestion(tx, question.id, { agreedAt: clock.now() });
  });

/**
 * What a renewal that is about to be announced costs. Undefined: its customer has not agreed to the price, so
 * it ends. The caller holds the subscription's lock.
 */
export async function decidePrice(tx: DbClient, due: queries.Subscription, renewsAt: Date, now: Date): Promise<number | undefined> {
  const question = await prices.findQuestion(tx, due.id);
  if (!question || question.startsAt > renewsAt) return due.price;
  if (!question.agreedAt) {
    if (!question.endsUnanswered) return due.price;
    // A later click would bring back what has ended.
    await prices.dropQuestion(tx, due.id);
    return undefined;
  }
  const { after: price } = question;
  await prices.setQuestion(tx, question.id, { appliedAt: now, startsAt: renewsAt });
  await queries.setSubscription(tx, due.id, { price, ...(due.agreedPrice !== null && { agreedPrice: price }) });
  return price;
}
