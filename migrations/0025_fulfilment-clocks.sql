-- What was paid before work had a beginning of its own was promised to be begun at once.
update order_piece set may_begin_at = o.paid_at
from shop_order o where o.id = order_piece.order_id and o.paid_at is not null and order_piece.state <> 'cancelled';
--> statement-breakpoint
update order_piece set language = coalesce(order_piece.brief, o.answers) ->> 'language'
from shop_order o where o.id = order_piece.order_id and order_piece.state <> 'waiting';
