// Request and response shapes of the list of invoices, receipts and credit notes.
import * as z from 'zod/mini';
import { dayShape, pageFields, zoneShape } from '#lib/list-request.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { personShape } from '#modules/accounts/desk-shapes.ts';
import { paperRowShape } from '#modules/orders/desk/shapes.ts';
import { whyShape } from '#modules/staff/shapes.ts';
import { paperKinds } from './rules.ts';
import { pdfForm } from './shapes.ts';

export const invoicesRequestShape = z.object({
  kind: z.optional(z.enum(paperKinds)),
  currency: z.optional(z.pipe(z.coerce.number(), currencyShape)),
  /** First and last day of issue, inclusive, in the given zone or UTC. */
  from: z.optional(dayShape),
  until: z.optional(dayShape),
  zone: z.optional(zoneShape),
  ...pageFields,
});
export type InvoicesRequest = z.output<typeof invoicesRequestShape>;
/** A file has all rows. */
export const invoicesFileShape = z.omit(invoicesRequestShape, { before: true, limit: true });

export const invoicesShape = z.object({
  invoices: z.array(
    z.object({
      ...paperRowShape.shape,
      accountId: z.string(),
      net: z.int(),
      vat: z.int(),
      /** On the document: the company, or the name of a person. */
      buyer: z.string(),
      vatId: z.string(),
      country: z.string(),
      /** The number of the invoice that a credit note corrects. */
      corrects: z.nullable(z.string()),
      customer: z.nullable(personShape),
    }),
  ),
  more: z.boolean(),
});
export type InvoiceRows = z.output<typeof invoicesShape>['invoices'];

/** An invoice is found by its id and its customer. */
export const paperRequestShape = z.object({ id: z.uuid(), customer: z.uuid(), ...pdfForm });

/** The highest number of a series has nine digits. */
const MAX_FIRST_NUMBER = 900_000_000;
export const openSeriesShape = z.object({ first: z.int().check(z.gte(2), z.lte(MAX_FIRST_NUMBER)), why: whyShape });
export const nextNumberShape = z.object({ number: z.string(), hasBegun: z.boolean() });
