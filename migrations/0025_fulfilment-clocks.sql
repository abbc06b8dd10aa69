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
