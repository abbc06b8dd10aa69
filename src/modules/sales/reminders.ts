// Reminds clients of invoices that are overdue, on the owner's schedule. Each reminder is stored under the
// lock of the claim before its mail is, so two nodes mail it once, and a settled claim is reminded no more.

import { showMoney } from '#lib/money/money.ts';
import { getDayIn, startOfDay } from '#lib/time/days.ts';
import type { Message } from '#lib/user-error.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { listDocumentAddresses } from '#modules/invoicing/mails.ts';
import { findInvoice } from '#modules/invoicing/queries.ts';
import type { LinksModule } from '#modules/links/actions.ts';
import { postMail } from '#modules/mail/actions.ts';
import { computeDueAmount } from '#modules/wallet/claims.ts';
import { type Claim, lockClaim } from '#modules/wallet/queries-claims.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import { forEachRow } from '#platform/jobs/each-row.ts';
import { href } from '../../pages.ts';
import { insertReminder, listDueReminders } from './queries-reminders.ts';
import type { RemindersValue } from './shapes-reminders.ts';

const messages = {
  open: /*i18n*/ { id: 'reminder.open', message: 'Amount due' },
  reference: /*i18n*/ { id: 'reminder.reference', message: 'Payment reference' },
  bank: /*i18n*/ { id: 'reminder.account', message: 'Account (IBAN)' },
} as const satisfies Record<string, Message>;

export type RemindersDeps = {
  readonly ctx: AppContext;
  readonly links: Pick<LinksModule, 'find'>;
  /** The owner's, read at each run. */
  readonly reminders: () => RemindersValue;
};

export async function sendReminders(deps: RemindersDeps, signal: AbortSignal): Promise<void> {
  const { ctx } = deps;
  const { send, reminders } = deps.reminders();
  if (!send) return;
  const today = getDayIn(ctx.calendar().zone, ctx.clock.now());
  const schedule = reminders.map(({ days }) => days);
  await forEachRow(ctx, signal, 'sales.sendReminders', [
    {
      due: (limit) => listDueReminders(ctx.db.orm, { schedule, today, now: ctx.clock.now(), limit }),
      async handle(tx, { id }) {
        const claim = await lockClaim(tx, id);
        const [due] = await listDueReminders(tx, { schedule, today, now: ctx.clock.now(), limit: 1, purchaseId: id });
        const reminder = due && reminders[due.level - 1];
        if (!claim || !reminder) return;
        const { purchaseId, accountId } = claim;
        const sent = { purchaseId, level: due.level, accountId, open: computeDueAmount(claim), sentOn: today, sentAt: ctx.clock.now() };
        if (await insertReminder(tx, sent)) await mailReminder(deps, tx, claim, reminder);
      },
    },
  ]);
}

type Reminder = RemindersValue['reminders'][number];

async function mailReminder({ ctx, links }: RemindersDeps, tx: DbClient, claim: Claim, { title, text }: Reminder): Promise<void> {
  const [recipient, invoice] = [await findMailRecipient(tx, claim.accountId), await findInvoice(tx, claim.purchaseId)];
  if (!recipient || !invoice) return;
  const { email, locale, name } = recipient;
  const { number, terms } = invoice.content;
  const money = showMoney({ amount: computeDueAmount(claim), currency: claim.currency }, locale);
  const values = {
    ...{ name, number, what: localizeText(title, locale), message: localizeText(text, locale) },
    items: [
      { name: translate(messages.open, locale), amount: money, isTotal: true },
      { name: translate(messages.reference, locale), amount: claim.reference },
      ...(terms?.iban ? [{ name: translate(messages.bank, locale), amount: [terms.iban, terms.bic].filter(Boolean).join(', ') }] : []),
    ],
    on: startOfDay(claim.dueOn, ctx.calendar().zone).toISOString(),
    link: (await links.find(tx, 'invoice', invoice.id)) ?? `${ctx.config.shopUrl}${href('orderHistory')}`,
  };
  for (const to of await listDocumentAddresses(tx, claim.accountId, email))
    await postMail(ctx, tx, { to, locale, mail: 'invoice-reminder', values, reference: number });
}
