// Events that accounts publish to other modules. The handlers are registered in src/event-handlers.ts.

import type { Message } from '#lib/user-error.ts';
import type { DbClient } from '#platform/database/database.ts';

/** Modules store the account id; mails are found by the address. */
export type AccountOwner = { readonly accountId: string; readonly email: string };

export type AccountEvents = {
  /** The account's address was confirmed. Called in the same transaction. */
  readonly 'accounts.addressConfirmed': readonly ((tx: DbClient, whose: AccountOwner) => Promise<void>)[];
  /** The password has changed: links that decide for the account end. Called in the same transaction. */
  readonly 'accounts.passwordChanged': readonly ((tx: DbClient, accountId: string, now: Date) => Promise<void>)[];
  /** A member was added, changed or removed, or the owner changed. Called in the same transaction. */
  readonly 'accounts.teamChanged': readonly ((tx: DbClient, accountId: string, now: Date) => Promise<void>)[];
  /** Data export: rows of each module under its own key, newest first, limited. */
  readonly 'accounts.taken': Readonly<
    Record<string, (queries: DbClient, whose: AccountOwner, limit: number) => Promise<readonly object[]>>
  >;
  /**
   * Returns the reason why the account cannot be closed yet. Called in the transaction, under the account's
   * lock.
   */
  readonly 'accounts.closing': readonly ((tx: DbClient, whose: AccountOwner) => Promise<Message | undefined>)[];
  /** Closing was requested and is possible: stop subscriptions and other automatic work. */
  readonly 'accounts.leaving': readonly ((tx: DbClient, whose: AccountOwner) => Promise<void>)[];
  /** The account is erased in this transaction: remove personal data, keep what bookkeeping requires. */
  readonly 'accounts.erased': readonly ((tx: DbClient, whose: AccountOwner) => Promise<void>)[];
};

export async function announceConfirmed(reactions: AccountEvents, tx: DbClient, whose: AccountOwner): Promise<void> {
  for (const react of reactions['accounts.addressConfirmed']) await react(tx, whose);
}
