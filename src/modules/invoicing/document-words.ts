// Labels and formatted values of a document in its language, ready for rendering.

import { getCountryName, getLanguage, type Locale } from '#lib/locale.ts';
import type { PaperLogo } from '#lib/look/paper-look.ts';
import { showMoney } from '#lib/money/money.ts';
import { showRate } from '#lib/money/rate.ts';
import { formatAddressLines, formatFullName } from '#lib/people/postal-address.ts';
import { formatStateName } from '#lib/states.ts';
import { type DateLocale, showDay } from '#lib/time/date.ts';
import type { Message } from '#lib/user-error.ts';
import { translate } from '#platform/i18n.ts';
import type { PaperContent } from './contents.ts';
import type { PaperKind, PaymentMeans } from './rules.ts';

const titles = {
  invoice: /*i18n*/ { id: 'paper.title.invoice', message: 'Invoice' },
  receipt: /*i18n*/ { id: 'paper.title.receipt', message: 'Receipt' },
  credit: /*i18n*/ { id: 'paper.title.credit', message: 'Credit note' },
} as const satisfies Record<PaperKind, Message>;

const settledMessages = {
  invoice: /*i18n*/ { id: 'paper.settled.invoice', message: 'Paid on' },
  receipt: /*i18n*/ { id: 'paper.settled.receipt', message: 'Received on' },
  credit: /*i18n*/ { id: 'paper.settled.credit', message: 'Refunded on' },
} as const satisfies Record<PaperKind, Message>;

const totals = {
  invoice: /*i18n*/ { id: 'paper.total.invoice', message: 'Total' },
  receipt: /*i18n*/ { id: 'paper.total.receipt', message: 'Total received' },
  credit: /*i18n*/ { id: 'paper.total.credit', message: 'Total refunded' },
} as const satisfies Record<PaperKind, Message>;

const replacedMessage = /*i18n*/ { id: 'paper.replaced', message: 'Nothing is refunded. Another invoice replaces this one: {amount}' };

const paidMessages = {
  online: /*i18n*/ { id: 'paper.paid.online', message: 'Paid online: {amount}' },
  balance: /*i18n*/ { id: 'paper.paid.balance', message: 'Paid from the balance: {amount}' },
  promo: /*i18n*/ { id: 'paper.paid.promo', message: 'Paid with promotional credit: {amount}' },
  invoice: /*i18n*/ { id: 'paper.paid.invoice', message: 'Please transfer {amount}.' },
  replaced: replacedMessage,
} as const satisfies Record<PaymentMeans, Message>;

const back = {
  online: /*i18n*/ { id: 'paper.back.online', message: 'To the payment method: {amount}' },
  balance: /*i18n*/ { id: 'paper.back.balance', message: 'To the balance: {amount}' },
  promo: /*i18n*/ { id: 'paper.back.promo', message: 'To the balance, as promotional credit: {amount}' },
  invoice: /*i18n*/ { id: 'paper.back.invoice', message: 'Deducted from the amount due: {amount}' },
  replaced: replacedMessage,
} as const satisfies Record<PaymentMeans, Message>;

const messages = {
  number: /*i18n*/ { id: 'paper.number', message: 'Number' },
  issued: /*i18n*/ { id: 'paper.issued', message: 'Issued on' },
  corrects: /*i18n*/ { id: 'paper.corrects', message: 'Corrects invoice {number} of {day}' },
  seller: /*i18n*/ { id: 'paper.seller', message: 'From' },
  buyer: /*i18n*/ { id: 'paper.buyer', message: 'To' },
  registration: /*i18n*/ { id: 'paper.registration', message: 'Registration number: {number}' },
  vatId: /*i18n*/ { id: 'paper.vatIdOf', message: 'VAT ID: {vatId}' },
  what: /*i18n*/ { id: 'paper.what', message: 'What' },
  refundedOn: /*i18n*/ { id: 'paper.refundedOn', message: 'Refunded on' },
  refunded: /*i18n*/ { id: 'paper.refunded', message: 'Total refunded' },
  description: /*i18n*/ { id: 'paper.description', message: 'Description' },
  unit: /*i18n*/ { id: 'paper.unit', message: 'Unit price' },
  netAt: /*i18n*/ { id: 'paper.netAt', message: 'Net, taxed at {rate}' },
  qualified: /*i18n*/ { id: 'paper.qualified', message: 'Qualified invoice issuer number: {number}' },
  order: /*i18n*/ { id: 'paper.order', message: 'Order {number}' },
  month: /*i18n*/ { id: 'paper.month', message: 'Month from {day}' },
  listPrice: /*i18n*/ { id: 'paper.listPrice', message: '{total} less a discount of {discount}' },
  quantity: /*i18n*/ { id: 'paper.quantity', message: 'Quantity' },
  net: /*i18n*/ { id: 'paper.net', message: 'Net' },
  vat: /*i18n*/ { id: 'paper.vat', message: 'VAT' },
  vatAt: /*i18n*/ { id: 'paper.vatAt', message: 'VAT at {rate}' },
  tax: /*i18n*/ { id: 'paper.tax', message: 'VAT' },
  gst: /*i18n*/ { id: 'paper.gst', message: 'GST' },
  consumptionTax: /*i18n*/ { id: 'paper.consumptionTax', message: 'Consumption tax' },
  taxHead: /*i18n*/ { id: 'paper.taxHead', message: 'Tax' },
  taxAt: /*i18n*/ { id: 'paper.taxAt', message: '{tax} at {rate}' },
  traded: /*i18n*/ { id: 'paper.traded', message: 'Paid on' },
  amount: /*i18n*/ { id: 'paper.amount', message: 'Amount' },
  subtotal: /*i18n*/ { id: 'paper.subtotal', message: 'Before the discount' },
  discount: /*i18n*/ { id: 'paper.discount', message: 'Discount' },
  due: /*i18n*/ { id: 'paper.due', message: 'Due on' },
  reference: /*i18n*/ { id: 'paper.reference', message: 'Payment reference' },
  nothing: /*i18n*/ { id: 'paper.nothing', message: 'There was nothing to pay.' },
  credited: /*i18n*/ { id: 'paper.credited', message: 'Added to the balance: {amount}' },
  creditedPromo: /*i18n*/ { id: 'paper.creditedPromo', message: 'Of this, promotional credit from a coupon: {amount}' },
} as const satisfies Record<string, Message>;

/** Everything that the PDF shows. Rendering needs no translation and no arithmetic. */
export type PaperWords = ReturnType<typeof describeDocument>;

/** `logo`: of the content. */
export function describeDocument(content: PaperContent, logo: PaperLogo | null = null) {
  const { kind, locale, number, issuedAt, settledAt, seller, buyer, corrects, rate } = content;
  const text = (message: Message, values: Message['values'] = {}) => translate({ ...message, values }, locale);
  const money = (amount: number) => showMoney({ amount, currency: content.currency }, locale);
  const title = text(titles[kind]);
  const ids = ({ registrationNumber = '', vatId }: { registrationNumber?: string; vatId: string }) => [
    ...(registrationNumber ? [text(getRegistrationMessage(registrationNumber), { number: registrationNumber })] : []),
    ...(vatId ? [text(isQualified(vatId) ? messages.qualified : messages.vatId, { vatId, number: vatId })] : []),
  ];
  const parts = content.parts.map(({ by, amount }) => text(kind === 'credit' ? back[by] : paidMessages[by], { amount: money(amount) }));
  const isPlain = rate === 0;
  const { terms } = content;
  const isFirstLayout = content.layout === 1;
  return {
    lang: getLanguage(locale).html,
    layout: content.layout,
    brand: content.brand ?? null,
    accent: content.accent ?? null,
    hasMark: content.plain !== true,
    logo,
    issuedAt,
    title,
    number,
    author: seller.legalName,
    fullTitle: `${title} ${number}`,
    facts: [
      { name: text(messages.number), text: number },
      { name: text(messages.issued), text: formatDocumentDay(issuedAt, content) },
      ...(terms
        ? [
            { name: text(messages.due), text: formatDocumentDay(terms.dueOn, content) },
            { name: text(messages.reference), text: terms.reference },
            ...(terms.iban ? [{ name: 'IBAN', text: groupIban(terms.iban) }] : []),
          ]
        : [{ name: text(getSettledLabel(content)), text: formatDocumentDay(settledAt, content) }]),
    ],
    corrects: corrects && text(messages.corrects, { number: corrects.number, day: formatDocumentDay(corrects.issuedAt, content) }),
    seller: { title: text(messages.seller), lines: [...formatSeller(content), ...ids(seller), seller.email, seller.phone] },
    buyer: { title: text(messages.buyer), lines: [...formatBuyer(content), ...ids({ vatId: buyer.vatId })] },
    columns: {
      what: text(isFirstLayout ? messages.what : messages.description),
      unit: hasUnit(content) ? text(messages.unit) : null,
      quantity: text(messages.quantity),
      amount: text(messages.amount),
      net: isPlain ? null : text(messages.net),
      vat: isPlain ? null : text(getTaxLabel(content) === messages.consumptionTax ? messages.taxHead : getTaxLabel(content)),
    },
    lines: formatLines(content, text, money),
    sums: listSums(content, text, money),
    parts: parts.length > 0 ? parts : [text(messages.nothing)],
    notes: [...describeCredited(content, text, money), ...content.notes],
  };
}

/** In groups of four, as people read it. */
const groupIban = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** The number of a seller registered for qualified invoices in Japan (適格請求書発行事業者). */
const isQualified = (number: string): boolean => /^T\d{13}$/.test(number);
const getRegistrationMessage = (number: string): Message => (isQualified(number) ? messages.qualified : messages.registration);

const isRefund = ({ layout, kind }: PaperContent): boolean => layout > 1 && kind === 'credit';

/** The Japanese word is that of qualified invoices, which must state the day of the sale. */
function getSettledLabel(content: PaperContent): Message {
  if (isRefund(content)) return messages.refundedOn;
  return content.layout > 1 && content.kind === 'invoice' ? messages.traded : settledMessages[content.kind];
}

/** As the tax is called in the buyer's country. A qualified issuer charges the tax of Japan. */
function getTaxLabel({ layout, seller, buyer: { country } }: PaperContent): Message {
  if (layout === 1) return messages.vat;
  if (country === 'JP' || [seller.vatId, seller.registrationNumber].some(isQualified)) return messages.consumptionTax;
  return ['AU', 'NZ'].includes(country) ? messages.gst : messages.tax;
}

/** A credit note may be over a part of a price, so it has no unit prices. */
const hasUnit = ({ layout, kind }: PaperContent): boolean => layout > 1 && kind === 'invoice';

type Translate = (message: Message, values?: Message['values']) => string;
type Show = (amount: number) => string;

/** The UTC day, because the number's year is by UTC. */
const formatDocumentDay = (iso: string, { layout, locale, dateLocale, buyer: { country } }: PaperContent): string =>
  showDay(iso.slice(0, 'yyyy-mm-dd'.length), dateLocale ?? (layout > 1 ? getEarlierDateLocale(locale, country) : 'page'), locale).shown;

/** Documents from before `dateLocale` was stored with them write dates as English-speaking countries do. */
const getEarlierDateLocale = (locale: Locale, country: string): DateLocale =>
  locale === 'en' && ['AU', 'GB', 'IE', 'NZ'].includes(country) ? `en-${country}` : 'page';

function formatSeller({ layout, seller: { legalName, street, postalCode, city, country }, locale }: PaperContent): string[] {
  const place =
    layout === 1
      ? [street, `${postalCode} ${city}`]
      : formatAddressLines({ country, city, address: street, zipCode: postalCode, state: '' }, locale, formatStateName);
  return [legalName, ...place, getCountryName(country, locale)];
}

/** Japanese documents write the family name first with an honorific, and addresses from large to small. */
function formatBuyer({ layout, buyer, locale }: PaperContent): string[] {
  const { company, address, zipCode, city, state, country } = buyer;
  const isJapanese = locale === 'jp';
  const names = `${formatFullName(buyer, locale)}${isJapanese ? ' 様' : ''}`;
  const land = country ? getCountryName(country, locale) : '';
  const firstPlace =
    isJapanese && country === 'JP'
      ? [`〒${zipCode} ${state}${city}`, address]
      : [address, [zipCode, city, state].filter(Boolean).join(' ')];
  const place = layout === 1 ? firstPlace : formatAddressLines(buyer, locale, formatStateName);
  return [company, names, ...place, land].filter((line) => line.trim() !== '');
}

/** Empty if the price of one is no whole amount, because a surcharge was rounded for the whole line. */
const formatUnit = (total: number, quantity: number, money: Show): string => (total % quantity === 0 ? money(total / quantity) : '');

const formatLines = (content: PaperContent, text: Translate, money: Show) => {
  const { lines, rate } = content;
  return lines.map(({ name, about, number, period, quantity, total, discount, net, vat, gross }) => ({
    name,
    about: [
      about.join(' · '),
      number ? text(messages.order, { number }) : '',
      period ? text(messages.month, { day: formatDocumentDay(period, content) }) : '',
      discount > 0 ? text(messages.listPrice, { total: money(total), discount: money(discount) }) : '',
    ].filter(Boolean),
    quantity: String(quantity),
    unit: hasUnit(content) ? formatUnit(total, quantity, money) : null,
    amount: money(gross),
    net: rate === 0 ? null : money(net),
    vat: rate === 0 ? null : money(vat),
  }));
};

function listSums(content: PaperContent, text: Translate, money: Show) {
  const { layout, kind, locale, discount, gross, net, vat, rate } = content;
  const lines = [
    ...(discount > 0
      ? [
          { name: text(messages.subtotal), text: money(gross + discount) },
          { name: text(messages.discount), text: `−${money(discount)}` },
        ]
      : []),
    ...(content.taxes ?? (rate > 0 ? [{ rate, net, vat }] : [])).flatMap((group) => {
      const at = { rate: showRate(group.rate, locale), tax: text(getTaxLabel(content)) };
      const vatLine = { name: layout === 1 ? text(messages.vatAt, at) : text(messages.taxAt, at), text: money(group.vat) };
      return [
        { name: layout === 1 ? text(messages.net) : text(messages.netAt, at), text: money(group.net) },
        ...(group.rate > 0 ? [vatLine] : []),
      ];
    }),
  ];
  return { lines, total: { name: text(isRefund(content) ? messages.refunded : totals[kind]), text: money(gross) } };
}

function describeCredited({ credited }: PaperContent, text: Translate, money: Show): string[] {
  if (!credited) return [];
  const { amount, promo } = credited;
  return [
    text(messages.credited, { amount: money(amount) }),
    ...(promo > 0 ? [text(messages.creditedPromo, { amount: money(promo) })] : []),
  ];
}
