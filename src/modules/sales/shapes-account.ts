// The statement of an account in requests and answers.
import * as z from 'zod/mini';
import { dayShape } from '#lib/list-request.ts';
import { nameLine } from '#lib/markdown/plain-text.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { whyShape } from '#modules/staff/shapes.ts';

/** Query parameters. Without days: the last three months. */
export const accountStatementRequestShape = z.object({
  currency: z.pipe(z.coerce.number(), currencyShape),
  /** First and last day, inclusive, in the shop's time zone. */
  from: z.optional(dayShape),
  until: z.optional(dayShape),
});
export type AccountStatementRequest = z.output<typeof accountStatementRequestShape>;

export const accountStatementShape = z.object({
  currency: currencyShape,
  from: z.string(),
  until: z.string(),
  /** What is owed before the first day, and after the last one. */
  opening: z.int(),
  closing: z.int(),
  lines: z.array(
    z.object({
      id: z.string(),
      day: z.string(),
      /** `opening` and `closing`: the first and the last line, without an amount. */
      kind: z.string(),
      text: z.string(),
      /** Of an invoice or a credit note. */
      number: z.string(),
      /** Below zero: a payment or a credit note. */
      amount: z.nullable(z.int()),
      balance: z.int(),
    }),
  ),
});
export type AccountStatement = z.output<typeof accountStatementShape>;

const format = z.enum(['pdf', 'csv']);
export const accountFileRequestShape = z.extend(accountStatementRequestShape, { format });
export const clientStatementRequestShape = z.extend(accountStatementRequestShape, { customerId: z.uuid() });
export const clientFileRequestShape = z.extend(clientStatementRequestShape, { format });

const createTextShape = (maxChars: number) => z.string().check(z.overwrite(nameLine), z.trim(), z.maxLength(maxChars));
const createFilledTextShape = (maxChars: number) => createTextShape(maxChars).check(z.minLength(1));

/** The buyer on an invoice. The country stays: it decides the VAT. */
const buyerFields = {
  company: createTextShape(200),
  vatId: createTextShape(30),
  reference: createTextShape(200),
  firstName: createFilledTextShape(100),
  lastName: createFilledTextShape(100),
  address: createFilledTextShape(200),
  zipCode: createTextShape(20),
  city: createFilledTextShape(100),
};
export const buyerRequestShape = z.object({ id: z.uuid() });
export const buyerShape = z.object(buyerFields);
export const correctInvoiceShape = z.object({ id: z.uuid(), ...buyerFields });
export type CorrectInvoice = z.output<typeof correctInvoiceShape>;
export const deskCorrectShape = z.extend(correctInvoiceShape, { why: whyShape });
export const correctedShape = z.object({ id: z.string(), number: z.string(), creditNote: z.string() });
