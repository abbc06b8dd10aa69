-- What was done at the desk is never changed and never removed, by whatever way somebody reaches the table.

create function desk_audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what was done at the desk is never changed';
end $$;
--> statement-breakpoint
create trigger desk_audit_stays before update or delete or truncate on desk_audit for each statement execute function desk_audit_stays();
