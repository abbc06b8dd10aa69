// An e-invoice of a document, which is given out only if it follows the rules.
import { Readable } from 'node:stream';

import { writeCii } from '#lib/e-invoice/cii.ts';
import type { EInvoiceFormat } from '#lib/e-invoice/model.ts';
import { checkEInvoice } from '#lib/e-invoice/rules.ts';
import { writeUbl } from '#lib/e-invoice/ubl.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { SavedFile } from '#platform/http/bytes.ts';
import type { PaperContent } from '../contents.ts';
import type { BillingDocument } from '../queries.ts';
import { type Recipient, toEInvoice } from './mapping.ts';

const messages = {
  receipt: /*i18n*/ { id: 'einvoice.receipt', message: 'There are e-invoices of invoices and credit notes only.' },
  incomplete: /*i18n*/ {
    id: 'einvoice.incomplete',
    message: 'Some data for this e-invoice is missing or wrong (rule {rule}). Contact us, and we’ll put it right.',
  },
  /** In English only, as the desk is. */
  wrong: { id: 'einvoice.wrong', message: '{problem} ({rule})' },
} as const satisfies Record<string, Message>;

/** The desk learns what is wrong, a customer that something is. */
export type EInvoiceReader = 'desk' | 'customer';
type Request = { readonly recipient: Recipient; readonly format: EInvoiceFormat; readonly reader: EInvoiceReader };

/** Throws a user error that names the fields. */
export function createEInvoice(content: PaperContent, { recipient, format, reader }: Request): string {
  if (content.kind === 'receipt') throw new UserError(400, { id: [messages.receipt] });
  const invoice = toEInvoice(content, recipient);
  const errors = checkEInvoice(invoice, format);
  if (errors.length > 0) {
    const message = reader === 'desk' ? messages.wrong : messages.incomplete;
    const fields: Record<string, Message[]> = {};
    for (const { field, rule, problem } of errors)
      fields[field] = [...(fields[field] ?? []), { ...message, values: { rule, problem: `${field} ${problem}` } }];
    throw new UserError(400, fields);
  }
  return format === 'cii' ? writeCii(invoice) : writeUbl(invoice, format);
}

/** The address to which it is sent is the account's today. */
export async function writeEInvoice(
  from: DbClient,
  paper: BillingDocument,
  format: EInvoiceFormat,
  reader: EInvoiceReader,
): Promise<string> {
  const recipient = { email: (await findMailRecipient(from, paper.accountId))?.email ?? '' };
  return createEInvoice(paper.content, { recipient, format, reader });
}

export async function saveEInvoice(
  from: DbClient,
  paper: BillingDocument | undefined,
  format: EInvoiceFormat,
  reader: EInvoiceReader,
): Promise<SavedFile> {
  if (!paper) throw new UserError(404);
  const xml = Buffer.from(await writeEInvoice(from, paper, format, reader));
  const name = `${paper.content.number}-${format}.xml`;
  return { name, bytes: xml.length, stream: Readable.from([xml], { objectMode: false }), type: 'application/xml' };
}
