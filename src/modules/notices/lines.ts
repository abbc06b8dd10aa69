// What a message says about each event: number, service, price, due date and the customer's name, with a link
// to the desk. Never a brief or a message.

import { showMoney } from '#lib/money/money.ts';
import { formatPersonName } from '#lib/people/person-name.ts';
import { showZonedMoment } from '#lib/time/date.ts';
import { describeOrderLine, type Offers } from '#modules/catalogue/actions.ts';
import { preventLinks } from '#modules/mail/rules.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { NoticeSubject } from './queries.ts';
import { formatLineTitle, type NoticeLine } from './rules.ts';

export type LineDeps = { readonly ctx: AppContext; readonly catalogue: Offers['catalogue']; readonly shopZone: () => string };

export function describeNotice({ ctx, catalogue, shopZone }: LineDeps, subject: NoticeSubject, timeZone = shopZone()): NoticeLine {
  const { event, happenedAt, orderId, pieceId, ticketNumber, quoteId, offerId, quantity, price, currency, writer } = subject;
  const number = ticketNumber ?? subject.number ?? '';
  const service = offerId === null ? '' : describeOrderLine({ catalogue }, { offerId, quantity: quantity ?? 1 });
  const isLate = event === 'pieceDueSoon' || event === 'pieceOverdue';
  const isMoney = event === 'orderPaid' || event === 'renewalFailed';
  const customer = formatPersonName({ firstName: subject.firstName ?? '', lastName: subject.lastName ?? '' });
  const details = [
    service,
    isMoney || quoteId ? preventLinks(customer) : '',
    isLate ? `Due ${showZonedMoment(happenedAt, { locale: 'en', dateLocale: 'page', timeZone })}` : '',
    preventLinks(writer ?? ''),
  ];
  const ofWork = event !== 'orderPaid' && pieceId ? `/queue/${pieceId}` : orderId ? `/orders/${orderId}` : '/';
  const path = ticketNumber ? `/tickets/${ticketNumber}` : quoteId ? `/quotes/${quoteId}` : ofWork;
  return {
    event,
    title: subject.text ?? formatLineTitle(event, number),
    details: (subject.text === null ? details : [number, ...details]).filter((detail) => detail !== ''),
    amount: isMoney || event === 'quoteAccepted' ? showMoney({ amount: price, currency }, 'en') : '',
    link: `${ctx.config.deskUrl}${path}`,
  };
}
