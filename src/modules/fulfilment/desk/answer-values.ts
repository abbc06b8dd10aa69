// What a saved reply about a piece can name, in the customer's language.
import type { Locale } from '#lib/locale.ts';
import type { Viewer } from '#lib/people/operator.ts';
import { showZonedMoment } from '#lib/time/date.ts';
import { UserError } from '#lib/user-error.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { getServiceName } from '#modules/catalogue/rules.ts';
import { computeExpected } from '#modules/orders/expected/rules.ts';
import { findWork } from '#modules/orders/pieces/queries-work.ts';
import { toOrderClock, toPieceClock } from '#modules/orders/read-clock.ts';
import type { FulfilmentDeps } from '../deps.ts';

export type AnswerValues = {
  readonly locale: Locale;
  /** Null for a role that does not see names. */
  readonly name: string | null;
  readonly number: string;
  readonly service: string;
  /** Null if no date is known. */
  readonly due: string | null;
  readonly link: string;
};

/** 404 for a role that sees only its own pieces, of which this is none. */
export async function findAnswerValues(
  { ctx, catalogue, shop }: FulfilmentDeps,
  pieceId: string,
  viewer: Viewer | undefined,
): Promise<AnswerValues> {
  const { orm } = ctx.db;
  const work = await findWork(orm, pieceId);
  const person = work && (await findMailRecipient(orm, work.order.accountId));
  if (!person || (viewer && work.piece.makerId !== viewer.id)) throw new UserError(404);
  const { locale, name } = person;
  const { number } = work.order;
  const clock = toOrderClock(work.order, { ...work.purchase, isFrozen: work.isFrozen }, ctx.calendar());
  const { expectedAt } = computeExpected(toPieceClock(work.piece), clock, ctx.clock.now());
  const { dateLocale, timeZone } = shop.brand;
  return {
    locale,
    name: viewer?.seesNames === false ? null : name,
    number,
    service: work.order.title ?? getServiceName(catalogue.current(), work.piece.serviceType, locale),
    due: expectedAt && showZonedMoment(expectedAt, { locale, dateLocale, timeZone: person.timeZone ?? timeZone }),
    link: `${ctx.config.shopUrl}/cabinet/order-history/${number}?part=messages`,
  };
}
