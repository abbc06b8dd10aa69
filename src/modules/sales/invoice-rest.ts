// The invoice of what is left after an advance.

import { showMoney } from '#lib/money/money.ts';
import { addDays, getDayIn, startOfDay } from '#lib/time/days.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { issueInvoice } from '#modules/invoicing/issue.ts';
import { listDocumentAddresses } from '#modules/invoicing/mails.ts';
import type { BillingDocument } from '#modules/invoicing/queries.ts';
import type { LinksModule } from '#modules/links/actions.ts';
import { postMail } from '#modules/mail/actions.ts';
import { lockPurchase } from '#modules/orders/queries.ts';
import { findClaim } from '#modules/wallet/queries-claims.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { SalesDeps } from './create-order.ts';

const messages = {
  nothing: /*i18n*/ { id: 'sale.noRest', message: 'Nothing of this order waits for an invoice.' },
} as const satisfies Record<string, Message>;

type RestDeps = SalesDeps & { readonly links: LinksModule };
type Request = { readonly purchaseId: string; readonly termsDays: number };

export async function invoiceRest(deps: RestDeps, tx: DbClient, { purchaseId, termsDays }: Request) {
  const { ctx, links, shop } = deps;
  // Of two operators, the second finds nothing left.
  await lockPurchase(tx, purchaseId);
  const before = await findClaim(tx, purchaseId);
  if (!before) throw new UserError(404);
  const dueOn = addDays(getDayIn(shop.brand.timeZone, ctx.clock.now()), termsDays);
  const invoice = before.asked === null ? undefined : await issueInvoice(deps.issuing, tx, purchaseId, { dueOn });
  // Another operator or the job may have issued it meanwhile.
  if (!invoice || (await findClaim(tx, purchaseId))?.asked !== null) throw new UserError(400, { '': [messages.nothing] });
  const { id, accountId, gross: total, content } = invoice;
  const link = await links.ensure(tx, { purpose: 'invoice', subjectId: id, accountId });
  await mailInvoice(deps, tx, invoice, link);
  return { id, number: content.number, purchaseId, total, reference: before.reference, link };
}

async function mailInvoice({ ctx }: RestDeps, tx: DbClient, { accountId, gross, content }: BillingDocument, link: string): Promise<void> {
  const recipient = await findMailRecipient(tx, accountId);
  if (!recipient || !content.terms) return;
  const { email, locale, name } = recipient;
  const [to = email] = await listDocumentAddresses(tx, accountId, email);
  const { dueOn, reference } = content.terms;
  const values = {
    ...{ name, number: content.number, reference, link, amount: showMoney({ amount: gross, currency: content.currency }, locale) },
    on: startOfDay(dueOn, ctx.calendar().zone).toISOString(),
  };
  await postMail(ctx, tx, { to, locale, mail: 'invoice', values, reference: content.number });
}
