// Decides who has a right of withdrawal: consumers in the owner's countries. A buyer says once whether they
// are one; until then, a VAT ID makes a business.

import type { BuysAs } from '#modules/orders/statuses.ts';
import { batchReads } from '#platform/database/batch-reads.ts';
import type { DbClient } from '#platform/database/database.ts';

/** The accounts among these that buy as a business; provided by the invoicing module. */
export type ListBusinesses = (accountIds: readonly string[], tx?: DbClient) => Promise<ReadonlySet<string>>;

export type WithdrawalRight = {
  countries(): readonly string[];
  isBusiness(accountId: string): Promise<boolean>;
  /** Within a transaction, pass it: a second connection may not be free. */
  appliesTo(accountId: string, country: string, tx?: DbClient, buysAs?: BuysAs): Promise<boolean>;
};

export function openWithdrawalRight(countries: () => readonly string[], listBusinesses: ListBusinesses): WithdrawalRight {
  const request = batchReads(async (accountIds: readonly string[]) => {
    const found = await listBusinesses(accountIds);
    return accountIds.map((id, place) => ({ place, row: found.has(id) }));
  });
  const isBusiness = async (accountId: string, tx?: DbClient) =>
    tx ? (await listBusinesses([accountId], tx)).has(accountId) : ((await request(accountId)) ?? false);
  /** Of a country that is not known yet, too: it is asked before the contract. */
  const mayApply = (country: string) => countries().some((each) => country === '' || country === each);
  return {
    countries,
    isBusiness,
    appliesTo: async (accountId, country, tx, buysAs) =>
      mayApply(country) && (buysAs ? buysAs === 'consumer' : !(await isBusiness(accountId, tx))),
  };
}
