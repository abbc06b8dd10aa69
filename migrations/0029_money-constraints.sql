-- What was left of an unpaid purchase could be free, and nobody could pay it: it is paid, as it would be now. Whoever did not ask for work at once has the
-- longest time there is to withdraw.
delete from payment where amount = 0;--> statement-breakpoint
with free as (
    update purchase set state = 'paid', paid_from = 'nothing', paid_at = now() where state = 'open' and price = 0 returning id, consents),
  paid as (
    update shop_order set status = 2, paid_at = now() from free where purchase_id = free.id and status in (0, 1)
    returning shop_order.id, subscription_id, now() + case when (consents ->> 'startNow')::boolean then interval '0' else interval '18 days' end as begins),
  started as (
    update subscription set state = 'active', renews_at = now() + interval '1 month' from paid where subscription.id = paid.subscription_id)
  update order_piece set may_begin_at = begins, due_at = case when state = 'ready' then begins + interval '48 hours' end from paid where order_id = paid.id;--> statement-breakpoint
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_price" CHECK ("purchase"."price" = "purchase"."subtotal" - "purchase"."discount" and "purchase"."discount" >= 0 and "purchase"."price" >= 0);--> statement-breakpoint
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_promo" CHECK ("purchase"."promo" between 0 and "purchase"."price");--> statement-breakpoint
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_free" CHECK (case "purchase"."state" when 'open' then "purchase"."price" > 0 when 'paid' then ("purchase"."paid_from" = 'nothing') = ("purchase"."price" = 0) else true end);--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_amount" CHECK ("payment"."amount" > 0);--> statement-breakpoint
ALTER TABLE "payment_charge" ADD CONSTRAINT "payment_charge_amount" CHECK ("payment_charge"."amount" > 0);--> statement-breakpoint
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_amount" CHECK ("payment_refund"."amount" > 0);--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_price" CHECK ("deposit"."price" between 0 and "deposit"."amount" and "deposit"."amount" > 0);--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_free" CHECK ("deposit"."price" > 0 or "deposit"."state" <> 'open');--> statement-breakpoint

-- What was bought refers to its account, whose row outlives its owner's leaving. A payment is for a purchase or for a deposit, and each is there.
alter table purchase add constraint purchase_account foreign key (account_id) references account (id);--> statement-breakpoint
alter table shop_order add constraint shop_order_account foreign key (account_id) references account (id);--> statement-breakpoint
alter table wallet add constraint wallet_account foreign key (account_id) references account (id);--> statement-breakpoint
alter table deposit add constraint deposit_account foreign key (account_id) references account (id);--> statement-breakpoint
alter table payment
  add column purchase_id uuid generated always as (case purpose when 'purchase' then subject_id end) stored,
  add column deposit_id uuid generated always as (case purpose when 'deposit' then subject_id end) stored,
  add constraint payment_purchase foreign key (purchase_id) references purchase (id),
  add constraint payment_deposit foreign key (deposit_id) references deposit (id),
  add constraint payment_subject check (num_nonnulls(purchase_id, deposit_id) = 1);--> statement-breakpoint

-- The rows of purchases. Columns are named: one that a newer release adds keeps its default when an older process, which does not know it, places an order.
-- A column that is added with a default is read here as coalesce(name, default).
create function insert_purchases(p_purchases jsonb, p_orders jsonb, p_pieces jsonb, p_subscriptions jsonb, p_payments jsonb) returns void language plpgsql as $$
begin
  insert into purchase (id, account_id, currency, subtotal, discount, price, coupon_id, billing, consents, locale, state, paid_from, promo, created_at, paid_at,
      told_at, invoiced_at)
    select id, account_id, currency, subtotal, discount, price, coupon_id, billing, consents, locale, state, paid_from, promo, created_at, paid_at,
      told_at, invoiced_at
    from jsonb_populate_recordset(null::purchase, p_purchases);
  insert into shop_order (id, number, purchase_id, account_id, offer_id, service_type, quantity, platform, currency, total, discount, price, answers,
      answers_short, status, subscription_id, period, created_at, paid_at, started_at, delivered_at, cancelled_at)
    select id, number, purchase_id, account_id, offer_id, service_type, quantity, platform, currency, total, discount, price, answers,
      answers_short, status, subscription_id, period, created_at, paid_at, started_at, delivered_at, cancelled_at
    from jsonb_populate_recordset(null::shop_order, p_orders);
  insert into order_piece (id, order_id, position, offer_id, service_type, quantity, brief, state, due_at, platform, language, may_begin_at, maker_id,
      maker_name, taken_at, waits_since, left_seconds, asked_at, trouble, tried_at, changed_at, version, accept_at)
    select id, order_id, position, offer_id, service_type, quantity, brief, state, due_at, platform, language, may_begin_at, maker_id,
      maker_name, taken_at, waits_since, left_seconds, asked_at, trouble, tried_at, changed_at, version, accept_at
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
--> statement-breakpoint

create function insert_payments(p_payments jsonb) returns void language plpgsql as $$
begin
  insert into payment (id, account_id, purpose, subject_id, amount, currency, what, provider, state, link, reference, link_expires_at, created_at, settled_at,
      ask_at)
    select id, account_id, purpose, subject_id, amount, currency, what, provider, state, link, reference, link_expires_at, created_at, settled_at,
      ask_at
    from jsonb_populate_recordset(null::payment, p_payments);
end $$;
--> statement-breakpoint
create or replace function place_purchase(p jsonb) returns jsonb language plpgsql as $$
declare
  bought purchase;
  kept jsonb;
  first_only boolean;
  credit integer;
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
  perform insert_purchases(jsonb_build_array(p -> 'purchase'), p -> 'orders', p -> 'pieces', p -> 'subscriptions',
    case when p -> 'payment' = 'null' then '[]' else jsonb_build_array(p -> 'payment') end);
  if p -> 'files' <> '[]' then
    perform claim_files(bought.account_id, array(select jsonb_array_elements_text(p -> 'files')::uuid), bought.id, bought.created_at);
  end if;
  if bought.paid_from = 'balance' then
    credit := spend_from_wallet(bought.account_id, bought.currency, bought.price, bought.id, bought.created_at);
    if credit > 0 then
      update purchase set promo = credit where id = bought.id;
    end if;
  end if;
  return null;
end $$;
--> statement-breakpoint

create or replace function place_purchases(p jsonb) returns void language plpgsql as $$
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
  perform insert_purchases(p -> 'purchases', p -> 'orders', p -> 'pieces', p -> 'subscriptions', p -> 'payments');
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
--> statement-breakpoint

create or replace function place_deposit(p jsonb) returns jsonb language plpgsql as $$
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
  insert into deposit (id, account_id, currency, price, amount, coupon_id, billing, state, created_at, settled_at, receipted_at)
    select asked.id, asked.account_id, asked.currency, asked.price, asked.amount, asked.coupon_id, asked.billing, asked.state, asked.created_at,
      asked.settled_at, asked.receipted_at;
  if p -> 'payment' <> 'null' then
    perform insert_payments(jsonb_build_array(p -> 'payment'));
    insert into payment_browser (payment_id, account_id, said, kept_at)
      select payment_id, account_id, said, kept_at from jsonb_populate_record(null::payment_browser, p -> 'browser');
  elsif asked.amount > 0 then
    -- A coupon takes the whole: the shop gives it.
    perform fill_wallet(asked.account_id, asked.currency, asked.amount, 'bonus', asked.id, 'promotion', 'promo', asked.created_at);
  end if;
  return null;
end $$;
