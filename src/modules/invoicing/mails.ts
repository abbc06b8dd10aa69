// Mails every new document to the address that its client has named for them, such as an accountant's.
import { showMoney } from '#lib/money/money.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { LinksModule } from '../links/actions.ts';
import type * as queries from './queries.ts';
import { findDetails } from './queries-details.ts';

type Deps = { readonly ctx: AppContext; readonly links: Pick<LinksModule, 'ensure'> };

export async function mailToAccountant({ ctx, links }: Deps, tx: DbClient, document: queries.BillingDocument): Promise<void> {
  const { id, accountId, gross, currency, content } = document;
  const details = await findDetails(tx, accountId);
  const recipient = await findMailRecipient(tx, accountId);
  if (!details || !recipient) return;
  const { locale, name } = recipient;
  const link = await links.ensure(tx, { purpose: 'invoice', subjectId: id, accountId });
  const amount = showMoney({ amount: gross, currency }, locale);
  const values = { team: details.company || name, number: content.number, amount, link };
  await postMail(ctx, tx, { to: details.documentsTo, locale, mail: 'document-copy', values, reference: content.number });
}

/**
 * Where mails about the account's invoices go: its own address first, unless they go to the accountant only.
 */
export async function listDocumentAddresses(from: DbClient, accountId: string, email: string): Promise<readonly string[]> {
  const details = await findDetails(from, accountId);
  if (!details?.documentsTo) return [email];
  return details.documentsOnly ? [details.documentsTo] : [email, details.documentsTo];
}
