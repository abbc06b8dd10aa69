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
