-- Attaches uploaded files to a purchase: all of them, or none. Rows are locked in the order of their ids, so that two purchases of the same files cannot
-- deadlock. FF006: files are missing or already used; the detail lists them.
create or replace function claim_files(p_account uuid, p_files uuid[], p_purchase uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  found uuid[];
  missing uuid[];
begin
  with free as (select id from brief_file
      where id = any(p_files) and account_id = p_account and uploaded_at is not null and claimed_at is null order by id for update),
    claimed as (update brief_file set claimed_at = p_at, purchase_id = p_purchase where id in (select id from free) returning id)
    select coalesce(array_agg(id), '{}') into found from claimed;
  missing := array(select distinct unnest(p_files) except select unnest(found));
  if missing <> '{}' then
    raise exception 'files are missing or already used' using errcode = 'FF006', detail = array_to_string(missing, ' ');
  end if;
end $$;
