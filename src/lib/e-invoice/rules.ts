// The business rules of EN 16931 that a document of this shop could break, by the names of the standard. They
// run before an e-invoice is given out; what the types or the writers make sure of is not checked again.
import { isCountry } from '../money/countries.ts';
import { isDay } from '../time/days.ts';
import type { EInvoice, EInvoiceFormat, Party, TaxCategory, TaxLine } from './model.ts';

export type RuleError = { readonly rule: string; readonly field: string; readonly problem: string };
/** `problem`: what an error says; the whole sentence names the field before it. */
type Rule = RuleError & { readonly isMet: (invoice: EInvoice) => boolean };

const createRule = (name: string, field: string, problem: string, isMet: Rule['isMet']): Rule => ({ rule: name, field, problem, isMet });
const isGiven = (text: string): boolean => text.trim() !== '';
const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);
const isEqual = (one: number, other: number): boolean => Math.abs(one - other) < 1;

/** Also Northern Ireland, and Greece as VAT IDs write it. */
export const isTaxCountry = (code: string): boolean => isCountry(code) || code === 'XI' || code === 'EL';
const hasCountryLetters = ({ vatId }: Party): boolean => vatId === '' || isTaxCountry(vatId.slice(0, 2));
/** BT-31 or BT-32. */
const isTaxed = ({ vatId, taxId }: Party): boolean => isGiven(vatId) || isGiven(taxId);

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const MAX_DECIMALS = 2;
/** Credit transfer, and that of SEPA. */
const transferCodes = ['30', '58'];
const paymentCodes = [...transferCodes, '10', '48', '49', '57', '59', '68', '97', 'ZZZ'];
/** EAS, the list of schemes of electronic addresses. */
const isScheme = (scheme: string): boolean => /^(?:EM|A[NQSU]|0\d{3}|99\d{2})$/.test(scheme);

const documentRules: readonly Rule[] = [
  createRule('BR-02', 'number', 'is missing', ({ number }) => isGiven(number)),
  createRule('BR-03', 'issuedOn', 'is not a day', ({ issuedOn }) => isDay(issuedOn)),
  createRule('BR-05', 'currency', 'is missing', ({ currency }) => isGiven(currency)),
  createRule('BR-CL-04', 'currency', 'is no currency of ISO 4217', ({ currency }) => currencies.has(currency)),
  createRule('BR-DEC-23', 'currency', 'has amounts with more than two decimals', ({ decimals }) => decimals <= MAX_DECIMALS),
  createRule('BR-06', 'seller.name', 'is missing', ({ seller }) => isGiven(seller.name)),
  createRule('BR-09', 'seller.country', 'is missing', ({ seller }) => isGiven(seller.country)),
  createRule('BR-CL-14', 'seller.country', 'is no country of ISO 3166-1', ({ seller }) => isCountry(seller.country)),
  createRule('BR-CO-09', 'seller.vatId', 'must begin with the letters of its country', ({ seller }) => hasCountryLetters(seller)),
  createRule(
    'BR-CO-26',
    'seller.registrationNumber',
    'is missing, and so is a VAT ID',
    ({ seller }) => isGiven(seller.registrationId) || isGiven(seller.vatId),
  ),
  createRule('BR-62', 'seller.endpoint', 'has no scheme', ({ seller }) => seller.endpoint === null || isGiven(seller.endpoint.scheme)),
  createRule('BR-07', 'buyer.name', 'is missing', ({ buyer }) => isGiven(buyer.name)),
  createRule('BR-11', 'buyer.country', 'is missing', ({ buyer }) => isGiven(buyer.country)),
  createRule('BR-CL-14', 'buyer.country', 'is no country of ISO 3166-1', ({ buyer }) => isCountry(buyer.country)),
  createRule('BR-CO-09', 'buyer.vatId', 'must begin with the letters of its country', ({ buyer }) => hasCountryLetters(buyer)),
  createRule('BR-63', 'buyer.endpoint', 'has no scheme', ({ buyer }) => buyer.endpoint === null || isGiven(buyer.endpoint.scheme)),
  createRule('BR-CL-25', 'buyer.endpoint', 'has a scheme that is not in the list EAS', ({ seller, buyer }) =>
    [seller, buyer].every(({ endpoint }) => !endpoint || isScheme(endpoint.scheme)),
  ),
  createRule('BR-57', 'deliveredTo', 'is no country', ({ deliveredTo }) => !deliveredTo || isCountry(deliveredTo.country)),
  createRule('BR-55', 'corrects', 'names no invoice', ({ corrects }) => corrects === null || isGiven(corrects.number)),
  createRule('BR-49', 'payment', 'has no code', ({ payment }) => isGiven(payment.code)),
  createRule('BR-CL-16', 'payment', 'has an unknown code', ({ payment }) => paymentCodes.includes(payment.code)),
  createRule('BR-61', 'payment.iban', 'is missing', ({ payment }) => !transferCodes.includes(payment.code) || isGiven(payment.iban)),
  createRule(
    'BR-CO-25',
    'dueOn',
    'is missing, and so are terms of payment',
    ({ totals, dueOn, terms }) => totals.due <= 0 || isGiven(dueOn) || isGiven(terms),
  ),
];

const lineRules: readonly Rule[] = [
  createRule('BR-16', 'lines', 'are missing', ({ lines }) => lines.length > 0),
  createRule('BR-21', 'lines', 'have no ids', ({ lines }) => lines.every(({ id }) => isGiven(id))),
  createRule('BR-22', 'lines', 'have no quantity', ({ lines }) => lines.every(({ quantity }) => Number.isFinite(quantity))),
  createRule('BR-24', 'lines', 'have no net amount', ({ lines }) => lines.every(({ net }) => Number.isSafeInteger(net))),
  createRule('BR-25', 'lines', 'have no name', ({ lines }) => lines.every(({ name }) => isGiven(name))),
  createRule('BR-26', 'lines', 'have no price', ({ lines }) =>
    lines.every(({ price, priceQuantity }) => Number.isSafeInteger(price) && priceQuantity > 0),
  ),
  createRule('BR-27', 'lines', 'have a negative price', ({ lines }) => lines.every(({ price }) => !(price < 0))),
  createRule('BR-30', 'lines', 'have a period that ends before it begins', ({ lines }) =>
    lines.every(({ period }) => !period || period.from === '' || period.until === '' || period.from <= period.until),
  ),
  createRule('BR-CO-20', 'lines', 'have a period without days', ({ lines }) =>
    lines.every(({ period }) => !period || isGiven(period.from) || isGiven(period.until)),
  ),
  createRule('PEPPOL-EN16931-R120', 'lines', 'have a net amount that is not quantity times price', ({ lines }) =>
    lines.every(({ net, quantity, price, priceQuantity }) => isEqual(net, (quantity * price) / priceQuantity)),
  ),
];

const sumRules: readonly Rule[] = [
  createRule('BR-CO-10', 'totals.lines', 'is not the sum of the lines', ({ totals, lines }) =>
    isEqual(totals.lines, sum(lines.map(({ net }) => net))),
  ),
  createRule('BR-CO-13', 'totals.net', 'is not the sum of the lines', ({ totals }) => isEqual(totals.net, totals.lines)),
  createRule('BR-CO-14', 'totals.vat', 'is not the sum of the VAT by category', ({ totals, taxes }) =>
    isEqual(totals.vat, sum(taxes.map(({ vat }) => vat))),
  ),
  createRule('BR-CO-15', 'totals.gross', 'is not the net amount and the VAT', ({ totals }) =>
    isEqual(totals.gross, totals.net + totals.vat),
  ),
  createRule('BR-CO-16', 'totals.due', 'is not the total less what is paid', ({ totals }) =>
    isEqual(totals.due, totals.gross - totals.paid),
  ),
  createRule('BR-CO-17', 'taxes', 'have VAT that is not net amount times rate', ({ taxes }) =>
    taxes.every(({ net, rate, vat }) => Math.abs(vat - (net * rate) / 10_000) <= 1),
  ),
  createRule('BR-CO-18', 'taxes', 'are missing', ({ taxes }) => taxes.length > 0),
  createRule('BR-45', 'taxes', 'have no net amount', ({ taxes }) => taxes.every(({ net }) => Number.isSafeInteger(net))),
  createRule('BR-46', 'taxes', 'have no VAT amount', ({ taxes }) => taxes.every(({ vat }) => Number.isSafeInteger(vat))),
  createRule('BR-48', 'taxes', 'have no rate', ({ taxes }) => taxes.every(({ rate }) => Number.isSafeInteger(rate) && rate >= 0)),
];

type CategoryRule = (category: TaxCategory, invoice: EInvoice, own: readonly TaxLine[]) => boolean;
const filterLines = ({ lines }: EInvoice, category: TaxCategory) => lines.filter((line) => line.category === category);

/** Each exists for every category, where its name has the letters of the category. */
const categoryRules: Readonly<Record<string, readonly [field: string, problem: string, isMet: CategoryRule]>> = {
  '01': [
    'taxes',
    'do not have the category of a line',
    (category, invoice, own) => {
      const rates = new Set(filterLines(invoice, category).map(({ rate }) => rate));
      return own.length === new Set(own.map(({ rate }) => rate)).size && [...rates].every((rate) => own.some((tax) => tax.rate === rate));
    },
  ],
  '02': ['seller.vatId', 'does not fit the category of a line, or the buyer’s does not', hasIdsFor],
  '05': [
    'lines',
    'have a rate that does not fit their category',
    (category, invoice) => filterLines(invoice, category).every(({ rate }) => (category === 'S' ? rate > 0 : rate === 0)),
  ],
  '08': [
    'taxes',
    'have a net amount that is not the sum of its lines',
    (category, invoice, own) =>
      own.every(({ rate, net }) =>
        isEqual(
          net,
          sum(
            filterLines(invoice, category)
              .filter((line) => line.rate === rate)
              .map((line) => line.net),
          ),
        ),
      ),
  ],
  '09': [
    'taxes',
    'have VAT that does not fit their category',
    (category, _, own) => own.every(({ net, rate, vat }) => (category === 'S' ? Math.abs(vat - (net * rate) / 10_000) <= 1 : vat === 0)),
  ],
  '10': [
    'taxes',
    'have no reason for no VAT, or one for VAT',
    (category, _, own) => own.every(({ reason }) => isGiven(reason) === (category !== 'S' && category !== 'Z')),
  ],
};

/** Who must be known to the tax office, and must not where there is no VAT at all. */
function hasIdsFor(category: TaxCategory, { seller, buyer }: EInvoice, own: readonly TaxLine[]): boolean {
  if (own.length === 0) return true;
  if (category === 'O') return !isGiven(seller.vatId) && !isGiven(buyer.vatId);
  if (category === 'AE') return isTaxed(seller) && (isGiven(buyer.vatId) || isGiven(buyer.registrationId));
  if (category === 'K') return isGiven(seller.vatId) && isGiven(buyer.vatId);
  return category === 'G' ? isGiven(seller.vatId) : isTaxed(seller);
}

const categoryNames: Readonly<Record<TaxCategory, string>> = { S: 'S', Z: 'Z', E: 'E', AE: 'AE', K: 'IC', G: 'G', O: 'O' };

const rulesByCategory: readonly Rule[] = (Object.keys(categoryNames) as TaxCategory[]).flatMap((category) =>
  Object.entries(categoryRules).map(([number, [field, problem, isMet]]) =>
    createRule(`BR-${categoryNames[category]}-${number}`, field, problem, (invoice) =>
      isMet(
        category,
        invoice,
        invoice.taxes.filter((tax) => tax.category === category),
      ),
    ),
  ),
);

const has = ({ taxes }: EInvoice, category: TaxCategory): boolean => taxes.some((tax) => tax.category === category);

const lastRules: readonly Rule[] = [
  createRule(
    'BR-O-11',
    'taxes',
    'are not subject to VAT beside others that are',
    (invoice) => !has(invoice, 'O') || invoice.taxes.length === 1,
  ),
  createRule(
    'BR-O-12',
    'lines',
    'are not subject to VAT beside others that are',
    (invoice) => !has(invoice, 'O') || invoice.lines.every(({ category }) => category === 'O'),
  ),
  createRule('BR-IC-11', 'deliveredOn', 'is missing', (invoice) => !has(invoice, 'K') || isGiven(invoice.deliveredOn)),
  createRule('BR-IC-12', 'deliveredTo', 'is missing', (invoice) => !has(invoice, 'K') || invoice.deliveredTo !== null),
];

/** What Peppol and the German specification ask for beyond the standard. */
const xrechnungRules: readonly Rule[] = [
  createRule('BR-DE-15', 'buyerReference', 'is missing', ({ buyerReference }) => isGiven(buyerReference)),
  createRule('PEPPOL-EN16931-R010', 'buyer.endpoint', 'is missing', ({ buyer }) => buyer.endpoint !== null),
  createRule('PEPPOL-EN16931-R020', 'seller.endpoint', 'is missing', ({ seller }) => seller.endpoint !== null),
  createRule('BR-DE-5', 'seller.contact', 'is missing', ({ seller }) => isGiven(seller.contact.name)),
  createRule('BR-DE-6', 'seller.phone', 'is missing', ({ seller }) => isGiven(seller.contact.phone)),
  createRule('BR-DE-7', 'seller.email', 'is missing', ({ seller }) => isGiven(seller.contact.email)),
  createRule('BR-DE-3', 'seller.city', 'is missing', ({ seller }) => isGiven(seller.city)),
  createRule('BR-DE-4', 'seller.postalCode', 'is missing', ({ seller }) => isGiven(seller.postalCode)),
  createRule('BR-DE-8', 'buyer.city', 'is missing', ({ buyer }) => isGiven(buyer.city)),
  createRule('BR-DE-9', 'buyer.zipCode', 'is missing', ({ buyer }) => isGiven(buyer.postalCode)),
  createRule('BR-DE-10', 'deliveredTo', 'has no city', ({ deliveredTo }) => !deliveredTo || isGiven(deliveredTo.city)),
  createRule('BR-DE-11', 'deliveredTo', 'has no postal code', ({ deliveredTo }) => !deliveredTo || isGiven(deliveredTo.postalCode)),
  createRule('BR-DE-16', 'seller.vatId', 'is missing', (invoice) => has(invoice, 'O') || isTaxed(invoice.seller)),
];

export const coreRules: readonly Rule[] = [...documentRules, ...lineRules, ...sumRules, ...rulesByCategory, ...lastRules];

/** All errors; none if the document may be given out. */
export const checkEInvoice = (invoice: EInvoice, format: EInvoiceFormat): RuleError[] =>
  [...coreRules, ...(format === 'xrechnung' ? xrechnungRules : [])]
    .filter(({ isMet }) => !isMet(invoice))
    .map(({ rule: name, field, problem }) => ({ rule: name, field, problem }));
