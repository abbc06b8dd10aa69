-- Claims idempotency keys that are new or more than 24 hours old, in one order, and returns how many these are. Concurrent requests with the same key wait
-- for the first one's commit.
create or replace function claim_idempotency_keys(p_keys jsonb) returns integer language plpgsql as $$
declare
  claimed integer;
begin
  insert into idempotency_key as existing (account_id, key, body_hash, response, recorded_at)
    select account_id, key, body_hash, response, recorded_at from jsonb_populate_recordset(null::idempotency_key, p_keys) order by account_id, key
    on conflict (account_id, key) do update set body_hash = excluded.body_hash, response = excluded.response, recorded_at = excluded.recorded_at
    where existing.recorded_at <= excluded.recorded_at - interval '24 hours';
  get diagnostics claimed = row_count;
  return claimed;
end $$;

-- Claims an idempotency key. Returns null if the key is new or more than 24 hours old, otherwise the first response. Concurrent requests with the same key
-- wait for the first one's commit. FF001: the key was used with another request body.
create or replace function claim_idempotency_key(p_account uuid, p_key text, p_hash bytea, p_response jsonb, p_at timestamptz) returns jsonb language plpgsql as $$
declare
  stored idempotency_key;
begin
  if claim_idempotency_keys(jsonb_build_array(jsonb_build_object(
    'account_id', p_account, 'key', p_key, 'body_hash', p_hash, 'response', p_response, 'recorded_at', p_at))) = 1 then
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
      poll_at, save_means)
    select id, account_id, purpose, subject_id, amount, currency, description, provider, state, link, reference, link_expires_at, created_at, settled_at,
      poll_at, coalesce(save_means, false)
    from jsonb_populate_recordset(null::payment, p_payments);
end $$;
