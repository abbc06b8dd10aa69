-- Monthly bundles that were bought before months were counted: each has had one order, whose month began with it.
update shop_order set period = created_at where subscription_id is not null and period is null;
--> statement-breakpoint
-- Of those that were paid later than they were ordered, the day that later months begin on is that of the payment.
update subscription set anchor_day = extract(day from o.paid_at at time zone 'UTC')
from shop_order as o where o.subscription_id = subscription.id and o.paid_at is not null and subscription.state = 'active';
--> statement-breakpoint
-- And those that never began, because their order was given up, are over.
update subscription set state = 'ended' where state = 'pending'
  and not exists (select from shop_order as o where o.subscription_id = subscription.id and o.status <> -1);
