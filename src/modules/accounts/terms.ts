// The terms of a client: a discount of their own, and whether the shop has blocked them. A blocked client
// logs in as before, and what is ordered goes on; only new orders and deposits are refused.
import { type Message, UserError } from '#lib/user-error.ts';
import { batchReads } from '#platform/database/batch-reads.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { AccountOwner } from './events.ts';
import type { Terms } from './queries-terms.ts';
import * as queries from './queries-terms.ts';

const messages = {
  blocked: /*i18n*/ {
    id: 'account.blocked',
    message: 'Your account can’t place new orders or add funds right now. Write to us, and we’ll sort it out.',
  },
} as const satisfies Record<string, Message>;

/** Reads the terms of many buyers by one statement. */
export function createTermsReader(from: DbClient): (accountId: string) => Promise<Terms> {
  const read = batchReads(async (accountIds: readonly string[]) => {
    const found = await queries.listTerms(from, accountIds);
    return accountIds.map((id, place) => ({ place, row: found.get(id) ?? queries.noTerms }));
  });
  return async (accountId) => (await read(accountId)) ?? queries.noTerms;
}

export function expectNotBlocked({ blockedAt }: Pick<Terms, 'blockedAt'>): void {
  if (blockedAt) throw new UserError(400, { '': [messages.blocked] });
}

export async function exportTerms(from: DbClient, { accountId }: AccountOwner): Promise<readonly object[]> {
  const { discountPercent, blockedAt, blockReason } = await queries.findTerms(from, accountId);
  return discountPercent > 0 || blockedAt ? [{ discountPercent, blockedAt, blockReason }] : [];
}

export const eraseTerms = (tx: DbClient, { accountId }: AccountOwner): Promise<void> => queries.deleteTerms(tx, accountId);
