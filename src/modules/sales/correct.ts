// Another invoice with the buyer put right, asked for by the client or an operator.
import { UserError } from '#lib/user-error.ts';
import { correctInvoiceBuyer } from '#modules/invoicing/correct.ts';
import { getPaper } from '#modules/invoicing/queries.ts';
import type { LinksModule } from '#modules/links/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { SalesDeps } from './create-order.ts';
import type { CorrectInvoice } from './shapes-account.ts';

export type CorrectDeps = Pick<SalesDeps, 'issuing'> & { readonly links: LinksModule };

/** `accountId`: of the client who asks; absent for an operator. */
export async function correctInvoice({ issuing, links }: CorrectDeps, tx: DbClient, request: CorrectInvoice, accountId?: string) {
  const { id, ...correction } = request;
  const { credit, invoice } = await correctInvoiceBuyer(issuing, tx, { id, correction, ...(accountId ? { accountId } : {}) });
  // Who has the open link of the first one reads the new one there; the desk hands out the new address.
  if (await links.find(tx, 'invoice', id))
    await links.create(tx, { purpose: 'invoice', subjectId: invoice.id, accountId: invoice.accountId });
  return { id: invoice.id, number: invoice.content.number, creditNote: credit.content.number };
}

/** The buyer as on the document, to correct it. */
export async function readBuyer(from: DbClient, id: string, accountId?: string) {
  const found = await getPaper(from, id);
  if (!found || (accountId !== undefined && found.accountId !== accountId)) throw new UserError(404);
  const { company, vatId, reference = '', firstName, lastName, address, zipCode, city } = found.content.buyer;
  return { company, vatId, reference, firstName, lastName, address, zipCode, city };
}
