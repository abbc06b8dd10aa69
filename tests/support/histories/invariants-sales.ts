// Invariants of what is owed by invoice.
import { showMoney } from '#lib/money/money.ts';
import type { AccountStatement } from '#modules/sales/shapes-account.ts';
import { accountId } from '../rows/accounts.ts';
import { claimsWithSums, openOfReminders, owedByAccount, replacedInvoices } from '../rows/claims.ts';
import { outboxCount } from '../rows/support.ts';
import { type Invariant, isRequest, listClaims, perPurchase, plain } from './world.ts';

const readPage = async (link: string | null): Promise<string> => (link === null ? '' : (await fetch(link)).text());

export const salesInvariants = {
  'what a customer owes is the same in the books, at the desk and on the open page of its invoice': async (world) => {
    const errors: string[] = [];
    for (const who of world.customers) {
      const shown = new Map((await listClaims(world, who)).map((claim) => [claim.purchaseId, claim]));
      for (const { purchaseId, amount, settled, lowered } of await claimsWithSums(world.shop, await accountId(world.shop, who.email))) {
        const open = amount - settled - lowered;
        const atDesk = shown.get(purchaseId);
        const standing = atDesk?.settlements
          .filter(({ isUndone }) => !isUndone)
          .reduce((sum, each) => sum + each.amount - each.returned, 0);
        if ((atDesk?.open ?? 0) !== open) errors.push(`${open} is open of purchase ${purchaseId}, and the desk says ${atDesk?.open}`);
        if (atDesk && [atDesk.amount, standing].join() !== [amount, settled].join())
          errors.push(`purchase ${purchaseId} of ${amount} is settled with ${settled}, and the desk says ${standing} of ${atDesk.amount}`);
        const sum = plain(showMoney({ amount: atDesk?.due ?? 0, currency: 0 }, 'en'));
        // An advance may be asked for without an invoice, which has no page.
        if (atDesk?.invoiceId && atDesk.due > 0 && !plain(await readPage(atDesk.link)).includes(sum))
          errors.push(`the open page of purchase ${purchaseId} does not say ${sum}`);
      }
    }
    return errors;
  },
  'the statement of an account ends with what its client owes': async (world) => {
    const errors: string[] = [];
    for (const who of world.customers) {
      const { body } = await world.shop.call('GET /api/account-statement', { currency: 0 }, { token: (await world.as(who)).token });
      const { closing } = body as AccountStatement;
      const owed = await owedByAccount(world.shop, await accountId(world.shop, who.email));
      if (closing !== owed) errors.push(`the statement of ${who.email} ends with ${closing}, and ${owed} is owed`);
    }
    return errors;
  },
  'each reminder is one mail about an amount that was open': async (world) => {
    const errors: string[] = [];
    for (const who of world.customers) {
      const opens = await openOfReminders(world.shop, await accountId(world.shop, who.email));
      const mails = await outboxCount(world.shop, 'invoice-reminder', who.email);
      if (mails !== opens.length || opens.some((open) => open <= 0))
        errors.push(`${who.email} got ${mails} mails for reminders of ${opens.join(', ')}`);
    }
    return errors;
  },
  'paid purchase has one confirmation email and a document with its sum': async (world) => {
    const errors: string[] = [];
    const replaced = new Set(await replacedInvoices(world.shop));
    for (const who of world.customers) {
      const { token } = await world.as(who);
      const confirmations = (await world.shop.mails(who.email)).filter(({ subject }) => subject.startsWith('Your order is confirmed: '));
      const { body } = await world.shop.call('GET /api/papers', { limit: 200 }, { token });
      const claims = await listClaims(world, who);
      for (const [purchaseId, orders] of perPurchase(
        (await world.orders(who)).filter((order) => order.paidAt !== null && !isRequest(order)),
      )) {
        const { purchasePrice = 0, currency = 0 } = orders[0] ?? {};
        const shown = plain(showMoney({ amount: purchasePrice, currency }, 'en'));
        const mails = confirmations.filter(({ text }) => orders.some(({ number }) => text.includes(number)));
        const isGone = orders.every(({ status }) => status === -1);
        if (mails.length > 1 || (mails.length === 0 && !isGone))
          errors.push(`purchase ${purchaseId} is confirmed by ${mails.length} mails`);
        if (mails.some(({ text }) => !plain(text).includes(shown))) errors.push(`the mail of purchase ${purchaseId} does not say ${shown}`);
        const papers = body.papers.filter((each) => each.kind === 'invoice' && each.subjectId === purchaseId && !replaced.has(each.id));
        const gross = papers.reduce((sum, each) => sum + each.gross, 0);
        const waits = claims.some((claim) => claim.purchaseId === purchaseId && claim.due < claim.open);
        if (gross !== purchasePrice && !waits) errors.push(`purchase ${purchaseId} of ${purchasePrice} has papers of ${gross}`);
      }
    }
    return errors;
  },
} as const satisfies Readonly<Record<string, Invariant>>;
