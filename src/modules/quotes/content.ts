// Composes what a version of a quote says, and the hash by which it is known.

import { createHash } from 'node:crypto';
import { computeLineTotal, MAX_LINES } from '#lib/money/price.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { noDetails, toBuyer } from '#modules/invoicing/compose.ts';
import type { Seller } from '#modules/invoicing/contents.ts';
import { findDetails } from '#modules/invoicing/queries-details.ts';
import type { PricedLines } from '#modules/orders/checkout/place-order.ts';
import { type CheckedLine, listBriefFiles } from '#modules/orders/rules.ts';
import type { Client } from '#modules/sales/client.ts';
import type { SalesDeps } from '#modules/sales/create-order.ts';
import { checkLines, priceChecked } from '#modules/sales/lines.ts';
import { nameOffers } from '#modules/sales/name-lines.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { QuoteContent, QuotedLine } from './contents.ts';
import type { QuoteTerms } from './shapes.ts';

const messages = {
  files: /*i18n*/ { id: 'quote.files', message: 'A quote can’t contain files. Leave those answers to the customer.' },
  tooMany: /*i18n*/ { id: 'quote.tooMany', message: 'A quote has at most {most, number} lines, with its options.' },
  advance: /*i18n*/ { id: 'quote.advance', message: 'What is paid monthly has no advance.' },
} as const satisfies Record<string, Message>;

export async function composeContent(deps: SalesDeps, tx: DbClient, client: Client, terms: QuoteTerms): Promise<QuoteContent> {
  const { catalogue, shop } = deps;
  const { accountId, locale, billing } = client;
  const { currency, message, discountPercent, advancePercent, pay, termsDays } = terms;
  if (terms.lines.length + terms.options.length > MAX_LINES)
    throw new UserError(400, { options: [{ ...messages.tooMany, values: { most: MAX_LINES } }] });
  const { lines, listPrices } = checkLines(catalogue, terms, locale);
  const { lines: options } = checkLines(catalogue, { currency, lines: terms.options }, locale, 'options');
  const all = [...lines, ...options];
  if (listBriefFiles(all).length > 0) throw new UserError(400, { lines: [messages.files] });
  if (advancePercent > 0 && advancePercent < 100 && all.some(({ offer }) => offer.interval !== null))
    throw new UserError(400, { advancePercent: [messages.advance] });
  const offerIds = new Set(all.flatMap(({ offer }) => offer.pieces.map((piece) => piece.offerId)));
  const quoted = await quoteLines(tx, all, client);
  const { legalName, registrationNumber, vatId, street, city, postalCode, country, email, phone } = shop.company;
  const seller: Seller = { legalName, registrationNumber, vatId, street, city, postalCode, country, email, phone };
  return {
    ...{ locale, currency, seller, message, discountPercent, advancePercent, pay, termsDays },
    buyer: toBuyer(billing, (await findDetails(tx, accountId)) ?? noDetails),
    lines: quoted.slice(0, lines.length),
    options: quoted.slice(lines.length),
    listPrices: [...listPrices].filter(([offerId]) => offerIds.has(offerId)),
  };
}

async function quoteLines(tx: DbClient, lines: readonly CheckedLine[], { locale }: Client): Promise<QuotedLine[]> {
  const named = lines.map(({ offer, platform, title = null }) => ({ offerId: offer.id, platform, title }));
  const names = await nameOffers(tx, named, locale);
  return lines.map((checked, index) => ({
    ...{ name: names[index] ?? '', quantity: checked.quantity, total: computeLineTotal(checked), checked },
  }));
}

/** At the prices of the quote, whatever the catalogue says by now. */
export function priceAccepted({ lines, options, discountPercent, listPrices }: QuoteContent, chosen: readonly number[]): PricedLines {
  const chosenLines = [...lines, ...options.filter((_, index) => chosen.includes(index))];
  return {
    ...priceChecked(
      chosenLines.map(({ checked }) => checked),
      discountPercent,
    ),
    listPrices: new Map(listPrices),
  };
}

/** The same for equal values, whatever the order of their keys. */
export const computeHash = (value: unknown): string => createHash('sha256').update(toCanonical(value)).digest('hex');

const toCanonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
