-- Inserts purchases with their orders, pieces, subscriptions and payments from JSON. Columns are named: a column that a newer release has added keeps its
-- default when a process of this release places an order. Read a column that has a default as coalesce(name, default).
create or replace function insert_purchases(p_purchases jsonb, p_orders jsonb, p_pieces jsonb, p_subscriptions jsonb, p_payments jsonb) returns void language plpgsql as $$
begin
  insert into purchase (id, account_id, currency, subtotal, discount, price, coupon_id, billing, consents, locale, state, paid_from, promo, created_at, paid_at,
      confirmation_sent_at, invoiced_at, by_hand, plan_subscription_id)
    select id, account_id, currency, subtotal, discount, price, coupon_id, billing, consents, locale, state, paid_from, promo, created_at, paid_at,
      confirmation_sent_at, invoiced_at, by_hand, plan_subscription_id
    from jsonb_populate_recordset(null::purchase, p_purchases);
  insert into shop_order (id, number, purchase_id, account_id, offer_id, service_type, quantity, platform, currency, total, discount, price, answers,
      answers_short, status, subscription_id, period, created_at, estimated_at, paid_at, started_at, delivered_at, cancelled_at, add_ons, title, tax_category, plan)
    select id, number, purchase_id, account_id, offer_id, service_type, quantity, platform, currency, total, discount, price, answers,
      answers_short, status, subscription_id, period, created_at, estimated_at, paid_at, started_at, delivered_at, cancelled_at, coalesce(add_ons, '[]'), title, tax_category, plan
    from jsonb_populate_recordset(null::shop_order, p_orders);
  insert into order_piece (id, order_id, account_id, position, offer_id, service_type, quantity, list_value, brief, state, due_at, platform, language, may_begin_at, maker_id,
      maker_name, taken_at, waits_since, left_seconds, unanswered_since, trouble, production_tried_at, changed_at, version, accept_at, held_since,
      held_for, is_instant, turnaround, is_unit, due_by_hand)
    select id, order_id, account_id, position, offer_id, service_type, quantity, coalesce(list_value, 0), brief, state, due_at, platform, language, may_begin_at, maker_id,
      maker_name, taken_at, waits_since, left_seconds, unanswered_since, trouble, production_tried_at, changed_at, version, accept_at, held_since,
      held_for, coalesce(is_instant, false), turnaround, coalesce(is_unit, false), due_by_hand
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

-- Places purchases with everything that belongs to them: all of them, or none. Returns null, or for one purchase the first response to the same idempotency
-- key. Each row that others wait for is locked in one order, and wallets and hourly limits last, so that they are locked only until the commit.
-- FF004: a balance is too low. FF005: the coupon is for a first purchase only. FF007: the key of one of several purchases is already in use.
create or replace function place_orders(p jsonb) returns jsonb language plpgsql as $$
declare
  document jsonb;
  bought purchase;
  keys jsonb;
  first_only boolean;
begin
  select coalesce(jsonb_agg(jsonb_build_object('account_id', each -> 'purchase' -> 'account_id', 'key', each -> 'key', 'body_hash', '\x' || (each ->> 'bodyHash'),
      'response', each -> 'answer', 'recorded_at', each -> 'purchase' -> 'created_at')), '[]')
    into keys from jsonb_array_elements(p) each where each -> 'key' <> 'null';
  if claim_idempotency_keys(keys) < jsonb_array_length(keys) then
    if jsonb_array_length(p) > 1 then
      raise exception 'a key is already in use' using errcode = 'FF007';
    end if;
    bought := jsonb_populate_record(null::purchase, p -> 0 -> 'purchase');
    return claim_idempotency_key(bought.account_id, p -> 0 ->> 'key', decode(p -> 0 ->> 'bodyHash', 'hex'), p -> 0 -> 'answer', bought.created_at);
  end if;
  for document in select each from jsonb_array_elements(p) each where each -> 'purchase' -> 'coupon_id' <> 'null' order by each -> 'purchase' ->> 'coupon_id' loop
    bought := jsonb_populate_record(null::purchase, document -> 'purchase');
    -- A statement of its own: the next statement sees what was committed while this one waited for the lock.
    first_only := claim_coupon_from(bought.coupon_id, bought.account_id, bought.id, bought.created_at, document ->> 'heldFrom');
    if first_only and exists (select from purchase
      where account_id = bought.account_id and (state = 'paid' or (state = 'open' and coupon_id = bought.coupon_id))) then
      raise exception 'not a first purchase' using errcode = 'FF005';
    end if;
  end loop;
  perform insert_purchases(jsonb_path_query_array(p, '$[*].purchase'), jsonb_path_query_array(p, '$[*].orders[*]'), jsonb_path_query_array(p, '$[*].pieces[*]'),
    jsonb_path_query_array(p, '$[*].subscriptions[*]'), jsonb_path_query_array(p, '$[*].payment ? (@ != null)'));
  for document in select each from jsonb_array_elements(p) each where each -> 'files' <> '[]' order by each -> 'files' loop
    bought := jsonb_populate_record(null::purchase, document -> 'purchase');
    perform claim_files(bought.account_id, array(select jsonb_array_elements_text(document -> 'files')::uuid), bought.id, bought.created_at);
  end loop;
  if p @? '$[*].purchase.paid_from ? (@ == "balance")' then
    update purchase set promo = debit.credit
      from debit_wallets(jsonb_path_query_array(p, '$[*].purchase ? (@.paid_from == "balance")')) debit
      where purchase.id = debit.purchase_id and debit.credit > 0;
  end if;
  for document in select each from jsonb_array_elements(p) each where each -> 'limit' <> 'null' order by each -> 'limit' ->> 'key' loop
    perform consume_rate_limit(document -> 'limit' ->> 'key', (document -> 'limit' ->> 'points')::integer,
      (document -> 'purchase' ->> 'created_at')::timestamptz);
  end loop;
  return null;
end $$;

-- The next four are called by processes of the last release. Remove them in the next release.
create or replace function place_purchase(p jsonb) returns jsonb language sql as $$
  select place_orders(jsonb_build_array(p - 'limit'))
$$;

create or replace function place_purchase_limited(p jsonb, p_limit jsonb) returns jsonb language sql as $$
  select place_orders(jsonb_build_array(p || jsonb_build_object('limit', p_limit)))
$$;

create or replace function place_purchases(p jsonb) returns void language sql as $$
  select place_purchases_limited(p, '[]')
$$;

create or replace function place_purchases_limited(p jsonb, p_limits jsonb) returns void language sql as $$
  select place_orders(jsonb_agg(jsonb_build_object(
    'purchase', bought,
    -- place_orders inserts all rows at once, whichever purchase has them.
    'orders', case place when 1 then p -> 'orders' else '[]' end,
    'pieces', case place when 1 then p -> 'pieces' else '[]' end,
    'subscriptions', case place when 1 then p -> 'subscriptions' else '[]' end,
    'payment', jsonb_path_query_first(p, '$.payments[*] ? (@.subject_id == $id)', bought),
    'key', known -> 'key', 'bodyHash', substr(known ->> 'body_hash', 3), 'answer', known -> 'response',
    'limit', p_limits -> (place - 1)::integer)))
  from jsonb_array_elements(p -> 'purchases') with ordinality as each (bought, place)
  cross join lateral jsonb_path_query_first(p, '$.keys[*] ? (@.response.purchaseId == $id)', bought) known
$$;
