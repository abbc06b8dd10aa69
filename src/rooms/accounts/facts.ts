// What happens in this room that others follow; src/reactions.ts says who. It is announced inside the transaction in which it happens.
import type { Queries } from '../../infra/db.ts';

export type AccountFacts = {
  /** Somebody who reads at this address has said that it is the account's. */
  readonly 'accounts.addressConfirmed': { readonly accountId: string; readonly email: string };
};

export type Announce = <Fact extends keyof AccountFacts>(tx: Queries, fact: Fact, about: AccountFacts[Fact]) => Promise<void>;
