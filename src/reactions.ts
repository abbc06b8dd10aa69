// TABLE 3: what follows a fact. A room announces a fact; the rooms above it in the list of rooms are not entered by it, they react here,
// inside the same transaction. A fact that nothing follows is not listed.
import type { Queries } from './infra/db.ts';
import type { AccountFacts } from './rooms/accounts/facts.ts';
import { joinTickets } from './rooms/support/actions.ts';

type Facts = AccountFacts;
type Reactions = { readonly [Fact in keyof Facts]: readonly ((tx: Queries, about: Facts[Fact]) => Promise<void>)[] };

export const reactions: Reactions = {
  'accounts.addressConfirmed': [joinTickets],
};

/** One after the other, in the order of the table: they share the transaction. */
export async function announce<Fact extends keyof Facts>(tx: Queries, fact: Fact, about: Facts[Fact]): Promise<void> {
  for (const follow of reactions[fact]) await follow(tx, about);
}
