// What the rooms above are asked about a person, without being entered from here: src/event-handlers.ts says who answers.
import type { DbClient } from '../../infra/database/database.ts';
import type { Message } from '../../lib/user-error.ts';

/** A room knows a person by the account's id; the address is for the mails, which know no accounts. */
export type AccountOwner = { readonly accountId: string; readonly email: string };

export type AccountEvents = {
  /** Somebody who reads at this address has said that it is the account's. Announced in the transaction in which it becomes so. */
  readonly 'accounts.addressConfirmed': readonly ((tx: DbClient, whose: AccountOwner) => Promise<void>)[];
  /** Somebody takes their data: each room's part of it, under a name of its own, newest first and not more than so many. */
  readonly 'accounts.taken': Readonly<
    Record<string, (queries: DbClient, whose: AccountOwner, limit: number) => Promise<readonly object[]>>
  >;
  /** Somebody wants to close the account: what must be settled first, in words. Asked in the transaction, under the lock of the account's row. */
  readonly 'accounts.closing': readonly ((tx: DbClient, whose: AccountOwner) => Promise<Message | undefined>)[];
  /** Somebody has asked to close the account, and nothing stands against it: what would go on by itself stops. */
  readonly 'accounts.leaving': readonly ((tx: DbClient, whose: AccountOwner) => Promise<void>)[];
  /** An account is erased, in this transaction. What the books need stays, with nothing of the person in it. */
  readonly 'accounts.erased': readonly ((tx: DbClient, whose: AccountOwner) => Promise<void>)[];
};

export async function announceConfirmed(reactions: AccountEvents, tx: DbClient, whose: AccountOwner): Promise<void> {
  for (const react of reactions['accounts.addressConfirmed']) await react(tx, whose);
}
