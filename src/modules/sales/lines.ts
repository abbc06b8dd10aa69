// The lines of an order by hand, checked and priced: of the catalogue, by the same rules as a cart, or free.

import type { Locale } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { computeLineTotal, computePercentDiscount, MAX_AMOUNT, priceForClient, priceLines } from '#lib/money/price.ts';
import { formatFieldName, type Message, UserError } from '#lib/user-error.ts';
import { type CatalogueModule, expectCurrency } from '#modules/catalogue/actions.ts';
import type { Offer } from '#modules/catalogue/shapes.ts';
import { CUSTOM_OFFER } from '#modules/catalogue/shapes-custom.ts';
import type { PricedLines } from '#modules/orders/checkout/place-order.ts';
import { type CheckedLine, checkLine } from '#modules/orders/rules.ts';
import { lineShape } from '#modules/orders/shapes.ts';
import { createValidationError } from '#platform/http/validation-errors.ts';
import { freeLineShape } from './shapes.ts';

const messages = {
  total: /*i18n*/ { id: 'sale.total', message: 'All lines together are more than the shop can charge at once.' },
} as const satisfies Record<string, Message>;

type Request = {
  readonly currency: CurrencyNumber;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  readonly discountPercent: number;
  /** All lines must be free ones. */
  readonly isFree?: boolean;
};

/** `ownPercent`: the client's own discount. It counts if it is larger than that of the request. */
export function priceSale(catalogue: CatalogueModule, request: Request, locale: Locale, ownPercent: number): PricedLines {
  const { lines, listPrices } = checkLines(catalogue, request, locale);
  return { ...priceChecked(lines, request.discountPercent, ownPercent), listPrices };
}

/** `list`: the field of the request, for its errors. */
export function checkLines(
  catalogue: CatalogueModule,
  { currency, lines: sent, isFree }: Omit<Request, 'discountPercent'>,
  locale: Locale,
  list = 'lines',
) {
  expectCurrency(catalogue.currencies().sold, currency);
  const { prices, allPrices } = catalogue.storefront(locale, currency);
  const custom = allPrices.offers.find(({ id }) => id === CUSTOM_OFFER);
  if (!custom) throw new Error('the catalogue has no offer for custom work');
  const errors: Record<string, readonly Message[]> = {};
  const lines = sent.flatMap((line, index): CheckedLine[] => {
    const checked = isFree || isFreeLine(line) ? checkFreeLine(custom, line) : checkCatalogueLine(prices, line);
    if ('line' in checked) return [checked.line];
    for (const [name, said] of Object.entries(createValidationError(checked.errors, line).errors))
      errors[`${formatFieldName([list, index])}.${name}`] = said;
    return [];
  });
  if (Object.keys(errors).length > 0) throw new UserError(400, errors);
  if (lines.reduce((sum, line) => sum + computeLineTotal(line), 0) > MAX_AMOUNT) throw new UserError(400, { [list]: [messages.total] });
  return { lines, listPrices: new Map(prices.offers.map(({ id, unitPrice }) => [id, unitPrice])) };
}

/** With a discount on all of them. */
export function priceChecked(lines: readonly CheckedLine[], discountPercent: number, ownPercent = 0): Omit<PricedLines, 'listPrices'> {
  const taking = lines.map((line) => ({ ...line, takes: true }));
  const { subtotal } = priceLines(taking);
  return {
    lines,
    pricing: priceForClient(taking, ownPercent, { amount: computePercentDiscount(subtotal, discountPercent) }),
    holds: lines.map(() => null),
  };
}

const isFreeLine = (line: object): boolean => 'title' in line || (!('offerId' in line) && ('unitPrice' in line || 'taxCategory' in line));

type Checked = ReturnType<typeof checkLine>;

function checkCatalogueLine(prices: Parameters<typeof checkLine>[0], values: Readonly<Record<string, unknown>>): Checked {
  const parsed = lineShape.safeParse({ platform: null, answers: {}, ...values });
  return parsed.success ? checkLine(prices, parsed.data, 'all') : { errors: parsed.error.issues };
}

function checkFreeLine(offer: Offer, values: Readonly<Record<string, unknown>>): Checked {
  const parsed = freeLineShape.safeParse(values);
  if (!parsed.success) return { errors: parsed.error.issues };
  const { title, quantity, unitPrice, taxCategory } = parsed.data;
  return { line: { offer, quantity, platform: null, answers: {}, unitPrice, surchargePercent: 0, addOns: [], title, taxCategory } };
}
