// Shapes of what operators sell by hand: orders and invoices, with lines of the catalogue or of their own.
import * as z from 'zod/mini';
import { nameLine, toCleanLines, toOneLine } from '#lib/markdown/plain-text.ts';
import { isCountry } from '#lib/money/countries.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { MAX_LINES } from '#lib/money/price.ts';
import { emailShape } from '#lib/people/email.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { personShape } from '#modules/accounts/desk-shapes.ts';
import { taxCategories } from '#modules/orders/statuses.ts';
import { whyShape } from '#modules/staff/shapes.ts';
import { paidBys, unmatchedReasons } from '#modules/wallet/rules.ts';

const messages = {
  country: /*i18n*/ { id: 'billing.country', message: 'Choose a country.' },
  percent: /*i18n*/ { id: 'sale.percent', message: 'Enter a discount from 0 to 100 with at most two decimals.' },
  lines: /*i18n*/ { id: 'sale.lines', message: 'Add at least one line.' },
} as const satisfies Record<string, Message>;

const createTextShape = (maxChars: number) => z.string().check(z.overwrite(nameLine), z.trim(), z.maxLength(maxChars));
const longText = z.string().check(z.overwrite(toCleanLines), z.trim(), z.maxLength(2_000));

/** By id, or by address: a known one is that client, unchanged. A new client needs a name and a country. */
const clientShape = z.object({
  customerId: z.optional(z.uuid()),
  email: z.optional(emailShape),
  firstName: z.optional(createTextShape(100)),
  lastName: z.optional(createTextShape(100)),
  country: z.optional(z.string().check(z.trim(), z.refine(isCountry, withMessage(messages.country)))),
  city: z._default(createTextShape(100), ''),
  address: z._default(createTextShape(200), ''),
  zipCode: z._default(createTextShape(20), ''),
  company: z._default(createTextShape(200), ''),
  vatId: z._default(createTextShape(50), ''),
});
export type ClientRequest = z.output<typeof clientShape>;

const MAX_UNIT_PRICE = 1_000_000_000;
/** One that the operator writes. Its price is gross. */
export const freeLineShape = z.object({
  title: z.string().check(z.overwrite(toOneLine), z.trim(), z.minLength(1), z.maxLength(200)),
  quantity: z.int().check(z.gte(1), z.lte(10_000)),
  unitPrice: z.int().check(z.gte(0), z.lte(MAX_UNIT_PRICE)),
  taxCategory: z.enum(taxCategories),
});

const HUNDREDTHS = 100;
export const percentShape = z.number().check(
  z.gte(0),
  z.lte(100),
  z.refine((percent) => Math.abs(percent * HUNDREDTHS - Math.round(percent * HUNDREDTHS)) < 1e-6, withMessage(messages.percent)),
);

/** Each is validated by the shape of its kind, so that an error names the field. */
export const optionLinesShape = z.array(z.record(z.string(), z.unknown())).check(z.maxLength(MAX_LINES));
const linesShape = optionLinesShape.check(z.minLength(1, withMessage(messages.lines)));
export const termsDays = z._default(z.int().check(z.gte(0), z.lte(90)), 14);

export const saleFields = {
  client: clientShape,
  currency: currencyShape,
  lines: linesShape,
  discountPercent: z._default(percentShape, 0),
};

export const createOrderShape = z.object({
  ...saleFields,
  note: z._default(longText, ''),
  pay: z.enum(['link', 'invoice', 'balance', 'none']),
  /** Of an agreement that the client may be charged from the balance. */
  agreementId: z.optional(z.uuid()),
  reason: z.optional(longText),
  termsDays,
  /** Of the work. */
  dueAt: z.nullish(z.iso.datetime({ offset: true })),
});
export type CreateOrder = z.output<typeof createOrderShape>;

const link = z.nullable(z.string());
export const createdOrderShape = z.object({
  purchaseId: z.string(),
  orderIds: z.array(z.string()),
  paymentLink: link,
  invoiceId: z.nullable(z.string()),
});

export const createInvoiceShape = z.object({ ...saleFields, termsDays });

export const createdInvoiceShape = z.object({
  id: z.string(),
  number: z.string(),
  purchaseId: z.string(),
  total: z.int(),
  reference: z.string(),
  link: z.string(),
});

/** After an advance: the invoice of what is left. */
export const invoiceRestShape = z.object({ purchaseId: z.uuid(), termsDays });

export const createAgreementShape = z.object({ customerId: z.uuid(), text: longText.check(z.minLength(1)) });
export const agreementsRequestShape = z.object({ customerId: z.uuid() });
export const agreementsShape = z.object({ agreements: z.array(z.object({ id: z.string(), text: z.string(), at: z.string() })) });
export const createdShape = z.object({ id: z.string() });

const amount = z.int().check(z.gte(1), z.lte(2_147_483_647));
export const creditableRequestShape = z.object({ id: z.uuid() });
export const creditableShape = z.object({ currency: currencyShape, left: z.int(), open: z.int() });
export const creditInvoiceShape = z.object({ act: z.uuid(), id: z.uuid(), amount, why: whyShape });
export const creditNoteShape = z.object({ id: z.string(), number: z.string() });

export const settleShape = z.object({ purchaseId: z.uuid(), amount, paidBy: z.enum(['bank', 'balance']), reason: longText });
export const undoSettlementShape = z.object({ id: z.uuid(), reason: longText });
export const payOutShape = z.object({ act: z.uuid(), customerId: z.uuid(), currency: currencyShape, amount, reason: longText });

/** In bytes of the request; the statement itself may have 16 MiB. */
export const STATEMENT_BYTES = 24 * 1024 * 1024;
export const importStatementShape = z.object({ format: z.enum(['camt.053', 'csv']), text: z.string() });
export const importedStatementShape = z.object({
  matched: z.array(z.object({ invoiceId: z.string(), amount: z.int() })),
  unmatched: z.array(z.object({ reference: z.string(), amount: z.int(), currency: currencyShape, why: z.enum(unmatchedReasons) })),
  known: z.int(),
});
export type ImportedStatement = z.output<typeof importedStatementShape>;

export const settleEntryShape = z.object({ entryId: z.uuid(), purchaseId: z.uuid(), reason: longText });
export const unmatchedEntriesShape = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      bookedOn: z.string(),
      amount: z.int(),
      currency: currencyShape,
      reference: z.string(),
      payer: z.string(),
      iban: z.string(),
      why: z.enum(unmatchedReasons),
    }),
  ),
});

export const claimsRequestShape = z.object({
  state: z._default(z.enum(['open', 'overdue']), 'open'),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50),
  /** The purchase of the last one of the previous page. */
  after: z.optional(z.uuid()),
});
/** Of purchases by invoice. */
export const claimsShape = z.object({
  claims: z.array(
    z.object({
      purchaseId: z.string(),
      invoiceId: z.nullable(z.string()),
      number: z.string(),
      customer: z.nullable(personShape),
      currency: currencyShape,
      amount: z.int(),
      /** Of it, what is to be paid by now: less, while only an advance is asked for. */
      open: z.int(),
      due: z.int(),
      dueOn: z.string(),
      isOverdue: z.boolean(),
      reference: z.string(),
      link: z.nullable(z.string()),
      settlements: z.array(
        z.object({ id: z.string(), at: z.string(), amount: z.int(), returned: z.int(), paidBy: z.enum(paidBys), isUndone: z.boolean() }),
      ),
      reminders: z.array(z.object({ level: z.int(), at: z.string(), open: z.int() })),
    }),
  ),
  has_more: z.boolean(),
});

export const revokeLinkShape = z.object({ purpose: z.enum(['pay', 'invoice', 'quote']), subjectId: z.uuid() });
export type ClaimsRequest = z.output<typeof claimsRequestShape>;
