// The PDF of a quote: the version as it was sent, and who accepted it. All of it is stored, so it can be
// printed again at any time.

import { getCountryName, getLanguage } from '#lib/locale.ts';
import { getDocumentLook } from '#lib/look/paper-look.ts';
import { showMoney } from '#lib/money/money.ts';
import { formatAddressLines, formatFullName } from '#lib/people/postal-address.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import { formatStateName } from '#lib/states.ts';
import { showZonedDay, showZonedMoment } from '#lib/time/date.ts';
import type { Message } from '#lib/user-error.ts';
import type { PaperWords } from '#modules/invoicing/document-words.ts';
import { translate } from '#platform/i18n.ts';
import type { QuoteContent, QuotedLine } from './contents.ts';
import type { Quote, QuoteVersion } from './queries.ts';
import { computeQuoteTotal, findAdvance, quoteNumber } from './rules.ts';

const messages = {
  title: /*i18n*/ { id: 'quote.title', message: 'Quote' },
  number: /*i18n*/ { id: 'paper.number', message: 'Number' },
  version: /*i18n*/ { id: 'quote.version', message: 'Version' },
  issued: /*i18n*/ { id: 'paper.issued', message: 'Issued on' },
  validUntil: /*i18n*/ { id: 'quote.validUntil', message: 'Valid until' },
  seller: /*i18n*/ { id: 'paper.seller', message: 'From' },
  buyer: /*i18n*/ { id: 'paper.buyer', message: 'To' },
  registration: /*i18n*/ { id: 'paper.registration', message: 'Registration number: {number}' },
  vatId: /*i18n*/ { id: 'paper.vatIdOf', message: 'VAT ID: {vatId}' },
  description: /*i18n*/ { id: 'paper.description', message: 'Description' },
  quantity: /*i18n*/ { id: 'paper.quantity', message: 'Quantity' },
  amount: /*i18n*/ { id: 'paper.amount', message: 'Amount' },
  subtotal: /*i18n*/ { id: 'paper.subtotal', message: 'Before the discount' },
  discount: /*i18n*/ { id: 'paper.discount', message: 'Discount' },
  total: /*i18n*/ { id: 'paper.total.invoice', message: 'Total' },
  taxes: /*i18n*/ { id: 'quote.taxes', message: 'Prices include any VAT.' },
  option: /*i18n*/ { id: 'quote.optional', message: 'Option: {name}, {amount}' },
  advance: /*i18n*/ { id: 'quote.advanceNow', message: 'Of this, {amount} is due after acceptance, the rest is invoiced later.' },
  accepted: /*i18n*/ { id: 'quote.acceptedBy', message: 'Accepted by {name} on {moment}, from the address {address}.' },
  hash: /*i18n*/ { id: 'quote.hash', message: 'Content accepted (SHA-256): {hash}' },
} as const satisfies Record<string, Message>;

type Brand = ShopTexts['brand'];
type Translate = (message: Message, values?: Message['values']) => string;

export function describeQuote(quote: Quote, { version, content, validUntil, createdAt }: QuoteVersion, brand: Brand): PaperWords {
  const { locale, currency, seller, message } = content;
  const text: Translate = (each, values = {}) => translate({ ...each, values }, locale);
  const money = (amount: number) => showMoney({ amount, currency }, locale);
  const reader = { locale, timeZone: brand.timeZone, dateLocale: brand.dateLocale };
  const number = quoteNumber(quote.serial);
  const { acceptance } = quote;
  const { lines, subtotal, discount, price } = computeQuoteTotal(content, acceptance?.options ?? []);
  const open = acceptance ? [] : content.options;
  const advance = findAdvance(content, price);
  const { accent = null, plain } = getDocumentLook(brand);
  return {
    ...{ lang: getLanguage(locale).html, layout: 2, brand: brand.name, accent, hasMark: plain !== true, logo: null },
    ...{ issuedAt: createdAt.toISOString(), title: text(messages.title), number, author: seller.legalName },
    fullTitle: `${text(messages.title)} ${number}`,
    facts: [
      { name: text(messages.number), text: number },
      { name: text(messages.version), text: String(version) },
      { name: text(messages.issued), text: showZonedDay(createdAt, reader) },
      { name: text(messages.validUntil), text: showZonedMoment(validUntil, reader) },
    ],
    corrects: null,
    seller: { title: text(messages.seller), lines: listSeller(content, text) },
    buyer: { title: text(messages.buyer), lines: listBuyer(content, text) },
    columns: {
      ...{ what: text(messages.description), quantity: text(messages.quantity), amount: text(messages.amount) },
      ...{ unit: null, net: null, vat: null },
    },
    lines: lines.map((line) => toRow(line, money)),
    sums: {
      lines:
        discount > 0
          ? [
              { name: text(messages.subtotal), text: money(subtotal) },
              { name: text(messages.discount), text: `−${money(discount)}` },
            ]
          : [],
      total: { name: text(messages.total), text: money(price) },
    },
    parts: [
      ...(advance === null ? [] : [text(messages.advance, { amount: money(advance) })]),
      ...open.map(({ name, total }) => text(messages.option, { name, amount: money(total) })),
      text(messages.taxes),
      ...(message ? message.split('\n').filter((line) => line.trim() !== '') : []),
    ],
    notes: acceptance
      ? [
          text(messages.accepted, {
            ...{ name: acceptance.name, address: acceptance.address },
            moment: showZonedMoment(new Date(acceptance.at), reader),
          }),
          text(messages.hash, { hash: acceptance.hash }),
        ]
      : [],
  };
}

const toRow = ({ name, quantity, total }: QuotedLine, money: (amount: number) => string) => ({
  ...{ name, about: [], quantity: String(quantity), amount: money(total) },
  ...{ unit: null, net: null, vat: null },
});

function listSeller({ seller, locale }: QuoteContent, text: Translate): string[] {
  const { legalName, street, postalCode, city, country, registrationNumber, vatId, email, phone } = seller;
  return [
    legalName,
    ...formatAddressLines({ country, city, address: street, zipCode: postalCode, state: '' }, locale, formatStateName),
    getCountryName(country, locale),
    registrationNumber ? text(messages.registration, { number: registrationNumber }) : '',
    vatId ? text(messages.vatId, { vatId }) : '',
    ...[email, phone],
  ].filter(Boolean);
}

function listBuyer({ buyer, locale }: QuoteContent, text: Translate): string[] {
  const { company, vatId, country } = buyer;
  return [
    ...[company, formatFullName(buyer, locale)],
    ...(country ? [...formatAddressLines(buyer, locale, formatStateName), getCountryName(country, locale)] : []),
    vatId ? text(messages.vatId, { vatId }) : '',
  ].filter((line) => line.trim() !== '');
}
