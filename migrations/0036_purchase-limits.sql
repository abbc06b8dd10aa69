-- A use of a coupon that is held by something unpaid: an open purchase or an open deposit of this account.
create function has_unpaid_use(p_coupon uuid, p_account uuid, p_except uuid) returns boolean language sql stable as $$
  select exists (
    select from coupon_use as use
    where use.coupon_id = p_coupon and use.account_id = p_account and use.freed_at is null and use.purchase_id is distinct from p_except
      and (exists (select from purchase where id = use.purchase_id and state = 'open')
        or exists (select from deposit where id = use.purchase_id and state = 'open')))
$$;
--> statement-breakpoint

-- As before, and new: an account holds one unpaid use of a limited coupon (FF008), so that nobody uses up a code without paying.
create or replace function claim_coupon(p_coupon uuid, p_account uuid, p_purchase uuid, p_at timestamptz) returns boolean language plpgsql as $$
declare
  claimed record;
begin
  -- A statement of its own: what was committed while it waited for the lock is seen by the next ones.
  perform from coupon where id = p_coupon for update;
  select total_limit, customer_limit, first_purchase_only, uses into claimed from coupon where id = p_coupon;
  if (claimed.total_limit is not null or claimed.customer_limit is not null) and has_unpaid_use(p_coupon, p_account, p_purchase) then
    raise exception 'the account has an unpaid use of the coupon' using errcode = 'FF008';
  end if;
  if claimed.uses >= claimed.total_limit then
    raise exception 'the coupon is used up' using errcode = 'FF002';
  end if;
  if claimed.customer_limit is not null
    and (select count(*) from coupon_use where coupon_id = p_coupon and account_id = p_account and freed_at is null) >= claimed.customer_limit then
    raise exception 'the customer has used the coupon' using errcode = 'FF003';
  end if;
  update coupon set uses = uses + 1 where id = p_coupon;
  insert into coupon_use (purchase_id, coupon_id, account_id, claimed_at) values (p_purchase, p_coupon, p_account, p_at);
  return claimed.first_purchase_only;
end $$;
--> statement-breakpoint

-- One point of so many in any hour, in the transaction of what it is taken for: if that is refused, the point is not taken. FF009: none is left, the detail
-- is the seconds until the next one is free.
create function take_point(p_key text, p_points integer, p_at timestamptz) returns void language plpgsql as $$
declare
  hour constant interval := interval '1 hour';
  counted timestamptz[];
begin
  insert into rate_limit as had (key, moments, over_at) values (p_key, array[p_at], p_at + hour)
    on conflict (key) do update set over_at = excluded.over_at,
      moments = array(select moment from unnest(had.moments) as moment where moment > p_at - hour and moment < p_at + hour) || excluded.moments
    returning moments into counted;
  if cardinality(counted) > p_points then
    counted := array(select moment from unnest(counted) as moment order by moment desc);
    raise exception 'too many in an hour' using errcode = 'FF009', detail = ceil(extract(epoch from counted[p_points + 1] + hour - p_at))::text;
  end if;
end $$;
--> statement-breakpoint

-- Points come last, after the wallet: whoever shops with the same account waits from here to the commit.
create function place_purchase_limited(p jsonb, p_limit jsonb) returns jsonb language plpgsql as $$
declare
  kept jsonb := place_purchase(p);
begin
  if kept is null and p_limit <> 'null' then
    perform take_point(p_limit ->> 'key', (p_limit ->> 'points')::integer, (p -> 'purchase' ->> 'created_at')::timestamptz);
  end if;
  return kept;
end $$;
--> statement-breakpoint

create function place_purchases_limited(p jsonb, p_limits jsonb) returns void language plpgsql as $$
declare
  asked record;
begin
  perform place_purchases(p);
  for asked in select * from jsonb_to_recordset(p_limits) as each (key text, points integer, at timestamptz) order by key loop
    perform take_point(asked.key, asked.points, asked.at);
  end loop;
end $$;
--> statement-breakpoint

create function place_deposit_limited(p jsonb, p_limit jsonb) returns jsonb language plpgsql as $$
declare
  kept jsonb := place_deposit(p);
begin
  if kept is null and p_limit <> 'null' then
    perform take_point(p_limit ->> 'key', (p_limit ->> 'points')::integer, (p -> 'deposit' ->> 'created_at')::timestamptz);
  end if;
  return kept;
end $$;
