-- What was done at the desk is never changed and never removed, by whatever way somebody reaches the table.

create function desk_audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what was done at the desk is never changed';
end $$;
--> statement-breakpoint
create trigger desk_audit_stays before update or delete or truncate on desk_audit for each statement execute function desk_audit_stays();
--> statement-breakpoint

-- What was paid before work had a beginning of its own was promised to be begun at once.
update order_piece set may_begin_at = o.paid_at
from shop_order o where o.id = order_piece.order_id and o.paid_at is not null and order_piece.state <> 'cancelled';
--> statement-breakpoint
update order_piece set language = coalesce(order_piece.brief, o.answers) ->> 'language'
from shop_order o where o.id = order_piece.order_id and order_piece.state <> 'waiting';
--> statement-breakpoint
create function stamp_piece() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end $$;
--> statement-breakpoint
create trigger order_piece_stamp before insert or update on order_piece for each row execute function stamp_piece();
--> statement-breakpoint
update order_piece set changed_at = clock_timestamp() where state in ('ready', 'inWork', 'revisionAsked');
--> statement-breakpoint

-- What was asked before: it waits since then, unless nobody is there any more, and its words are found.
update support_ticket set updated_at = created_at, first_due_at = created_at + interval '24 hours',
  status = case when email = '' then 'closed' else 'open' end, waits_since = case when email <> '' then created_at end;--> statement-breakpoint
update support_message set words = to_tsvector('simple', text);
