// Shapes of quotes at the desk.
import * as z from 'zod/mini';
import { toCleanLines } from '#lib/markdown/plain-text.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { personShape } from '#modules/accounts/desk-shapes.ts';
import { optionLinesShape, saleFields, termsDays } from '#modules/sales/shapes.ts';
import { quoteStates } from './rules.ts';

const { client, currency, lines, discountPercent } = saleFields;
const percent = z.int().check(z.gte(0), z.lte(100));
const termFields = {
  currency,
  lines,
  /** Lines that the client may add. */
  options: z._default(optionLinesShape, []),
  discountPercent,
  /** In the future, within a year. */
  validUntil: z.iso.datetime({ offset: true }),
  message: z._default(z.string().check(z.overwrite(toCleanLines), z.trim(), z.maxLength(5_000)), ''),
  /**
   * What is invoiced at acceptance, in percent of the price; the rest is invoiced later. 0 or 100: all of it
   * at once.
   */
  advancePercent: z._default(percent, 0),
  pay: z._default(z.enum(['link', 'invoice']), 'link'),
  termsDays,
};
const termsShape = z.object(termFields);
export type QuoteTerms = z.output<typeof termsShape>;

export const createQuoteShape = z.object({ client, ...termFields });
export const createdQuoteShape = z.object({ id: z.string(), number: z.string(), link: z.string() });

/** `version`: the one that the operator has seen. */
export const reviseQuoteShape = z.object({ id: z.uuid(), version: z.int(), ...termFields });
export const revisedQuoteShape = z.object({ version: z.int() });

export const withdrawQuoteShape = z.object({ id: z.uuid(), reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000)) });

const QUOTES_LISTED = 50;
export const quotesRequestShape = z.object({
  state: z.optional(z.enum(quoteStates)),
  customerId: z.optional(z.uuid()),
  before: z.optional(z.uuid()),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), QUOTES_LISTED),
});
export type QuotesRequest = z.output<typeof quotesRequestShape>;

const rowShape = z.object({
  id: z.string(),
  number: z.string(),
  customer: z.nullable(personShape),
  currency: currencyShape,
  /** Accepted: with the options that the client chose. */
  total: z.int(),
  state: z.enum(quoteStates),
  version: z.int(),
  createdAt: z.string(),
  validUntil: z.string(),
  decidedAt: z.nullable(z.string()),
});
export const quotesShape = z.object({ quotes: z.array(rowShape), more: z.boolean() });

export const quoteRequestShape = z.object({ id: z.uuid() });
const lineShape = z.object({
  name: z.string(),
  quantity: z.int(),
  total: z.int(),
  /** As an operator types it, to make the next version of it. */
  offerId: z.string(),
  title: z.nullable(z.string()),
  unitPrice: z.int(),
  platform: z.nullable(z.int()),
  taxCategory: z.string(),
});
export const quoteShape = z.object({
  ...rowShape.shape,
  /** Null: revoked. */
  link: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  accepted: z.nullable(
    z.object({ name: z.string(), at: z.string(), address: z.string(), version: z.int(), options: z.array(z.int()), hash: z.string() }),
  ),
  versions: z.array(
    z.object({
      version: z.int(),
      createdAt: z.string(),
      validUntil: z.string(),
      hash: z.string(),
      message: z.string(),
      lines: z.array(lineShape),
      options: z.array(lineShape),
      discountPercent: z.number(),
      advancePercent: z.int(),
      pay: z.enum(['link', 'invoice']),
      termsDays: z.int(),
      total: z.int(),
    }),
  ),
});
