// Makes an e-invoice of a stored document: the one place that knows what such a document contains today.

import type { EInvoice, Endpoint, InvoiceLine, Party, Period, TaxCategory, TaxLine } from '#lib/e-invoice/model.ts';
import { isTaxCountry } from '#lib/e-invoice/rules.ts';
import { currencyCode, getDecimals } from '#lib/money/money.ts';
import { personName } from '#lib/people/person-name.ts';
import type { PaperContent, PaperLine } from '../contents.ts';

/** What is not part of the document: the address to which it is sent. */
export type Recipient = { readonly email: string };

const DAY_CHARS = '2026-11-30'.length;
const dayOf = (time: string): string => time.slice(0, DAY_CHARS);

/** UNCL 4461: cleared with the balance, or paid on the page of a provider. */
const paymentCodes = { balance: '97', online: '68' } as const;

export function toEInvoice(content: PaperContent, { email }: Recipient): EInvoice {
  const taxes = listTaxes(content);
  const isOutside = taxes.every(({ category }) => category === 'O');
  const paid = content.parts.reduce((total, { amount }) => total + amount, 0);
  return {
    kind: content.kind === 'credit' ? 'credit' : 'invoice',
    number: content.number,
    issuedOn: dayOf(content.issuedAt),
    dueOn: '',
    terms: '',
    currency: currencyCode(content.currency),
    decimals: getDecimals(content.currency),
    buyerReference: '',
    note: content.notes.join('\n'),
    corrects: content.corrects && { number: content.corrects.number, issuedOn: dayOf(content.corrects.issuedAt) },
    seller: withTaxIds(toSeller(content), isOutside),
    buyer: withTaxIds(toBuyer(content, email), isOutside),
    deliveredOn: '',
    deliveredTo: null,
    payment: {
      code: content.parts.some(({ by }) => by === 'online') ? paymentCodes.online : paymentCodes.balance,
      iban: '',
      reference: content.number,
    },
    lines: content.lines.map((line, index) => toLine(line, index, taxes)),
    taxes,
    totals: { lines: content.net, net: content.net, vat: content.vat, gross: content.gross, paid, due: content.gross - paid },
  };
}

/** A document has one rate; without VAT, its first sentence is the reason. */
function listTaxes({ net, vat, rate, notes, seller, buyer }: PaperContent): readonly [TaxLine, ...TaxLine[]] {
  // The sentence about an unchecked VAT ID is only on documents with reverse charge.
  const isReverse = notes.length > 1 && buyer.vatId !== '' && buyer.country !== seller.country;
  const category: TaxCategory = rate > 0 ? 'S' : isReverse ? 'AE' : 'O';
  return [{ category, rate, net, vat, reason: category === 'S' ? '' : (notes[0] ?? '') }];
}

function toLine(
  { name, about, number, quantity, net, period }: PaperLine,
  index: number,
  [tax]: readonly [TaxLine, ...TaxLine[]],
): InvoiceLine {
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
    period: period === null ? null : monthFrom(period),
  };
}

/** Until the day before the same day of the next month, or before its last day. */
function monthFrom(start: string): Period {
  const first = new Date(`${dayOf(start)}T00:00:00Z`);
  const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 2, 0));
  next.setUTCDate(Math.min(first.getUTCDate(), next.getUTCDate()) - 1);
  return { from: dayOf(start), until: dayOf(next.toISOString()) };
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
  name: buyer.company || personName(buyer),
  registrationId: '',
  vatId: splitTaxId(buyer.vatId).vatId,
  taxId: '',
  endpoint: mailEndpoint(email),
  street: buyer.address,
  city: buyer.city,
  postalCode: buyer.zipCode,
  region: buyer.state,
  country: buyer.country,
  contact: { name: buyer.company === '' ? '' : personName(buyer), phone: '', email },
});

/** VAT IDs begin with their country; numbers that do not, as that of Japan, are those of a tax office. */
function splitTaxId(typed: string): Pick<Party, 'vatId' | 'taxId'> {
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
  const isVatId = /^[A-Z]{2,4}\d[A-Z0-9]+$/.test(plain) && isTaxCountry(plain.slice(0, 2));
  return isVatId ? { vatId: plain, taxId: '' } : { vatId: '', taxId: typed.trim() };
}

/** Where there is no VAT, EN 16931 forbids VAT IDs. */
const withTaxIds = (party: Party, isOutside: boolean): Party => (isOutside ? { ...party, vatId: '', taxId: '' } : party);
