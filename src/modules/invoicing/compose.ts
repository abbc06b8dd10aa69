// Composes the content of invoices, receipts and credit notes, without number and date.
import { createHash } from 'node:crypto';
import { removeSpaces } from '#lib/bank/entries.ts';
import { hasFonts } from '#lib/language-names.ts';
import { fallbackLocale, type Locale } from '#lib/locale.ts';
import { getDocumentLook } from '#lib/look/paper-look.ts';
import type { Billing } from '#lib/money/billing.ts';
import { allocate } from '#lib/money/price.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import type { DateLocale } from '#lib/time/date.ts';
import type { Message } from '#lib/user-error.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { listOrders, type Purchase } from '#modules/orders/queries.ts';
import type { Deposit } from '#modules/wallet/queries.ts';
import { findClaim } from '#modules/wallet/queries-claims.ts';
import type { DbClient } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import type { PaperContent, Seller } from './contents.ts';
import { listLines, shareSums, sumGrossByCategory } from './document-lines.ts';
import { type BillingDocument, saveLogo } from './queries.ts';
import { type BuyerDetails, findDetails } from './queries-details.ts';
import {
  chooseTreatment,
  computeCredit,
  computeSums,
  creditTaxes,
  distributeSums,
  getLineTreatment,
  groupTaxes,
  listPaymentParts,
  type PaymentPart,
  sumTaxes,
  type Tax,
  type TaxGroup,
  toParts,
  type UntaxedCategory,
} from './rules.ts';

const messages = {
  deposit: /*i18n*/ { id: 'paper.deposit', message: 'Payment into your balance' },
  refund: /*i18n*/ { id: 'paper.refund', message: 'Refund' },
  noVatYet: /*i18n*/ {
    id: 'paper.noVatYet',
    message: 'Receipt for an advance payment, without VAT. VAT is stated on the invoice when the balance is spent.',
  },
  unchecked: /*i18n*/ {
    id: 'paper.unchecked',
    message: 'The VAT ID was provided by the buyer and not checked with the authority.',
  },
} as const satisfies Record<string, Message>;

const untaxedNotes = {
  exempt: /*i18n*/ { id: 'paper.exempt', message: 'Exempt from VAT.' },
  outside: /*i18n*/ { id: 'paper.outside', message: 'Outside the scope of VAT.' },
} as const satisfies Record<Exclude<UntaxedCategory, 'zero'>, Message>;

/** Documents in a script that their fonts do not have are in the fallback language. */
export const getPrintedLocale = (locale: Locale): Locale => (hasFonts(locale) ? locale : fallbackLocale);
const getPrintedDates = (dateLocale: DateLocale): DateLocale => (dateLocale === 'page' || hasFonts(dateLocale) ? dateLocale : 'page');

type PaperBrand = Pick<ShopTexts['brand'], 'name' | 'logo' | 'dateLocale'> & { readonly look: Pick<ShopTexts['brand']['look'], 'accent'> };

type BankAccount = { readonly iban?: string | undefined; readonly bic?: string | undefined };

const toAccount = ({ iban, bic }: BankAccount) => ({ ...(iban ? { iban: removeSpaces(iban) } : {}), ...(bic ? { bic } : {}) });

/** The seller and its tax rules. */
export type Issuer = {
  /** Read at each document, because the owner may publish another address at any time. */
  readonly shop: { readonly brand: PaperBrand; readonly company: Seller & BankAccount };
  /** The rules of a version, with which a purchase was sold; undefined: the current ones. */
  readonly findTax: (of: DbClient, version: number | undefined) => Promise<Tax>;
};

export type PaperDraft = Omit<PaperContent, 'number' | 'issuedAt'>;

export async function composeInvoice(tx: DbClient, { shop, findTax }: Issuer, purchase: Purchase): Promise<PaperDraft> {
  const seller = toSeller(shop.company);
  const { currency, billing, discount, price, paidAt, createdAt } = purchase;
  const locale = getPrintedLocale(purchase.locale);
  const orders = (await listOrders(tx, purchase.id)).filter(({ paidAt: at }) => at !== null);
  const tax = await findTax(tx, purchase.consents.taxVersion);
  const { details, isChecked, ...usual } = await getTax(tx, { seller, tax }, purchase);
  const lines = (await listLines(tx, orders, locale)).map(({ category, ...line }) => ({
    category,
    ...line,
    gross: line.total - line.discount,
    ...getLineTreatment(tax, usual, category, billing.country),
  }));
  const taxes = groupTaxes(lines);
  const isStandard = taxes.every(({ category }) => category === 'standard');
  const sums = isStandard ? computeSums(price, usual.rate) : sumTaxes(taxes);
  const claim = purchase.paidFrom === 'invoice' ? await findClaim(tx, purchase.id) : undefined;
  return {
    layout: 2,
    ...(await storeBrand(tx, shop.brand)),
    kind: 'invoice',
    locale,
    currency,
    settledAt: (paidAt ?? createdAt).toISOString(),
    seller,
    ...sums,
    discount,
    rate: isStandard ? usual.rate : Math.max(...taxes.map(({ rate }) => rate)),
    ...(isStandard ? {} : { taxes }),
    ...(isStandard && usual.why ? { why: usual.why } : {}),
    ...(claim ? { terms: { dueOn: claim.dueOn, reference: claim.reference, ...toAccount(shop.company) } } : {}),
    buyer: toBuyer(billing, details),
    corrects: null,
    lines: shareSums(lines, isStandard ? [{ ...sums, category: 'standard' }] : taxes, isStandard),
    parts: listPaymentParts(purchase),
    notes: listTaxNotes(tax, { reasons: isStandard ? [usual.why] : taxes.map(({ why }) => why), locale, isChecked }),
    credited: null,
  };
}

/** Each reason once, as a sentence. */
type NoteRequest = { readonly reasons: readonly TaxGroup['why'][]; readonly locale: Locale; readonly isChecked: boolean };

const listTaxNotes = (tax: Tax, { reasons, locale, isChecked }: NoteRequest): string[] =>
  [...new Set(reasons)].flatMap((why) => {
    if (why === null) return [];
    const note = why === 'exempt' || why === 'outside' ? translate(untaxedNotes[why], locale) : localizeText(tax.notes[why], locale);
    return why === 'reverse' && !isChecked ? [note, translate(messages.unchecked, locale)] : [note];
  });

/** The VAT of a purchase; with another VAT ID than the account's, if it is named. */
export async function findTreatment(tx: DbClient, { shop, findTax }: Issuer, purchase: Purchase, vatId?: string) {
  const tax = await findTax(tx, purchase.consents.taxVersion);
  return getTax(tx, { seller: toSeller(shop.company), tax }, purchase, vatId);
}

async function getTax(tx: DbClient, { seller, tax }: { seller: Seller; tax: Tax }, { accountId, billing }: Purchase, vatId?: string) {
  const { vatState, ...details } = (await findDetails(tx, accountId)) ?? noDetails;
  // Loaded with the first document, because it contains the rules of all countries.
  const { validateVatId } = await import('./vat-id.ts');
  // The seller owes the VAT of a buyer whose ID is not in force.
  const judged = vatState === 'invalid' && vatId === undefined ? undefined : validateVatId(vatId ?? details.vatId);
  const parties = {
    sellerCountry: seller.country,
    // An operator may not know the country of a customer yet.
    buyerCountry: billing.country || seller.country,
    vatIdCountry: typeof judged === 'object' ? judged.country : undefined,
  };
  return { details, isChecked: vatState === 'valid', ...chooseTreatment(tax, parties) };
}

/** The fields of company.yaml that appear on a document. */
const toSeller = (company: Seller): Seller => {
  const { legalName, registrationNumber, vatId, street, city, postalCode, country, email, phone } = company;
  return { legalName, registrationNumber, vatId, street, city, postalCode, country, email, phone };
};

/** The VAT that the invoice of a purchase will state. */
export async function computePurchaseVat(tx: DbClient, { shop, findTax }: Issuer, purchase: Purchase) {
  const tax = await findTax(tx, purchase.consents.taxVersion);
  if (tax.vat === 'none' && !tax.rule) return { vat: 0, rate: 0 };
  const usual = await getTax(tx, { seller: toSeller(shop.company), tax }, purchase);
  if (!purchase.byHand) return { vat: computeSums(purchase.price, usual.rate).vat, rate: usual.rate };
  const orders = await listOrders(tx, purchase.id);
  const taxes = groupTaxes(
    orders.map(({ price: gross, taxCategory }) => {
      const category = taxCategory ?? 'standard';
      return { category, gross, ...getLineTreatment(tax, usual, category, purchase.billing.country) };
    }),
  );
  return { vat: sumTaxes(taxes).vat, rate: Math.max(0, ...taxes.map(({ rate }) => rate)) };
}

export const noAddress = { country: '', city: '', address: '', state: '', zipCode: '' } as const;
export const noDetails = {
  company: '',
  vatId: '',
  reference: '',
  buysAs: null,
  vatState: null,
  address: null,
  documentsTo: '',
  documentsOnly: false,
} as const;

/** With the client's invoice address, if it is in the same country, which decides the VAT. */
export const toBuyer = (
  billing: Billing,
  { company, vatId, reference, address }: Pick<BuyerDetails, 'company' | 'vatId' | 'reference' | 'address'>,
): PaperContent['buyer'] => ({ ...billing, ...(address?.country === billing.country ? address : {}), company, vatId, reference });

export async function composeReceipt(tx: DbClient, { shop }: Issuer, deposit: Deposit): Promise<PaperDraft> {
  const { accountId, currency, billing, price, amount, settledAt, createdAt } = deposit;
  const locale = getPrintedLocale((await findMailRecipient(tx, accountId))?.locale ?? fallbackLocale);
  const details = (await findDetails(tx, accountId)) ?? noDetails;
  const sums = computeSums(price, 0);
  return {
    layout: 2,
    ...(await storeBrand(tx, shop.brand)),
    kind: 'receipt',
    locale,
    currency,
    settledAt: (settledAt ?? createdAt).toISOString(),
    seller: toSeller(shop.company),
    ...sums,
    rate: 0,
    buyer: toBuyer(billing, details),
    corrects: null,
    discount: 0,
    lines: [{ ...createPlainLine(translate(messages.deposit, locale), price), ...sums }],
    notes: [translate(messages.noVatYet, locale)],
    parts: toParts({ online: price }),
    credited: { amount, promo: amount - price },
  };
}

type PaperSignature = Pick<PaperContent, 'brand' | 'accent' | 'plain' | 'logo' | 'dateLocale'>;

/** Kept with the document, so that a later look does not change it. */
async function storeBrand(tx: DbClient, brand: PaperBrand): Promise<PaperSignature> {
  const { logo, ...look } = getDocumentLook(brand);
  const signature = { brand: brand.name, dateLocale: getPrintedDates(brand.dateLocale), ...look };
  if (!logo) return signature;
  const { text: file, width, height, includesName } = logo;
  const id = createHash('sha256').update(file).digest('base64url');
  await saveLogo(tx, { id, file, width, height });
  return { ...signature, logo: { id, includesName } };
}

const createPlainLine = (name: string, total: number) => ({ name, about: [], number: '', quantity: 1, total, discount: 0, period: null });

export type Credit = {
  readonly invoice: BillingDocument;
  /** The amount that earlier credit notes have credited. */
  readonly before: number;
  /** The same by rate, of an invoice with several. */
  readonly taxesBefore?: readonly TaxGroup[];
  readonly back: readonly PaymentPart[];
  /** The time of the refund, and the numbers of the orders that were cancelled or refunded with it. */
  readonly at: Date;
  readonly numbers: readonly string[];
};

/** Copies the parties and the VAT rate from the invoice, even if they have changed since. */
export function composeCredit({ invoice: { content }, before, taxesBefore = [], back, at, numbers }: Credit): PaperDraft {
  const { layout, brand, accent, plain, logo, locale, dateLocale, currency, seller, buyer, rate, why, number, issuedAt, notes } = content;
  const gross = back.reduce((sum, { amount }) => sum + amount, 0);
  const taxes =
    content.taxes &&
    creditTaxes({ taxes: content.whole ?? content.taxes, before: taxesBefore }, gross, sumGrossByCategory(content, numbers));
  const sums = taxes ? sumTaxes(taxes) : computeCredit(before, gross, rate);
  const cancelled = content.lines.filter((line) => numbers.includes(line.number));
  const shares = allocate(
    sums.gross,
    cancelled.map(({ gross }) => gross),
  );
  const isNamed = shares.reduce((sum, each) => sum + each, 0) === sums.gross && cancelled.length > 0;
  const grosses = isNamed ? shares : [sums.gross];
  const lines = distributeSums(sums, grosses).map((each, index) => ({
    ...((isNamed && cancelled[index]) || createPlainLine(translate(messages.refund, locale), sums.gross)),
    ...each,
    total: each.gross,
    discount: 0,
  }));
  const refund = createPlainLine(translate(messages.refund, locale), 0);
  const byRate = taxes?.map(({ net, vat, gross: total, rate, category }) => ({
    ...{ ...refund, about: [...numbers], total, net, vat, gross: total, rate, category },
  }));
  return {
    layout,
    ...(brand === undefined ? {} : { brand }),
    ...(accent === undefined ? {} : { accent }),
    ...(plain === undefined ? {} : { plain }),
    ...(logo === undefined ? {} : { logo }),
    ...(dateLocale === undefined ? {} : { dateLocale }),
    kind: 'credit',
    locale,
    currency,
    settledAt: at.toISOString(),
    seller,
    buyer,
    ...sums,
    discount: 0,
    rate,
    ...(taxes ? { taxes } : {}),
    ...(why ? { why } : {}),
    notes,
    corrects: { number, issuedAt },
    lines: byRate ?? lines,
    parts: back,
    credited: null,
  };
}
