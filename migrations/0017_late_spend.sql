-- A purchase takes from the balance last: the wallet's row is locked from there to the commit, and everybody who draws on the same one waits for that alone.
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
  if bought.paid_from = 'balance' then
    credit := spend_from_wallet(bought.account_id, bought.currency, bought.price, bought.id, bought.created_at);
    if credit > 0 then
      update purchase set promo = credit where id = bought.id;
    end if;
  end if;
  return null;
end $$;
