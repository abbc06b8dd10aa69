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
