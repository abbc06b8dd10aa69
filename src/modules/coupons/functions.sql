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

-- True if the purchase or deposit can still be paid by a link.
create or replace function has_open_payment(p_subject uuid) returns boolean language sql stable as $$
  select exists (select from payment where subject_id = p_subject and state = 'open')
$$;

-- Whether an account (FF010) or an address (FF011) has as many unpaid uses of limited coupons as it may have; null if it may have another one. Other claims
-- of the account and of the address wait until the commit.
create or replace function full_hold_limit(p_account uuid, p_held_from text) returns text language plpgsql as $$
begin
  if p_held_from is null then
    return null;
  end if;
  -- Statements of their own: the next ones see what was committed while these waited.
  perform pg_advisory_xact_lock(hashtextextended('coupon holds ' || p_account, 0));
  perform pg_advisory_xact_lock(hashtextextended('coupon holds ' || p_held_from, 0));
  return case
    when (select count(*) from coupon_use
      where account_id = p_account and held_from is not null and released_at is null and has_open_payment(subject_id)) >= 3 then 'FF010'
    when (select count(*) from coupon_use where held_from = p_held_from and released_at is null and has_open_payment(subject_id)) >= 5 then 'FF011'
  end;
end $$;

-- As claim_coupon, for an unpaid purchase or deposit with a limited coupon if p_held_from is not null. FF010 and FF011: see full_hold_limit.
create or replace function claim_coupon_from(p_coupon uuid, p_account uuid, p_subject uuid, p_at timestamptz, p_held_from text) returns boolean language plpgsql as $$
declare
  first_only boolean := claim_coupon(p_coupon, p_account, p_subject, p_at);
  full_limit text := full_hold_limit(p_account, p_held_from);
begin
  if full_limit is not null then
    raise exception 'too many unpaid uses of coupons' using errcode = full_limit;
  end if;
  if p_held_from is not null then
    update coupon_use set held_from = p_held_from where subject_id = p_subject;
  end if;
  return first_only;
end $$;
