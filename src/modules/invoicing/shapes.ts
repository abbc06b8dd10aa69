// Shapes of invoicing data in requests and responses.
import * as z from 'zod/mini';
import { eInvoiceFormats } from '#lib/e-invoice/model.ts';
import { nameLine } from '#lib/markdown/plain-text.ts';
import { optionalAddressFields, wholeAddressChecks } from '#lib/money/billing.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { emailShape } from '#lib/people/email.ts';
import { buysAsChoices } from '#modules/orders/statuses.ts';
import { paperKinds } from './rules.ts';

const PAGE_ROWS = { usual: 50, most: 200 } as const;

/** Query parameters: numbers arrive as text. */
export const documentListRequestShape = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(PAGE_ROWS.most)), PAGE_ROWS.usual),
  before: z.optional(z.uuid()),
  /** Only documents of this purchase or deposit. */
  subject: z.optional(z.uuid()),
  /** Only documents of the deposit behind this wallet transfer. */
  movement: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
});
export type PapersRequest = z.output<typeof documentListRequestShape>;

export const listedDocumentShape = z.object({
  id: z.string(),
  kind: z.enum(paperKinds),
  number: z.string(),
  issuedAt: z.string(),
  currency: currencyShape,
  net: z.int(),
  vat: z.int(),
  gross: z.int(),
  /** The purchase or the deposit. */
  subjectId: z.string(),
});
export const documentListShape = z.object({ papers: z.array(listedDocumentShape), more: z.boolean() });
export type PaperList = z.output<typeof documentListShape>;

/** A PDF may contain the e-invoice. */
export const pdfForm = { format: z.optional(z.enum(['pdf', 'factur-x'])) };
export const pdfRequestShape = z.object({ id: z.uuid(), ...pdfForm });
export type PdfRequest = z.output<typeof pdfRequestShape>;

export const eInvoiceRequestShape = z.object({ id: z.uuid(), format: z.enum(eInvoiceFormats) });
export type EInvoiceRequest = z.output<typeof eInvoiceRequestShape>;

const COMPANY_CHARS = 200;
const VAT_ID_CHARS = 30;
const createLineShape = (maxChars: number) => z.string().check(z.overwrite(nameLine), z.trim(), z.maxLength(maxChars));

/** Company and VAT ID may be empty. What is absent stays as before; an empty address is removed. */
export const saveDetailsShape = z
  .object({
    company: createLineShape(COMPANY_CHARS),
    vatId: createLineShape(VAT_ID_CHARS),
    reference: z.optional(createLineShape(COMPANY_CHARS)),
    buysAs: z.optional(z.enum(buysAsChoices)),
    documentsTo: z.optional(z.union([emailShape, z.literal('')])),
    documentsOnly: z.optional(z.boolean()),
    ...z.partial(z.object(optionalAddressFields)).shape,
  })
  .check(...wholeAddressChecks);
export type SaveDetails = z.output<typeof saveDetailsShape>;
export const detailsShape = z.object({
  company: z.string(),
  vatId: z.string(),
  reference: z.string(),
  /** Of the invoices, in the place of an order's address in the same country. Empty: none. */
  ...z.object(optionalAddressFields).shape,
  documentsTo: z.string(),
  documentsOnly: z.boolean(),
  /** Null: never asked; then a VAT ID makes a business. */
  buysAs: z.nullable(z.enum(buysAsChoices)),
  /** What the authority says of the VAT ID; null: it was not asked, or did not answer. */
  vatState: z.nullable(z.enum(['valid', 'invalid'])),
});
export type ShownDetails = z.output<typeof detailsShape>;
