-- Takes what purchases cost from wallets: cash first, promotional credit last, in the order of the purchases. Returns for each how much of it was credit. The
-- wallets stay locked until the commit. FF004: a balance is too low.
create or replace function debit_wallets(p_purchases jsonb) returns table (purchase_id uuid, credit integer) language plpgsql rows 1 as $$
declare
  short boolean;
begin
  -- A statement of its own: the next statement sees what was committed while this one waited for the locks.
  with spent as (
      select account_id, currency, sum(price) as price from jsonb_to_recordset(p_purchases) as each (account_id uuid, currency smallint, price integer)
      group by account_id, currency),
    covered as (
      select from wallet join spent using (account_id, currency) where cash + promo >= spent.price order by account_id, currency for update of wallet)
    select (select count(*) from covered) < count(*) into short from spent;
  if short then
    raise exception 'a balance is too low' using errcode = 'FF004';
  end if;
  return query
    -- `upto` is what this purchase and those before it take from the wallet.
    with spent as (
        select each.*, wallet.cash, wallet.promo, sum(price) over (partition by account_id, currency order by place) as upto
        from rows from (jsonb_to_recordset(p_purchases) as (id uuid, account_id uuid, currency smallint, price integer, created_at timestamptz))
          with ordinality as each (id, account_id, currency, price, created_at, place)
        join wallet using (account_id, currency)),
      parts as (
        select *, (least(cash, upto) - least(cash, upto - price))::integer as in_cash from spent),
      debited as (
        update wallet set cash = wallet.cash - sums.in_cash, promo = wallet.promo - sums.in_promo
        from (select account_id, currency, sum(in_cash) as in_cash, sum(price - in_cash) as in_promo from parts group by account_id, currency) sums
        where wallet.account_id = sums.account_id and wallet.currency = sums.currency),
      booked as (
        insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, account_id, balance_after, at)
        select line.kind, id, line.held, 'sales', currency, line.amount, account_id, line.after, created_at
        from parts cross join lateral (values
          (1, 'spend', 'cash', in_cash, cash + promo - upto + price - in_cash),
          (2, 'spendPromo', 'promo', price - in_cash, cash + promo - upto)) line (step, kind, held, amount, after)
        where line.amount > 0 order by place, line.step)
      select id, price - in_cash from parts;
end $$;

-- As debit_wallets, for one purchase.
create or replace function debit_wallet(p_account uuid, p_currency smallint, p_amount integer, p_purchase uuid, p_at timestamptz) returns integer language sql as $$
  select credit from debit_wallets(jsonb_build_array(
    jsonb_build_object('id', p_purchase, 'account_id', p_account, 'currency', p_currency, 'price', p_amount, 'created_at', p_at)))
$$;

-- Adds an amount to a wallet and books the ledger transfer. The ledger's unique key refuses a second booking for the same subject.
create or replace function credit_wallet(p_account uuid, p_currency smallint, p_amount integer, p_kind text, p_subject uuid, p_from text, p_to text, p_at timestamptz) returns bigint language plpgsql as $$
declare
  after bigint;
begin
  insert into wallet as stored (account_id, currency, cash, promo)
    values (p_account, p_currency, case p_to when 'cash' then p_amount else 0 end, case p_to when 'promo' then p_amount else 0 end)
    on conflict (account_id, currency) do update set cash = stored.cash + excluded.cash, promo = stored.promo + excluded.promo
    returning cash + promo into after;
  insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, account_id, balance_after, at)
    values (p_kind, p_subject, p_from, p_to, p_currency, p_amount, p_account, after, p_at);
  return after;
end $$;

-- Inserts a deposit with everything that belongs to it: idempotency key, coupon use, payment. Returns null, or the first response to the same idempotency
-- key. FF005: the coupon is for a first deposit only.
create or replace function place_deposit(p jsonb) returns jsonb language plpgsql as $$
declare
  new_deposit deposit;
  replay jsonb;
  first_only boolean;
begin
  select * into new_deposit from jsonb_populate_record(null::deposit, p -> 'deposit');
  if p -> 'key' <> 'null' then
    replay := claim_idempotency_key(new_deposit.account_id, p ->> 'key', decode(p ->> 'bodyHash', 'hex'), p -> 'answer', new_deposit.created_at);
    if replay is not null then
      return replay;
    end if;
  end if;
  if new_deposit.coupon_id is not null then
    first_only := claim_coupon_from(new_deposit.coupon_id, new_deposit.account_id, new_deposit.id, new_deposit.created_at, p ->> 'heldFrom');
    if first_only and exists (select from deposit
      where account_id = new_deposit.account_id and (state = 'paid' or (state = 'open' and coupon_id = new_deposit.coupon_id))) then
      raise exception 'not a first deposit' using errcode = 'FF005';
    end if;
  end if;
  insert into deposit (id, account_id, currency, price, amount, coupon_id, billing, state, created_at, settled_at, receipted_at)
    select new_deposit.id, new_deposit.account_id, new_deposit.currency, new_deposit.price, new_deposit.amount, new_deposit.coupon_id, new_deposit.billing, new_deposit.state, new_deposit.created_at,
      new_deposit.settled_at, new_deposit.receipted_at;
  if p -> 'payment' <> 'null' then
    perform insert_payments(jsonb_build_array(p -> 'payment'));
    insert into payment_browser (payment_id, account_id, data, recorded_at)
      select payment_id, account_id, data, recorded_at from jsonb_populate_record(null::payment_browser, p -> 'browser');
  elsif new_deposit.amount > 0 then
    -- The coupon covers the whole price: the shop gives the amount as credit.
    perform credit_wallet(new_deposit.account_id, new_deposit.currency, new_deposit.amount, 'bonus', new_deposit.id, 'promotion', 'promo', new_deposit.created_at);
  end if;
  return null;
end $$;

-- As place_deposit, and counts it towards the hourly limit.
create or replace function place_deposit_limited(p jsonb, p_limit jsonb) returns jsonb language plpgsql as $$
declare
  replay jsonb := place_deposit(p);
begin
  if replay is null and p_limit <> 'null' then
    perform consume_rate_limit(p_limit ->> 'key', (p_limit ->> 'points')::integer, (p -> 'deposit' ->> 'created_at')::timestamptz);
  end if;
  return replay;
end $$;
