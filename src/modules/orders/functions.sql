-- Inserts purchases with their orders, pieces, subscriptions and payments from JSON. Columns are named: a column that a newer release has added keeps its
-- default when a process of this release places an order. Read a column that has a default as coalesce(name, default).
create or replace function insert_purchases(p_purchases jsonb, p_orders jsonb, p_pieces jsonb, p_subscriptions jsonb, p_payments jsonb) returns void language plpgsql as $$
begin
  insert into purchase (id, account_id, currency, subtotal, discount, price, coupon_id, billing, consents, locale, state, paid_from, promo, created_at, paid_at,
      confirmation_sent_at, invoiced_at)
    select id, account_id, currency, subtotal, discount, price, coupon_id, billing, consents, locale, state, paid_from, promo, created_at, paid_at,
      confirmation_sent_at, invoiced_at
    from jsonb_populate_recordset(null::purchase, p_purchases);
  insert into shop_order (id, number, purchase_id, account_id, offer_id, service_type, quantity, platform, currency, total, discount, price, answers,
      answers_short, status, subscription_id, period, created_at, paid_at, started_at, delivered_at, cancelled_at, add_ons)
    select id, number, purchase_id, account_id, offer_id, service_type, quantity, platform, currency, total, discount, price, answers,
      answers_short, status, subscription_id, period, created_at, paid_at, started_at, delivered_at, cancelled_at, coalesce(add_ons, '[]')
    from jsonb_populate_recordset(null::shop_order, p_orders);
  insert into order_piece (id, order_id, account_id, position, offer_id, service_type, quantity, list_value, brief, state, due_at, platform, language, may_begin_at, maker_id,
      maker_name, taken_at, waits_since, left_seconds, unanswered_since, trouble, production_tried_at, changed_at, version, accept_at, held_since,
      held_for, is_instant)
    select id, order_id, account_id, position, offer_id, service_type, quantity, coalesce(list_value, 0), brief, state, due_at, platform, language, may_begin_at, maker_id,
      maker_name, taken_at, waits_since, left_seconds, unanswered_since, trouble, production_tried_at, changed_at, version, accept_at, held_since,
      held_for, coalesce(is_instant, false)
    from jsonb_populate_recordset(null::order_piece, p_pieces);
  if p_subscriptions <> '[]' then
    insert into subscription (id, account_id, offer_id, quantity, platform, currency, price, answers, state, anchor_day, renews_at, reminded, created_at, add_ons)
      select id, account_id, offer_id, quantity, platform, currency, price, answers, state, anchor_day, renews_at, coalesce(reminded, false), created_at, coalesce(add_ons, '[]')
      from jsonb_populate_recordset(null::subscription, p_subscriptions);
  end if;
  if p_payments <> '[]' then
    perform insert_payments(p_payments);
  end if;
end $$;

-- Places a purchase with everything that belongs to it. Returns null, or the first response to the same idempotency key. The wallet is debited last, so that
-- its row is locked only from there to the commit. FF005: the coupon is for a first purchase only.
create or replace function place_purchase(p jsonb) returns jsonb language plpgsql as $$
declare
  new_purchase purchase;
  replay jsonb;
  first_only boolean;
  credit integer;
begin
  select * into new_purchase from jsonb_populate_record(null::purchase, p -> 'purchase');
  if p -> 'key' <> 'null' then
    replay := claim_idempotency_key(new_purchase.account_id, p ->> 'key', decode(p ->> 'bodyHash', 'hex'), p -> 'answer', new_purchase.created_at);
    if replay is not null then
      return replay;
    end if;
  end if;
  if new_purchase.coupon_id is not null then
    -- A statement of its own: the next statement sees what was committed while this one waited for the lock.
    first_only := claim_coupon_from(new_purchase.coupon_id, new_purchase.account_id, new_purchase.id, new_purchase.created_at, p ->> 'heldFrom');
    if first_only and exists (select from purchase
      where account_id = new_purchase.account_id and (state = 'paid' or (state = 'open' and coupon_id = new_purchase.coupon_id))) then
      raise exception 'not a first purchase' using errcode = 'FF005';
    end if;
  end if;
  perform insert_purchases(jsonb_build_array(p -> 'purchase'), p -> 'orders', p -> 'pieces', p -> 'subscriptions',
    case when p -> 'payment' = 'null' then '[]' else jsonb_build_array(p -> 'payment') end);
  if p -> 'files' <> '[]' then
    perform claim_files(new_purchase.account_id, array(select jsonb_array_elements_text(p -> 'files')::uuid), new_purchase.id, new_purchase.created_at);
  end if;
  if new_purchase.paid_from = 'balance' then
    credit := debit_wallet(new_purchase.account_id, new_purchase.currency, new_purchase.price, new_purchase.id, new_purchase.created_at);
    if credit > 0 then
      update purchase set promo = credit where id = new_purchase.id;
    end if;
  end if;
  return null;
end $$;

-- Places several purchases without coupons or files in one transaction: all of them, or none. FF004: a balance is too low, FF007: an idempotency key is
-- already in use.
create or replace function place_purchases(p jsonb) returns void language plpgsql as $$
declare
  taken integer;
  suffices boolean;
begin
  if p -> 'keys' <> '[]' then
    insert into idempotency_key as existing (account_id, key, body_hash, response, recorded_at)
      select account_id, key, body_hash, response, recorded_at from jsonb_populate_recordset(null::idempotency_key, p -> 'keys') order by account_id, key
      on conflict (account_id, key) do update set body_hash = excluded.body_hash, response = excluded.response, recorded_at = excluded.recorded_at
      where existing.recorded_at <= excluded.recorded_at - interval '24 hours';
    get diagnostics taken = row_count;
    if taken < jsonb_array_length(p -> 'keys') then
      raise exception 'a key is known' using errcode = 'FF007';
    end if;
  end if;
  perform insert_purchases(p -> 'purchases', p -> 'orders', p -> 'pieces', p -> 'subscriptions', p -> 'payments');
  if p -> 'fromBalance' = '[]' then
    return;
  end if;
  -- Last, as in place_purchase: other debits of the same wallet wait from here to the commit. A statement of its own, so that the next one sees what was
  -- committed while it waited.
  perform from wallet where (account_id, currency) in
    (select account_id, currency from jsonb_to_recordset(p -> 'fromBalance') as spent (account_id uuid, currency smallint))
    order by account_id, currency for update;
  -- Cash first, promotional credit last, in order of arrival: `upto` is what this purchase and those before it take from the wallet.
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
    select bool_and(upto <= cash + promo) into suffices from parts;
  if not suffices then
    raise exception 'the balance is too low' using errcode = 'FF004';
  end if;
end $$;

-- As place_purchase, and counts it towards the hourly limit: last, because other requests of the same account wait for this row until the commit.
create or replace function place_purchase_limited(p jsonb, p_limit jsonb) returns jsonb language plpgsql as $$
declare
  replay jsonb := place_purchase(p);
begin
  if replay is null and p_limit <> 'null' then
    perform consume_rate_limit(p_limit ->> 'key', (p_limit ->> 'points')::integer, (p -> 'purchase' ->> 'created_at')::timestamptz);
  end if;
  return replay;
end $$;

-- As place_purchases, and counts each towards its account's hourly limit, in one order for all.
create or replace function place_purchases_limited(p jsonb, p_limits jsonb) returns void language plpgsql as $$
declare
  taken record;
begin
  perform place_purchases(p);
  for taken in select * from jsonb_to_recordset(p_limits) as each (key text, points integer, at timestamptz) order by key loop
    perform consume_rate_limit(taken.key, taken.points, taken.at);
  end loop;
end $$;
