// Invariants of what is owed by invoice.
import { showMoney } from '#lib/money/money.ts';
import type { AccountStatement } from '#modules/sales/shapes-account.ts';
import { accountId } from '../rows/accounts.ts';
import { claimsWithSums, openOfReminders, owedByAccount } from '../rows/claims.ts';
import { outboxCount } from '../rows/support.ts';
import { type Invariant, listClaims, plain } from './world.ts';

export const salesInvariants = {
  'what a customer owes is the same in the books, at the desk and on the open page of its invoice': async (world) => {
    const errors: string[] = [];
    for (const who of world.customers) {
      const shown = new Map((await listClaims(world, who)).map((claim) => [claim.purchaseId, claim]));
      for (const { purchaseId, amount, settled, lowered } of await claimsWithSums(world.shop, await accountId(world.shop, who.email))) {
        const open = amount - settled - lowered;
        const atDesk = shown.get(purchaseId);
        const standing = atDesk?.settlements.filter(({ isUndone }) => !isUndone).reduce((sum, each) => sum + each.amount, 0);
        if ((atDesk?.open ?? 0) !== open) errors.push(`${open} is open of purchase ${purchaseId}, and the desk says ${atDesk?.open}`);
        if (atDesk && [atDesk.amount, standing].join() !== [amount, settled].join())
          errors.push(`purchase ${purchaseId} of ${amount} is settled with ${settled}, and the desk says ${standing} of ${atDesk.amount}`);
        const sum = plain(showMoney({ amount: open, currency: 0 }, 'en'));
        if (atDesk && !plain(await (await fetch(atDesk.link ?? '')).text()).includes(sum))
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
} as const satisfies Readonly<Record<string, Invariant>>;
