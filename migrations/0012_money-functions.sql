-- What must happen as one with money in it, in one trip to the database. Each refusal is an error of a class of our own, so that nothing of a refused
-- change stays: FF001 another body under the same key, FF002 coupon used up, FF003 coupon used by this customer, FF004 the balance does not reach,
-- FF005 not a first purchase, FF006 files that are not there (the detail names them).

-- The books are written once.
create function ledger_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a transfer is never changed: book another one';
end $$;
--> statement-breakpoint
create trigger ledger_stays before update or delete or truncate on ledger_transfer for each statement execute function ledger_stays();
--> statement-breakpoint

-- Null when the key is new, or a day old: then it is this call's. Else the first answer. Who comes at the same time waits for the first one's commit.
create function take_payment_key(p_account uuid, p_key text, p_hash bytea, p_answer jsonb, p_at timestamptz) returns jsonb language plpgsql as $$
declare
  had payment_key;
begin
  insert into payment_key as kept (account_id, key, body_hash, answer, kept_at) values (p_account, p_key, p_hash, p_answer, p_at)
    on conflict (account_id, key) do update set body_hash = excluded.body_hash, answer = excluded.answer, kept_at = excluded.kept_at
    where kept.kept_at <= p_at - interval '24 hours';
  if found then
    return null;
  end if;
  select * into had from payment_key where account_id = p_account and key = p_key;
  if had.body_hash <> p_hash then
    raise exception 'another body under the same key' using errcode = 'FF001';
  end if;
  return had.answer;
end $$;
--> statement-breakpoint

-- Of all that come at once, as many get it as may: the coupon's row stays locked until the commit. True when it is for a first purchase only.
create function claim_coupon(p_coupon uuid, p_account uuid, p_purchase uuid, p_at timestamptz) returns boolean language plpgsql as $$
declare
  claimed record;
begin
  update coupon set uses = uses + 1 where id = p_coupon and (total_limit is null or uses < total_limit)
    returning customer_limit, first_purchase_only into claimed;
  if not found then
    raise exception 'the coupon is used up' using errcode = 'FF002';
  end if;
  if claimed.customer_limit is not null
    and (select count(*) from coupon_use where coupon_id = p_coupon and account_id = p_account and freed_at is null) >= claimed.customer_limit then
    raise exception 'the customer has used the coupon' using errcode = 'FF003';
  end if;
  insert into coupon_use (purchase_id, coupon_id, account_id, claimed_at) values (p_purchase, p_coupon, p_account, p_at);
  return claimed.first_purchase_only;
end $$;
--> statement-breakpoint

-- Cash first, promotional credit last; gives how much of it was credit. The wallet's row is locked until the commit.
create function spend_from_wallet(p_account uuid, p_currency smallint, p_amount integer, p_purchase uuid, p_at timestamptz) returns integer language plpgsql as $$
declare
  had wallet;
  in_cash integer;
begin
  select * into had from wallet where account_id = p_account and currency = p_currency for update;
  if not found or had.cash + had.promo < p_amount then
    raise exception 'the balance does not reach' using errcode = 'FF004';
  end if;
  in_cash := least(had.cash, p_amount);
  update wallet set cash = cash - in_cash, promo = promo - (p_amount - in_cash) where account_id = p_account and currency = p_currency;
  if in_cash > 0 then
    insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, account_id, balance_after, at)
      values ('spend', p_purchase, 'cash', 'sales', p_currency, in_cash, p_account, had.cash + had.promo - in_cash, p_at);
  end if;
  if in_cash < p_amount then
    insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, account_id, balance_after, at)
      values ('spendPromo', p_purchase, 'promo', 'sales', p_currency, p_amount - in_cash, p_account, had.cash + had.promo - p_amount, p_at);
  end if;
  return p_amount - in_cash;
end $$;
--> statement-breakpoint

-- What goes into a wallet, with its line in the books; booked twice for the same subject, it fails as a whole.
create function fill_wallet(p_account uuid, p_currency smallint, p_amount integer, p_kind text, p_subject uuid, p_from text, p_to text, p_at timestamptz) returns bigint language plpgsql as $$
declare
  after bigint;
begin
  insert into wallet as had (account_id, currency, cash, promo)
    values (p_account, p_currency, case p_to when 'cash' then p_amount else 0 end, case p_to when 'promo' then p_amount else 0 end)
    on conflict (account_id, currency) do update set cash = had.cash + excluded.cash, promo = had.promo + excluded.promo
    returning cash + promo into after;
  insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, account_id, balance_after, at)
    values (p_kind, p_subject, p_from, p_to, p_currency, p_amount, p_account, after, p_at);
  return after;
end $$;
--> statement-breakpoint

-- All of them are this customer's and nobody's yet, or none is claimed. In one order, whoever comes: two purchases with the same files wait for each other.
create function claim_files(p_account uuid, p_files uuid[], p_purchase uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  got uuid[];
  gone uuid[];
begin
  with free as (select id from brief_file
      where id = any(p_files) and account_id = p_account and made_at is not null and claimed_at is null order by id for update),
    claimed as (update brief_file set claimed_at = p_at, purchase_id = p_purchase where id in (select id from free) returning id)
    select coalesce(array_agg(id), '{}') into got from claimed;
  gone := array(select distinct unnest(p_files) except select unnest(got));
  if gone <> '{}' then
    raise exception 'files that are not there' using errcode = 'FF006', detail = array_to_string(gone, ' ');
  end if;
end $$;
--> statement-breakpoint

-- A purchase with all that belongs to it. The rows come as they are to lie in their tables; what only the database can know is put in here. Null, or the
-- first answer to the same key.
create function place_purchase(p jsonb) returns jsonb language plpgsql as $$
declare
  bought purchase;
  kept jsonb;
  first_only boolean;
begin
  select * into bought from jsonb_populate_record(null::purchase, p -> 'purchase');
  if p -> 'key' <> 'null' then
    kept := take_payment_key(bought.account_id, p ->> 'key', decode(p ->> 'bodyHash', 'hex'), p -> 'answer', bought.created_at);
    if kept is not null then
      return kept;
    end if;
  end if;
  if bought.coupon_id is not null then
    -- A statement of its own: what it has waited for is seen by the next one only.
    first_only := claim_coupon(bought.coupon_id, bought.account_id, bought.id, bought.created_at);
    if first_only and exists (select from purchase
      where account_id = bought.account_id and (state = 'paid' or (state = 'open' and coupon_id = bought.coupon_id))) then
      raise exception 'not a first purchase' using errcode = 'FF005';
    end if;
  end if;
  if bought.paid_from = 'balance' then
    bought.promo := spend_from_wallet(bought.account_id, bought.currency, bought.price, bought.id, bought.created_at);
  end if;
  insert into purchase select bought.*;
  insert into shop_order select * from jsonb_populate_recordset(null::shop_order, p -> 'orders');
  insert into order_piece select * from jsonb_populate_recordset(null::order_piece, p -> 'pieces');
  if p -> 'files' <> '[]' then
    perform claim_files(bought.account_id, array(select jsonb_array_elements_text(p -> 'files')::uuid), bought.id, bought.created_at);
  end if;
  if p -> 'subscriptions' <> '[]' then
    insert into subscription select * from jsonb_populate_recordset(null::subscription, p -> 'subscriptions');
  end if;
  if p -> 'payment' <> 'null' then
    insert into payment select * from jsonb_populate_record(null::payment, p -> 'payment');
  end if;
  return null;
end $$;
--> statement-breakpoint

create function place_deposit(p jsonb) returns jsonb language plpgsql as $$
declare
  asked deposit;
  kept jsonb;
  first_only boolean;
begin
  select * into asked from jsonb_populate_record(null::deposit, p -> 'deposit');
  if p -> 'key' <> 'null' then
    kept := take_payment_key(asked.account_id, p ->> 'key', decode(p ->> 'bodyHash', 'hex'), p -> 'answer', asked.created_at);
    if kept is not null then
      return kept;
    end if;
  end if;
  if asked.coupon_id is not null then
    first_only := claim_coupon(asked.coupon_id, asked.account_id, asked.id, asked.created_at);
    if first_only and exists (select from deposit
      where account_id = asked.account_id and (state = 'paid' or (state = 'open' and coupon_id = asked.coupon_id))) then
      raise exception 'not a first deposit' using errcode = 'FF005';
    end if;
  end if;
  insert into deposit select asked.*;
  if p -> 'payment' <> 'null' then
    insert into payment select * from jsonb_populate_record(null::payment, p -> 'payment');
    insert into payment_browser select * from jsonb_populate_record(null::payment_browser, p -> 'browser');
  elsif asked.amount > 0 then
    -- A coupon takes the whole: the shop gives it.
    perform fill_wallet(asked.account_id, asked.currency, asked.amount, 'bonus', asked.id, 'promotion', 'promo', asked.created_at);
  end if;
  return null;
end $$;
