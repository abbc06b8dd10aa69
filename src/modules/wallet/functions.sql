-- Takes an amount from a wallet: cash first, promotional credit last. Returns how much of it was credit. The wallet's row stays locked until the commit.
-- FF004: the balance is too low.
create or replace function debit_wallet(p_account uuid, p_currency smallint, p_amount integer, p_purchase uuid, p_at timestamptz) returns integer language plpgsql as $$
declare
  stored wallet;
  in_cash integer;
begin
  select * into stored from wallet where account_id = p_account and currency = p_currency for update;
  if not found or stored.cash + stored.promo < p_amount then
    raise exception 'the balance is too low' using errcode = 'FF004';
  end if;
  in_cash := least(stored.cash, p_amount);
  update wallet set cash = cash - in_cash, promo = promo - (p_amount - in_cash) where account_id = p_account and currency = p_currency;
  if in_cash > 0 then
    insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, account_id, balance_after, at)
      values ('spend', p_purchase, 'cash', 'sales', p_currency, in_cash, p_account, stored.cash + stored.promo - in_cash, p_at);
  end if;
  if in_cash < p_amount then
    insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, account_id, balance_after, at)
      values ('spendPromo', p_purchase, 'promo', 'sales', p_currency, p_amount - in_cash, p_account, stored.cash + stored.promo - p_amount, p_at);
  end if;
  return p_amount - in_cash;
end $$;

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
