// Invariants of what is owed by invoice.
import { showMoney } from '#lib/money/money.ts';
import { accountId } from '../rows/accounts.ts';
import { claimsWithSums } from '../rows/claims.ts';
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
} as const satisfies Readonly<Record<string, Invariant>>;
