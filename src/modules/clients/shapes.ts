// Request and response shapes of the list of customers, and of their notes and tags.
import * as z from 'zod/mini';
import { nameLine, toCleanLines } from '#lib/markdown/plain-text.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { findRequestShape } from '#modules/search/shapes.ts';
import { customerSorts, MAX_NOTE_CHARS, MAX_TAG_CHARS } from './rules.ts';

const messages = {
  note: /*i18n*/ { id: 'desk.customer.note', message: 'Enter a note.' },
  tag: /*i18n*/ {
    id: 'desk.customer.tag',
    message: 'Enter a tag of at most {maximum} characters, without commas or semicolons.',
    values: { maximum: MAX_TAG_CHARS },
  },
} as const satisfies Record<string, Message>;

const noteTextShape = z
  .string()
  .check(z.overwrite(toCleanLines), z.trim(), z.minLength(1, withMessage(messages.note)), z.maxLength(MAX_NOTE_CHARS));

/** Commas and semicolons separate the tags of an imported cell. */
const tagShape = z.string().check(
  z.overwrite((tag) => nameLine(tag).replace(/\s+/g, ' ')),
  z.trim(),
  z.minLength(1, withMessage(messages.tag)),
  z.maxLength(MAX_TAG_CHARS, withMessage(messages.tag)),
  z.regex(/^[^,;]*$/, withMessage(messages.tag)),
);

export const addNoteShape = z.object({ id: z.uuid(), text: noteTextShape });
/** The id of the note, and of the customer that it is about. */
export const removeNoteShape = z.object({ id: z.uuid(), note: z.uuid() });
export const changeTagShape = z.object({ id: z.uuid(), tag: tagShape });

export const customerNotesRequestShape = z.object({ id: z.uuid() });
export const customerNotesShape = z.object({
  tags: z.array(z.string()),
  notes: z.array(z.object({ id: z.string(), text: z.string(), author: z.string(), createdAt: z.string() })),
});
export type CustomerNotes = z.output<typeof customerNotesShape>;

/** All tags in use, in the order of the alphabet. */
export const tagListShape = z.array(z.string());

/** `currency`: of the spend to sort by. `before`: the cursor of the page before. */
export const customersRequestShape = z.object({
  q: z.optional(findRequestShape.shape.q),
  tag: z.optional(tagShape),
  sort: z.optional(z.enum(customerSorts)),
  currency: z.optional(z.pipe(z.coerce.number(), currencyShape)),
  before: z.optional(z.string()),
});
export type CustomersRequest = z.output<typeof customersRequestShape>;
export const customersFileShape = z.omit(customersRequestShape, { before: true });
export const customersShape = z.object({
  customers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      locale: z.string(),
      createdAt: z.string(),
      lastOrderAt: z.nullable(z.string()),
      /** Invoices less credit notes, of each currency in which there are any. */
      spent: z.array(z.object({ currency: currencyShape, amount: z.int() })),
      tags: z.array(z.string()),
    }),
  ),
  /** For the next page; null after the last. */
  next: z.nullable(z.string()),
  /** The text has more matches than are searched for. */
  isCut: z.boolean(),
});
export type CustomerList = z.output<typeof customersShape>;
