// Makes an e-invoice of a stored document: the one place that knows what such a document contains today.

import type { EInvoice, Endpoint, InvoiceLine, Party, Period, TaxCategory, TaxLine } from '#lib/e-invoice/model.ts';
import { isTaxCountry } from '#lib/e-invoice/rules.ts';
import { getCurrencyCode, getDecimals } from '#lib/money/money.ts';
import { formatPersonName } from '#lib/people/person-name.ts';
import type { PaperContent, PaperLine } from '../contents.ts';
import type { TaxGroup } from '../rules.ts';

/** What is not part of the document: the address to which it is sent. */
export type Recipient = { readonly email: string };

const DAY_CHARS = '2026-11-30'.length;
const toDay = (time: string): string => time.slice(0, DAY_CHARS);

/**
 * UNCL 4461: cleared with the balance, paid on the page of a provider, or paid later, by an agreement of the
 * parties.
 */
const paymentCodes = { balance: '97', online: '68', promo: '97', invoice: 'ZZZ', replaced: 'ZZZ' } as const;

/** Credit transfer. */
const TRANSFER = '30';

export function toEInvoice(content: PaperContent, { email }: Recipient): EInvoice {
  const taxes = listTaxes(content);
  const isOutside = taxes.every(({ category }) => category === 'O');
  const isCredit = content.kind === 'credit';
  // What a credit note takes off an open invoice is settled by that.
  const paid = content.parts.reduce((total, { by, amount }) => (by === 'invoice' && !isCredit ? total : total + amount), 0);
  return {
    kind: isCredit ? 'credit' : 'invoice',
    number: content.number,
    issuedOn: toDay(content.issuedAt),
    dueOn: content.terms?.dueOn ?? '',
    terms: '',
    currency: getCurrencyCode(content.currency),
    decimals: getDecimals(content.currency),
    buyerReference: content.buyer.reference ?? '',
    note: content.notes.join('\n'),
    corrects: content.corrects && { number: content.corrects.number, issuedOn: toDay(content.corrects.issuedAt) },
    seller: withTaxIds(toSeller(content), isOutside),
    buyer: withTaxIds(toBuyer(content, email), isOutside),
    deliveredOn: '',
    deliveredTo: null,
    payment: {
      code: content.terms?.iban ? TRANSFER : paymentCodes[content.parts[0]?.by ?? 'balance'],
      iban: content.terms?.iban ?? '',
      reference: content.terms?.reference ?? content.number,
    },
    lines: content.lines.map((line, index) => toLine(line, index, findTax(line, content, taxes))),
    taxes,
    totals: { lines: content.net, net: content.net, vat: content.vat, gross: content.gross, paid, due: content.gross - paid },
  };
}

/** Usually a document has one rate; without VAT, its first sentence is the reason. */
function listTaxes(content: PaperContent): readonly [TaxLine, ...TaxLine[]] {
  const { net, vat, rate, why, notes, seller, buyer, taxes } = content;
  const groups = (taxes ?? []).map((group) => toTaxLine(group, taxes ?? [], notes));
  const [first, ...others] = mergeSame(groups);
  if (first) return [first, ...others];
  // Older documents do not say why: the sentence about an unchecked VAT ID is only on those with reverse
  // charge.
  const isReverse = why ? why === 'reverse' : notes.length > 1 && buyer.vatId !== '' && buyer.country !== seller.country;
  const category: TaxCategory = rate > 0 ? 'S' : isReverse ? 'AE' : 'O';
  return [{ category, rate, net, vat, reason: category === 'S' ? '' : (notes[0] ?? '') }];
}

const codes: Readonly<Record<NonNullable<TaxGroup['why']>, TaxCategory>> = {
  none: 'O',
  outside: 'O',
  zero: 'Z',
  reverse: 'AE',
  exempt: 'E',
};

/** What is outside the scope of VAT stands alone in EN 16931; beside anything else it is exempt. */
function getCode({ why }: Pick<TaxGroup, 'why'>, groups: readonly TaxGroup[]): TaxCategory {
  if (why === null) return 'S';
  const isAlone = groups.every((each) => each.why !== null && codes[each.why] === 'O');
  return codes[why] === 'O' && !isAlone ? 'E' : codes[why];
}

function toTaxLine(group: TaxGroup, groups: readonly TaxGroup[], notes: readonly string[]): TaxLine {
  const category = getCode(group, groups);
  const { rate, net, vat } = group;
  return { category, rate, net, vat, reason: category === 'S' || category === 'Z' ? '' : notes.join(' ') };
}

const sumLines = (lines: readonly TaxLine[], key: 'net' | 'vat'): number => lines.reduce((sum, line) => sum + line[key], 0);

const mergeSame = (lines: readonly TaxLine[]): TaxLine[] =>
  [...Map.groupBy(lines, ({ category, rate }) => `${category} ${rate}`).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, net: sumLines([first, ...others], 'net'), vat: sumLines([first, ...others], 'vat') }] : [],
  );

/** That of its category; of a document with one rate, the only one. */
function findTax({ category }: PaperLine, { taxes }: PaperContent, lines: readonly [TaxLine, ...TaxLine[]]): TaxLine {
  const group = taxes?.find((each) => each.category === category);
  const code = group && getCode(group, taxes ?? []);
  return lines.find((line) => line.category === code && line.rate === group?.rate) ?? lines[0];
}

function toLine(line: PaperLine, index: number, tax: TaxLine): InvoiceLine {
  const { name, about, number, quantity, net, period } = line;
  const isEven = net % quantity === 0;
  return {
    id: String(index + 1),
    name,
    description: [...about, number].filter((each) => each !== '').join(' · '),
    quantity,
    net,
    price: isEven ? net / quantity : net,
    priceQuantity: isEven ? 1 : quantity,
    category: tax.category,
    rate: tax.rate,
    period: period === null ? null : getMonthFrom(period),
  };
}

/** Until the day before the same day of the next month, or before its last day. */
function getMonthFrom(start: string): Period {
  const first = new Date(`${toDay(start)}T00:00:00Z`);
  const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 2, 0));
  next.setUTCDate(Math.min(first.getUTCDate(), next.getUTCDate()) - 1);
  return { from: toDay(start), until: toDay(next.toISOString()) };
}

const mailEndpoint = (email: string): Endpoint | null => (email === '' ? null : { scheme: 'EM', id: email });

const toSeller = ({ seller }: PaperContent): Party => ({
  name: seller.legalName,
  registrationId: seller.registrationNumber,
  ...splitTaxId(seller.vatId),
  endpoint: mailEndpoint(seller.email),
  street: seller.street,
  city: seller.city,
  postalCode: seller.postalCode,
  region: '',
  country: seller.country,
  contact: { name: seller.legalName, phone: seller.phone, email: seller.email },
});

const toBuyer = ({ buyer }: PaperContent, email: string): Party => ({
  name: buyer.company || formatPersonName(buyer),
  registrationId: '',
  vatId: splitTaxId(buyer.vatId).vatId,
  taxId: '',
  endpoint: mailEndpoint(email),
  street: buyer.address,
  city: buyer.city,
  postalCode: buyer.zipCode,
  region: buyer.state,
  country: buyer.country,
  contact: { name: buyer.company === '' ? '' : formatPersonName(buyer), phone: '', email },
});

/** VAT IDs begin with their country; numbers that do not, as that of Japan, are those of a tax office. */
function splitTaxId(text: string): Pick<Party, 'vatId' | 'taxId'> {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
  const isVatId = /^[A-Z]{2,4}\d[A-Z0-9]+$/.test(plain) && isTaxCountry(plain.slice(0, 2));
  return isVatId ? { vatId: plain, taxId: '' } : { vatId: '', taxId: text.trim() };
}

/** Where there is no VAT, EN 16931 forbids VAT IDs. */
const withTaxIds = (party: Party, isOutside: boolean): Party => (isOutside ? { ...party, vatId: '', taxId: '' } : party);
