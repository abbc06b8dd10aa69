// The sums of a customer's transfers up to the last good check: the next one adds only the newer transfers.

/**
 * By account and currency, of the touched accounts. Ids of one wallet's transfers ascend, because its row is
 * locked while one is booked.
 */
export const carriedTotals = `
      select account_id, currency, coalesce(carried.cash, 0) + moved.cash as cash, coalesce(carried.promo, 0) + moved.promo as promo,
        coalesce(moved.newest, carried.transfer_id, 0) as transfer_id
      from (select account_id, currency from wallet where touched(account_id)
        union select account_id, currency from ledger_transfer where touched(account_id) and newer(id)) as held
      left join audit_balance as carried using (account_id, currency)
      cross join lateral (
        select max(id) as newest,
          coalesce(sum(case when to_account = 'cash' then amount when from_account = 'cash' then -amount else 0 end), 0) as cash,
          coalesce(sum(case when to_account = 'promo' then amount when from_account = 'promo' then -amount else 0 end), 0) as promo
        from ledger_transfer
        where account_id = held.account_id and currency = held.currency and id > coalesce(carried.transfer_id, 0)) as moved`;
