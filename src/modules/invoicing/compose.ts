// Composes the content of invoices, receipts and credit notes, without number and date.
import { createHash } from 'node:crypto';
import { hasFonts } from '#lib/language-names.ts';
import { fallbackLocale, type Locale } from '#lib/locale.ts';
import { documentLook } from '#lib/look/paper-look.ts';
import { allocate, priceOfAddOns } from '#lib/money/price.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import type { DateLocale } from '#lib/time/date.ts';
import type { Message } from '#lib/user-error.ts';
import { textIn } from '#lib/words/owner-texts.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { wordsOfOffers } from '#modules/catalogue/queries.ts';
import { addOnName } from '#modules/orders/add-ons/rules.ts';
import { listOrders, type Order, type Purchase } from '#modules/orders/queries.ts';
import type { Deposit } from '#modules/wallet/queries.ts';
import type { DbClient } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import type { PaperContent, PaperLine, Seller } from './contents.ts';
import { type BillingDocument, findDetails, saveLogo } from './queries.ts';
import { chooseTreatment, computeCredit, computeSums, lineSums, type PaymentPart, paidBy, type Sums, type Tax, toParts } from './rules.ts';

const messages = {
  deposit: /*i18n*/ { id: 'paper.deposit', message: 'Payment into your balance' },
  refund: /*i18n*/ { id: 'paper.refund', message: 'Refund' },
  noVatYet: /*i18n*/ {
    id: 'paper.noVatYet',
    message: 'Receipt for an advance payment, without VAT. VAT is stated on the invoice when the balance is spent.',
  },
  addOnTo: /*i18n*/ { id: 'paper.addOnTo', message: 'Add-on: {name}' },
  unchecked: /*i18n*/ {
    id: 'paper.unchecked',
    message: 'The VAT ID was provided by the buyer and not checked with the authority.',
  },
} as const satisfies Record<string, Message>;

/** Documents in a script that their fonts do not have are in the fallback language. */
const printedLocale = (locale: Locale): Locale => (hasFonts(locale) ? locale : fallbackLocale);
const printedDates = (dateLocale: DateLocale): DateLocale => (dateLocale === 'page' || hasFonts(dateLocale) ? dateLocale : 'page');

type PaperBrand = Pick<ShopTexts['brand'], 'name' | 'logo' | 'dateLocale'> & { readonly look: Pick<ShopTexts['brand']['look'], 'accent'> };

/** The seller and its tax rules. */
export type Issuer = {
  /** Read at each document, because the owner may publish another address at any time. */
  readonly shop: { readonly brand: PaperBrand; readonly company: Seller };
  /** The rules of a version, with which a purchase was sold; undefined: the current ones. */
  readonly findTax: (of: DbClient, version: number | undefined) => Promise<Tax>;
};

export type PaperDraft = Omit<PaperContent, 'number' | 'issuedAt'>;

export async function composeInvoice(tx: DbClient, { shop, findTax }: Issuer, bought: Purchase): Promise<PaperDraft> {
  const seller = toSeller(shop.company);
  const { currency, billing, discount, price, paidAt, createdAt } = bought;
  const locale = printedLocale(bought.locale);
  const orders = (await listOrders(tx, bought.id)).filter(({ paidAt: at }) => at !== null);
  const tax = await findTax(tx, bought.consents.taxVersion);
  const { details, rate, why } = await taxOf(tx, { seller, tax }, bought);
  const sums = computeSums(price, rate);
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
    rate,
    buyer: { ...billing, ...details },
    corrects: null,
    lines: await linesOf(tx, orders, sums, locale),
    parts: paidBy(bought),
    notes: [...(why ? [textIn(tax.notes[why], locale)] : []), ...(why === 'reverse' ? [translate(messages.unchecked, locale)] : [])],
    credited: null,
  };
}

async function taxOf(tx: DbClient, { seller, tax }: { seller: Seller; tax: Tax }, { accountId, billing }: Purchase) {
  const details = (await findDetails(tx, accountId)) ?? noDetails;
  // Loaded with the first document, because it contains the rules of all countries.
  const { validateVatId } = await import('./vat-id.ts');
  const judged = validateVatId(details.vatId);
  const parties = {
    sellerCountry: seller.country,
    buyerCountry: billing.country,
    vatIdCountry: typeof judged === 'object' ? judged.country : undefined,
  };
  return { details, ...chooseTreatment(tax, parties) };
}

/** The fields of company.yaml that appear on a document. */
const toSeller = (company: Seller): Seller => {
  const { legalName, registrationNumber, vatId, street, city, postalCode, country, email, phone } = company;
  return { legalName, registrationNumber, vatId, street, city, postalCode, country, email, phone };
};

/** The VAT that the invoice of a purchase will state. */
export async function vatOfPurchase(tx: DbClient, { shop, findTax }: Issuer, bought: Purchase) {
  const tax = await findTax(tx, bought.consents.taxVersion);
  const { rate } = tax.vat === 'none' && !tax.rule ? { rate: 0 } : await taxOf(tx, { seller: toSeller(shop.company), tax }, bought);
  return { vat: computeSums(bought.price, rate).vat, rate };
}

async function linesOf(tx: DbClient, orders: readonly Order[], sums: Sums, locale: Locale): Promise<PaperLine[]> {
  const offerIds = orders.map(({ offerId }) => offerId);
  const { offers, platforms } = await wordsOfOffers(tx, offerIds);
  const lines = orders.flatMap((order) => {
    const { offerId, number, platform, period } = order;
    const words = offers.get(offerId);
    const name = words ? textIn(words.name, locale) : offerId;
    const about = [words && textIn(words.unit, locale), platforms.get(platform)].filter((each) => each !== undefined);
    return partsOfOrder(order).map(({ addOn, ...amounts }) => ({
      ...amounts,
      name: addOn ? translate({ ...messages.addOnTo, values: { name: addOnName(addOn, locale) } }, locale) : name,
      about: addOn ? [name] : about,
      number,
      period: period?.toISOString() ?? null,
    }));
  });
  const shares = lineSums(
    sums,
    lines.map(({ total, discount }) => total - discount),
  );
  return lines.map((line, index) => ({ ...line, ...(shares[index] ?? noSums) }));
}

/**
 * An order's units and each of its add-ons are a line of their own, so that each has a unit price. They share
 * the discount.
 */
function partsOfOrder({ quantity, total, discount, addOns }: Pick<Order, 'quantity' | 'total' | 'discount' | 'addOns'>) {
  const totals = [total - priceOfAddOns(addOns), ...addOns.map((each) => priceOfAddOns([each]))];
  const discounts = allocate(discount, totals);
  return totals.map((part, index) => {
    const addOn = addOns[index - 1];
    return { addOn, quantity: addOn?.quantity ?? quantity, total: part, discount: discounts[index] ?? 0 };
  });
}

const noSums: Sums = { net: 0, vat: 0, gross: 0 };
export const noDetails = { company: '', vatId: '' };

export async function composeReceipt(tx: DbClient, { shop }: Issuer, deposit: Deposit): Promise<PaperDraft> {
  const { accountId, currency, billing, price, amount, settledAt, createdAt } = deposit;
  const locale = printedLocale((await findMailRecipient(tx, accountId))?.locale ?? fallbackLocale);
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
    buyer: { ...billing, ...details },
    corrects: null,
    discount: 0,
    lines: [{ ...plainLine(translate(messages.deposit, locale), price), ...sums }],
    notes: [translate(messages.noVatYet, locale)],
    parts: toParts({ online: price, balance: 0, promo: 0 }),
    credited: { amount, promo: amount - price },
  };
}

type PaperSignature = Pick<PaperContent, 'brand' | 'accent' | 'plain' | 'logo' | 'dateLocale'>;

/** Kept with the document, so that a later look does not change it. */
async function storeBrand(tx: DbClient, brand: PaperBrand): Promise<PaperSignature> {
  const { logo, ...look } = documentLook(brand);
  const signature = { brand: brand.name, dateLocale: printedDates(brand.dateLocale), ...look };
  if (!logo) return signature;
  const { text: file, width, height, includesName } = logo;
  const id = createHash('sha256').update(file).digest('base64url');
  await saveLogo(tx, { id, file, width, height });
  return { ...signature, logo: { id, includesName } };
}

const plainLine = (name: string, total: number) => ({ name, about: [], number: '', quantity: 1, total, discount: 0, period: null });

export type Credit = {
  readonly invoice: BillingDocument;
  /** The amount that earlier credit notes have credited. */
  readonly before: number;
  readonly back: readonly PaymentPart[];
  /** The time of the refund, and the numbers of the orders that were cancelled or refunded with it. */
  readonly at: Date;
  readonly numbers: readonly string[];
};

/** Copies the parties and the VAT rate from the invoice, even if they have changed since. */
export function composeCredit({ invoice: { content }, before, back, at, numbers }: Credit): PaperDraft {
  const { layout, brand, accent, plain, logo, locale, dateLocale, currency, seller, buyer, rate, number, issuedAt, notes } = content;
  const sums = computeCredit(
    before,
    back.reduce((sum, { amount }) => sum + amount, 0),
    rate,
  );
  const cancelled = content.lines.filter((line) => numbers.includes(line.number));
  const shares = allocate(
    sums.gross,
    cancelled.map(({ gross }) => gross),
  );
  const isNamed = shares.reduce((sum, each) => sum + each, 0) === sums.gross && cancelled.length > 0;
  const grosses = isNamed ? shares : [sums.gross];
  const lines = lineSums(sums, grosses).map((each, index) => ({
    ...((isNamed && cancelled[index]) || plainLine(translate(messages.refund, locale), sums.gross)),
    ...each,
    total: each.gross,
    discount: 0,
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
    notes,
    corrects: { number, issuedAt },
    lines,
    parts: back,
    credited: null,
  };
}
