-- Purchases that came in the same moment, placed in one trip and with one commit. Nothing of them has a coupon or files: those wait for one another and go by
-- themselves (place_purchase). All of them or none: whatever is in the way of one is an error, and each is then placed by itself, so that only that one is
-- refused. FF004 a balance does not reach for all that are paid from it, FF007 a key is known.
-- Keys are taken in their order, then wallets in theirs, as everywhere: nobody waits in a circle.
create function place_purchases(p jsonb) returns void language plpgsql as $$
declare
  taken integer;
  reaches boolean;
begin
  if p -> 'keys' <> '[]' then
    insert into payment_key as kept (account_id, key, body_hash, answer, kept_at)
      select account_id, key, body_hash, answer, kept_at from jsonb_populate_recordset(null::payment_key, p -> 'keys') order by account_id, key
      on conflict (account_id, key) do update set body_hash = excluded.body_hash, answer = excluded.answer, kept_at = excluded.kept_at
      where kept.kept_at <= excluded.kept_at - interval '24 hours';
    get diagnostics taken = row_count;
    if taken < jsonb_array_length(p -> 'keys') then
      raise exception 'a key is known' using errcode = 'FF007';
    end if;
  end if;
  insert into purchase select * from jsonb_populate_recordset(null::purchase, p -> 'purchases');
  insert into shop_order select * from jsonb_populate_recordset(null::shop_order, p -> 'orders');
  insert into order_piece select * from jsonb_populate_recordset(null::order_piece, p -> 'pieces');
  if p -> 'subscriptions' <> '[]' then
    insert into subscription select * from jsonb_populate_recordset(null::subscription, p -> 'subscriptions');
  end if;
  if p -> 'payments' <> '[]' then
    insert into payment select * from jsonb_populate_recordset(null::payment, p -> 'payments');
  end if;
  if p -> 'fromBalance' = '[]' then
    return;
  end if;
  -- Last, as in place_purchase: who draws on the same wallet waits from here to the commit. A statement of its own, so that the next one sees what it waited for.
  perform from wallet where (account_id, currency) in
    (select account_id, currency from jsonb_to_recordset(p -> 'fromBalance') as spent (account_id uuid, currency smallint))
    order by account_id, currency for update;
  -- Cash first, promotional credit last, in the order in which they came: `upto` is what is spent of the wallet with this one.
  with spent as (
      select asked.*, coalesce(had.cash, 0) as cash, coalesce(had.promo, 0) as promo,
        sum(price) over (partition by account_id, currency order by place) as upto
      from jsonb_to_recordset(p -> 'fromBalance')
        as asked (place integer, id uuid, account_id uuid, currency smallint, price integer, created_at timestamptz)
      left join wallet had using (account_id, currency)),
    parts as (
      select *, (least(cash, upto) - least(cash, upto - price))::integer as in_cash from spent),
    taken as (
      update wallet set cash = wallet.cash - sums.in_cash, promo = wallet.promo - sums.in_promo
      from (select account_id, currency, sum(in_cash) as in_cash, sum(price - in_cash) as in_promo from parts group by account_id, currency) sums
      where wallet.account_id = sums.account_id and wallet.currency = sums.currency),
    booked as (
      insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, account_id, balance_after, at)
      select line.kind, id, line.held, 'sales', currency, line.amount, account_id, line.after, created_at
      from parts cross join lateral (values
        (1, 'spend', 'cash', in_cash, cash + promo - upto + price - in_cash),
        (2, 'spendPromo', 'promo', price - in_cash, cash + promo - upto)) line (step, kind, held, amount, after)
      where line.amount > 0 order by place, line.step),
    marked as (
      update purchase set promo = parts.price - parts.in_cash from parts where purchase.id = parts.id and parts.price > in_cash)
    select bool_and(upto <= cash + promo) into reaches from parts;
  if not reaches then
    raise exception 'the balance does not reach' using errcode = 'FF004';
  end if;
end $$;
