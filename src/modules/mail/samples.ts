// Sample values for previews and test mails. Pure.

import { Currency, showMoney } from '#lib/money/money.ts';
import { type DateReader, showZonedMoment } from '#lib/time/date.ts';
import { translate } from '#platform/i18n.ts';
import { listOptional, type MailTextName, type MailValue, mails, type optionalValues } from './shapes.ts';

type ValueName = (typeof mails)[keyof typeof mails]['values'][number] | (typeof optionalValues)[number];

type Sampling = { readonly shopUrl: string; readonly at: Date; readonly reader: DateReader };

const DAY_MS = 86_400_000;
const PRICE = 4_900;
const ORDER_NUMBER = 'F-12345678-1';
const TICKET_NUMBER = 'T-7K2Q9M';
const ORDER_PATH = '/cabinet/order-history';

/** Some are sentences of real mails, under the same id. */
const messages = {
  service: /*i18n*/ { id: 'mailSample.service', message: 'Sample service' },
  bundle: /*i18n*/ { id: 'mailSample.bundle', message: 'Sample bundle' },
  message: /*i18n*/ { id: 'mailSample.message', message: 'This is a sample message.' },
  paid: /*i18n*/ { id: 'orderMail.paidOnline', message: 'Paid online on {date}.' },
  seeOrder: /*i18n*/ { id: 'orderMail.seeOrder', message: 'See your order' },
  total: /*i18n*/ { id: 'orderMail.total', message: 'Total' },
  ended: /*i18n*/ { id: 'subscription.endedAsked', message: 'It was cancelled, and the paid period is over.' },
  goesOn: /*i18n*/ { id: 'subscription.priceGoesOn', message: 'If you don’t, it goes on at the price of today.' },
  lastTry: /*i18n*/ {
    id: 'subscription.lastTry',
    message: 'That was our last try. If it stays unpaid, the bundle ends, and you owe nothing for this month.',
  },
  nothingDelivered: /*i18n*/ { id: 'withdrawal.nothingDelivered', message: 'nothing was delivered by then' },
  soonest: /*i18n*/ { id: 'declaration.soonest', message: 'as soon as possible' },
  refund: /*i18n*/ { id: 'withdrawal.toSource', message: '{amount} to the original payment method, which can take a few days' },
  reply: /*i18n*/ { id: 'piece.replyByMail', message: 'You can also write to us by replying to this email.' },
  role: /*i18n*/ { id: 'team.role.orders', message: 'Orders' },
  noReason: /*i18n*/ { id: 'withdrawal.noReason', message: 'None given; none is needed.' },
};

function createSamples({ shopUrl, at, reader }: Sampling): Readonly<Record<ValueName, MailValue>> {
  const { locale } = reader;
  const later = new Date(at.getTime() + 2 * DAY_MS).toISOString();
  const text = (name: keyof typeof messages, values = {}): string => translate({ ...messages[name], values }, locale);
  const price = showMoney({ amount: PRICE, currency: Currency.EUR }, locale);
  const nothing = showMoney({ amount: 0, currency: Currency.EUR }, locale);
  return {
    name: 'Ada',
    email: 'ada@example.com',
    to: 'ada@example.com',
    by: 'Grace',
    team: 'Sample Ltd',
    role: text('role'),
    operator: 'Grace',
    device: 'Firefox, Linux',
    passkey: 'Phone',
    what: text('service'),
    bundle: text('bundle'),
    message: text('message'),
    note: 'As agreed on the phone: the first draft on Friday.',
    reason: text('noReason'),
    withdrawal: text('noReason'),
    terms: text('message'),
    version: '3',
    reference: 'RF18 5390 0754 7034',
    amount: price,
    paid: text('paid', { date: showZonedMoment(at, reader) }),
    price,
    charged: nothing,
    how: text('nothingDelivered'),
    end: text('soonest'),
    back: price,
    ways: text('refund', { amount: price }),
    credit: nothing,
    why: text('ended'),
    next: text('lastTry'),
    before: nothing,
    after: price,
    without: text('goesOn'),
    number: ORDER_NUMBER,
    numbers: ORDER_NUMBER,
    todo: text('seeOrder'),
    page: ORDER_PATH,
    invoice: ORDER_PATH,
    link: `${shopUrl}/`,
    settings: `${shopUrl}/`,
    at: at.toISOString(),
    postedAt: at.toISOString(),
    until: later,
    answerBy: later,
    reply: text('reply'),
    on: later,
    hours: '48',
    minutes: '10',
    left: '7',
    items: [
      { name: text('service'), about: [ORDER_NUMBER], amount: price },
      { name: text('total'), amount: price, isTotal: true },
    ],
  };
}

/** A sample of each value of the mail. */
export function sampleValues(mail: Exclude<MailTextName, 'footer'>, sampling: Sampling): Readonly<Record<string, MailValue>> {
  const samples = createSamples(sampling);
  const isTicket = mail.startsWith('ticket-');
  const names = [...mails[mail].values, ...listOptional(mail)] as readonly ValueName[];
  return Object.fromEntries(names.map((name) => [name, name === 'number' && isTicket ? TICKET_NUMBER : samples[name]]));
}
