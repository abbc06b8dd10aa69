ALTER TABLE "order_piece" ADD COLUMN "held_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "held_for" jsonb;--> statement-breakpoint

-- An order may come with pieces whose brief a person reads first.
create or replace function insert_purchases(p_purchases jsonb, p_orders jsonb, p_pieces jsonb, p_subscriptions jsonb, p_payments jsonb) returns void language plpgsql as $$
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
  insert into order_piece (id, order_id, position, offer_id, service_type, quantity, list_value, brief, state, due_at, platform, language, may_begin_at, maker_id,
      maker_name, taken_at, waits_since, left_seconds, asked_at, trouble, tried_at, changed_at, version, accept_at, held_since,
      held_for)
    select id, order_id, position, offer_id, service_type, quantity, coalesce(list_value, 0), brief, state, due_at, platform, language, may_begin_at, maker_id,
      maker_name, taken_at, waits_since, left_seconds, asked_at, trouble, tried_at, changed_at, version, accept_at, held_since,
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
