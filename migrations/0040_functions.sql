set local check_function_bodies = off;
--> statement-breakpoint
-- Counts one hit of at most p_points within any hour, in the caller's transaction: if that is rolled back, the hit is not counted. FF009: the limit is
-- reached; the detail is the number of seconds until the next hit is allowed.
create or replace function consume_rate_limit(p_key text, p_points integer, p_at timestamptz) returns void language plpgsql as $$
declare
  hour constant interval := interval '1 hour';
  counted timestamptz[];
begin
  insert into rate_limit as stored (key, hits, expires_at) values (p_key, array[p_at], p_at + hour)
    on conflict (key) do update set expires_at = excluded.expires_at,
      hits = array(select hit from unnest(stored.hits) as hit where hit > p_at - hour and hit < p_at + hour) || excluded.hits
    returning hits into counted;
  if cardinality(counted) > p_points then
    counted := array(select hit from unnest(counted) as hit order by hit desc);
    raise exception 'too many in an hour' using errcode = 'FF009', detail = ceil(extract(epoch from counted[p_points + 1] + hour - p_at))::text;
  end if;
end $$;

-- One refresh of a session, decided under the lock of its row. Of many requests with the same token one rotates it; the others get the salt from which the
-- same successor is derived. A token that was rotated longer ago than the grace period, or twice, ends the session.
create or replace function refresh_session(selector bytea, presented bytea, successor bytea, new_salt bytea, moment timestamptz, grace interval)
returns table (outcome text, session_id uuid, account_id uuid, salt bytea) language plpgsql as $$
declare
  s account_session;
begin
  select * into s from account_session where selector_hash = selector for update;
  if not found or s.ended_at is not null or s.expires_at <= moment then
    return;
  end if;
  if s.current_hash = presented then
    update account_session
    set previous_hash = presented, current_hash = successor, salt = new_salt, rotated_at = moment, last_used_at = moment
    where id = s.id;
    return query select 'rotated', s.id, s.account_id, new_salt;
  elsif s.previous_hash = presented and s.rotated_at > moment - grace then
    return query select 'again', s.id, s.account_id, s.salt;
  else
    update account_session set ended_at = moment, end_reason = 'reuse' where id = s.id;
    return query select 'reused', s.id, s.account_id, null::bytea;
  end if;
end
$$;

-- True if an open purchase or an open deposit of this account holds a use of the coupon.
create or replace function has_unpaid_use(p_coupon uuid, p_account uuid, p_except uuid) returns boolean language sql stable as $$
  select exists (
    select from coupon_use as use
    where use.coupon_id = p_coupon and use.account_id = p_account and use.released_at is null and use.subject_id is distinct from p_except
      and (exists (select from purchase where id = use.subject_id and state = 'open')
        or exists (select from deposit where id = use.subject_id and state = 'open')))
$$;

-- Claims one use of a coupon; the coupon's row stays locked until the commit. Returns true if the coupon is for a first purchase only. FF002: used up,
-- FF003: this customer has used it as often as allowed, FF008: an unpaid purchase of this account holds a use (otherwise one account could block a code
-- without paying).
create or replace function claim_coupon(p_coupon uuid, p_account uuid, p_subject uuid, p_at timestamptz) returns boolean language plpgsql as $$
declare
  claimed record;
begin
  -- A statement of its own: the next statements see what was committed while this one waited for the lock.
  perform from coupon where id = p_coupon for update;
  select total_limit, customer_limit, first_purchase_only, uses into claimed from coupon where id = p_coupon;
  if (claimed.total_limit is not null or claimed.customer_limit is not null) and has_unpaid_use(p_coupon, p_account, p_subject) then
    raise exception 'the account has an unpaid use of the coupon' using errcode = 'FF008';
  end if;
  if claimed.uses >= claimed.total_limit then
    raise exception 'the coupon is used up' using errcode = 'FF002';
  end if;
  if claimed.customer_limit is not null
    and (select count(*) from coupon_use where coupon_id = p_coupon and account_id = p_account and released_at is null) >= claimed.customer_limit then
    raise exception 'the customer has used the coupon' using errcode = 'FF003';
  end if;
  update coupon set uses = uses + 1 where id = p_coupon;
  insert into coupon_use (subject_id, coupon_id, account_id, claimed_at) values (p_subject, p_coupon, p_account, p_at);
  return claimed.first_purchase_only;
end $$;

-- Claims an idempotency key. Returns null if the key is new or more than 24 hours old, otherwise the first response. Concurrent requests with the same key
-- wait for the first one's commit. FF001: the key was used with another request body.
create or replace function claim_idempotency_key(p_account uuid, p_key text, p_hash bytea, p_response jsonb, p_at timestamptz) returns jsonb language plpgsql as $$
declare
  stored idempotency_key;
begin
  insert into idempotency_key as existing (account_id, key, body_hash, response, recorded_at) values (p_account, p_key, p_hash, p_response, p_at)
    on conflict (account_id, key) do update set body_hash = excluded.body_hash, response = excluded.response, recorded_at = excluded.recorded_at
    where existing.recorded_at <= p_at - interval '24 hours';
  if found then
    return null;
  end if;
  select * into stored from idempotency_key where account_id = p_account and key = p_key;
  if stored.body_hash <> p_hash then
    raise exception 'another body under the same key' using errcode = 'FF001';
  end if;
  return stored.response;
end $$;

-- Inserts payments from JSON, by column names.
create or replace function insert_payments(p_payments jsonb) returns void language plpgsql as $$
begin
  insert into payment (id, account_id, purpose, subject_id, amount, currency, description, provider, state, link, reference, link_expires_at, created_at, settled_at,
      poll_at)
    select id, account_id, purpose, subject_id, amount, currency, description, provider, state, link, reference, link_expires_at, created_at, settled_at,
      poll_at
    from jsonb_populate_recordset(null::payment, p_payments);
end $$;

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
    first_only := claim_coupon(new_deposit.coupon_id, new_deposit.account_id, new_deposit.id, new_deposit.created_at);
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

-- Attaches uploaded files to a purchase: all of them, or none. Rows are locked in the order of their ids, so that two purchases of the same files cannot
-- deadlock. FF006: files are missing or already used; the detail lists them.
create or replace function claim_files(p_account uuid, p_files uuid[], p_purchase uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  found uuid[];
  missing uuid[];
begin
  with free as (select id from brief_file
      where id = any(p_files) and account_id = p_account and uploaded_at is not null and claimed_at is null order by id for update),
    claimed as (update brief_file set claimed_at = p_at, purchase_id = p_purchase where id in (select id from free) returning id)
    select coalesce(array_agg(id), '{}') into found from claimed;
  missing := array(select distinct unnest(p_files) except select unnest(found));
  if missing <> '{}' then
    raise exception 'files are missing or already used' using errcode = 'FF006', detail = array_to_string(missing, ' ');
  end if;
end $$;

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
      answers_short, status, subscription_id, period, created_at, paid_at, started_at, delivered_at, cancelled_at)
    select id, number, purchase_id, account_id, offer_id, service_type, quantity, platform, currency, total, discount, price, answers,
      answers_short, status, subscription_id, period, created_at, paid_at, started_at, delivered_at, cancelled_at
    from jsonb_populate_recordset(null::shop_order, p_orders);
  insert into order_piece (id, order_id, account_id, position, offer_id, service_type, quantity, list_value, brief, state, due_at, platform, language, may_begin_at, maker_id,
      maker_name, taken_at, waits_since, left_seconds, unanswered_since, trouble, production_tried_at, changed_at, version, accept_at, held_since,
      held_for)
    select id, order_id, account_id, position, offer_id, service_type, quantity, coalesce(list_value, 0), brief, state, due_at, platform, language, may_begin_at, maker_id,
      maker_name, taken_at, waits_since, left_seconds, unanswered_since, trouble, production_tried_at, changed_at, version, accept_at, held_since,
      held_for
    from jsonb_populate_recordset(null::order_piece, p_pieces);
  if p_subscriptions <> '[]' then
    insert into subscription (id, account_id, offer_id, quantity, platform, currency, price, answers, state, anchor_day, renews_at, reminded, created_at)
      select id, account_id, offer_id, quantity, platform, currency, price, answers, state, anchor_day, renews_at, coalesce(reminded, false), created_at
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
    first_only := claim_coupon(new_purchase.coupon_id, new_purchase.account_id, new_purchase.id, new_purchase.created_at);
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

