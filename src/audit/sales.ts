// Audit rules for purchases, orders, coupons and subscriptions.
import type { AuditRules } from './scope.ts';

export const salesRules = {
  'a purchase is paid with its price, once, or not at all': `
    select purchase.id, purchase.state, purchase.paid_from, purchase.price, purchase.promo, charged.amount as charged, spent.cash, spent.promo as spent_promo
    from purchase
    left join lateral (
      select coalesce(sum(charge.amount), 0) as amount from payment join payment_charge as charge on charge.payment_id = payment.id
      where payment.subject_id = purchase.id and payment.purpose = 'purchase' and charge.used = 'settled') as charged on true
    left join lateral (
      select coalesce(sum(amount) filter (where kind = 'spend'), 0) as cash, coalesce(sum(amount) filter (where kind = 'spendPromo'), 0) as promo
      from ledger_transfer where subject_id = purchase.id and kind in ('spend', 'spendPromo')) as spent on true
    where touched(purchase.id) and case
      when purchase.state <> 'paid' then charged.amount + spent.cash + spent.promo <> 0
      when purchase.paid_from = 'link' then charged.amount <> purchase.price or spent.cash + spent.promo <> 0
      when purchase.paid_from = 'invoice' then charged.amount + spent.cash + spent.promo <> 0
        or not exists (select from claim where claim.purchase_id = purchase.id and claim.amount = purchase.price and claim.currency = purchase.currency
          and claim.account_id = purchase.account_id)
      when purchase.paid_from = 'balance' then spent.cash + spent.promo <> purchase.price or spent.promo <> purchase.promo or charged.amount <> 0
      else purchase.price <> 0 or charged.amount + spent.cash + spent.promo <> 0 end`,
  'a purchase costs what its orders do': `
    select purchase.id, purchase.price, sum(o.price) as orders
    from purchase join shop_order as o on o.purchase_id = purchase.id and (o.status <> -1 or o.paid_at is not null)
    where touched(purchase.id) and purchase.state <> 'cancelled' group by purchase.id having purchase.price <> sum(o.price)`,
  'an order costs its total less its discount': `
    select id, total, discount, price from shop_order where touched(id) and (price <> total - discount or discount < 0 or price < 0)`,
  'the add-ons of an order are within its total, each in a whole number': `
    select o.id, o.total, o.add_ons from shop_order as o
    where touched(o.id) and o.add_ons <> '[]' and (
      exists (select from jsonb_to_recordset(o.add_ons) as extra (id text, name jsonb, quantity integer, "unitPrice" integer)
        where extra.id is null or extra.name is null or extra.quantity is null or extra.quantity < 1 or extra."unitPrice" is null or extra."unitPrice" < 1)
      or (select sum(extra.quantity * extra."unitPrice"::bigint) from jsonb_to_recordset(o.add_ons) as extra (quantity integer, "unitPrice" integer)) >= o.total)`,
  'orders, pieces, charges and disputes belong to the account of what they are part of': `
    select o.id, 'order' as kind from shop_order as o join purchase on purchase.id = o.purchase_id where touched(o.id) and purchase.account_id <> o.account_id
    union all select piece.id, 'piece' from order_piece as piece join shop_order as o on o.id = piece.order_id where touched(piece.id) and piece.account_id <> o.account_id
    union all select charge.id, 'charge' from payment_charge as charge join payment on payment.id = charge.payment_id where touched(charge.id) and payment.account_id <> charge.account_id
    union all select dispute.id, 'dispute' from payment_dispute as dispute join payment on payment.id = dispute.payment_id
      where touched(dispute.id) and payment.account_id <> dispute.account_id`,
  'an order stands as its purchase does': `
    select o.id, o.status, purchase.state from shop_order as o join purchase on purchase.id = o.purchase_id
    where touched(o.id) and (case purchase.state when 'open' then o.status not in (0, 1, 5, -1) when 'paid' then o.status not in (2, 3, 4, -1) else o.status <> -1 end
      or (o.status in (2, 3, 4) and o.paid_at is null))`,
  'the units of an order share its price': `
    select o.id, o.price, sum(piece.list_value) as shares from shop_order as o join order_piece as piece on piece.order_id = o.id
    where touched(o.id) group by o.id having bool_or(piece.is_unit) and (sum(piece.list_value) <> o.price or not bool_and(piece.is_unit)
      or max(piece.list_value) - min(piece.list_value) > 1)`,
  'every order but a month of a plan has its pieces, and the clock of a paid one that can be begun runs': `
    select o.id, o.status, count(piece.id), count(piece.id) filter (where piece.state = 'ready' and piece.due_at is null and piece.waits_since is null and piece.held_since is null) as still
    from shop_order as o left join order_piece as piece on piece.order_id = o.id
    where touched(o.id) group by o.id having (count(piece.id) = 0) <> (o.plan is not null) or (o.status in (2, 3) and count(piece.id) filter (where piece.state = 'ready' and piece.due_at is null and piece.waits_since is null and piece.held_since is null
      and piece.may_begin_at is not null) > 0)`,
  'a piece that waits for its brief has none, and no clock; and there is something of each': `
    select piece.id, piece.order_id, piece.state, piece.due_at
    from order_piece as piece where touched(piece.id) and ((piece.state = 'waiting' and (piece.brief is not null or piece.due_at is not null)) or piece.quantity < 1)`,
} as const satisfies AuditRules;

export const couponRules = {
  'a coupon is used as often as it may be, and counts its uses': `
    select coupon.id, coupon.code, coupon.uses, coupon.total_limit, count(use.subject_id) as standing
    from coupon left join coupon_use as use on use.coupon_id = coupon.id and use.released_at is null
    where usedCoupon(coupon.id) group by coupon.id having coupon.uses <> count(use.subject_id) or coupon.uses > coupon.total_limit`,
  'a customer uses a coupon as often as one may': `
    select coupon.id, use.account_id, count(*) from coupon join coupon_use as use on use.coupon_id = coupon.id and use.released_at is null
    where touched(coupon.id) and touched(use.account_id) and coupon.customer_limit is not null group by coupon.id, use.account_id having count(*) > coupon.customer_limit`,
  'what has a discount has claimed its coupon, and what came to nothing has let go of it': `
    select purchase.id, purchase.state, purchase.discount from purchase left join coupon_use as use on use.subject_id = purchase.id and use.released_at is null
    where touched(purchase.id) and case when purchase.state = 'cancelled' then use.subject_id is not null
      -- The use of a limited coupon ends with the payment link; then nobody can pay the discounted price.
      when purchase.state = 'open' and purchase.coupon_id is not null then use.subject_id is null
        and exists (select from payment where subject_id = purchase.id and payment.state = 'open')
      else (purchase.coupon_id is not null) <> (use.subject_id is not null) end`,
  'a standing use of a coupon is for a purchase or a deposit': `
    select subject_id, coupon_id from coupon_use as use
    where touched(subject_id) and released_at is null and not exists (select from purchase where id = subject_id) and not exists (select from deposit where id = subject_id)`,
} as const satisfies AuditRules;

export const subscriptionRules = {
  'each month of a subscription has one order, at the price that was agreed': `
    select o.subscription_id, o.period, count(*), min(o.price) as price, min(s.price) as agreed
    from shop_order as o left join lateral (
      select id, created_at, coalesce((select before from subscription_price
        where subscription_id = subscription.id and applied_at is not null and starts_at > o.period order by starts_at limit 1), price) as price
      from subscription where id = o.subscription_id) as s on true
    where touched(o.id) and (o.subscription_id is not null or o.period is not null)
    group by o.subscription_id, o.period
    having count(*) > 1 or o.period is null or count(s.id) = 0 or (o.period > min(s.created_at) and (min(o.price) <> min(s.price) or max(o.discount) <> 0))`,
  'each month of a subscription has the add-ons that were agreed': `
    select o.id, o.subscription_id, o.add_ons, s.add_ons as agreed from shop_order as o join subscription as s on s.id = o.subscription_id
    where touched(o.id) and o.add_ons <> s.add_ons`,
  'a saved means is charged for a month of its own customer, and for no more than was agreed to': `
    select payment.id, payment.amount, s.agreed_price from payment
    left join payment_means as means on means.id = payment.means_id and means.account_id = payment.account_id and means.provider = payment.provider
    left join shop_order as o on o.purchase_id = payment.subject_id and o.subscription_id is not null
    left join subscription as s on s.id = o.subscription_id
    where touched(payment.id) and payment.means_id is not null and (means.id is null or payment.amount > coalesce(s.agreed_price, 0))`,
  'a subscription that runs has its newest month paid, or waiting for that': `
    select s.id, s.state, s.renews_at, newest.period, newest.status
    from subscription as s
    left join lateral (
      select period, status from shop_order where subscription_id = s.id and status <> -1 order by period desc limit 1) as newest on true
    where touched(s.id) and (s.state in ('active', 'ending')
        and (newest.status is null and not exists (select from moved_subscription where subscription_id = s.id)
          or newest.status not in (2, 3, 4, 5) or s.renews_at is null or newest.period >= s.renews_at)
      or s.state = 'paused' and s.renews_at is null)`,
  'nothing waits for a payment that is no month of a subscription that runs, and of each one month at most': `
    select o.subscription_id, count(*), min(s.state) as state from shop_order as o left join subscription as s on s.id = o.subscription_id
    where touched(o.id) and o.status = 5 group by o.subscription_id having count(*) > 1 or coalesce(min(s.state), 'none') not in ('active', 'ending')`,
  'a subscription begins with its first payment, and what is over renews no more': `
    select s.id, s.state, s.renews_at from subscription as s
    where touched(s.id) and ((s.state in ('pending', 'ended') and s.renews_at is not null)
      or (s.state = 'pending' and exists (select from shop_order where subscription_id = s.id and status not in (0, 1))))`,
} as const satisfies AuditRules;

export const planRules = {
  'a request costs nothing, and is of a plan of its customer': `
    select purchase.id, purchase.price, s.id as subscription, r.order_id
    from purchase left join subscription as s on s.id = purchase.plan_subscription_id
    left join shop_order as o on o.purchase_id = purchase.id left join plan_request as r on r.order_id = o.id
    where touched(purchase.id) and purchase.plan_subscription_id is not null and (purchase.price <> 0 or purchase.paid_from is distinct from 'nothing'
      or (s.account_id, r.account_id, r.subscription_id) is distinct from (purchase.account_id, purchase.account_id, purchase.plan_subscription_id))`,
  'requests spend no more of a month than it gives': `
    select month.id, month.plan, spent.credits from shop_order as month
    join lateral (select sum(credits) as credits from plan_credit where month_id = month.id) as spent on spent.credits is not null
    where touched(month.id) and (month.plan is null or spent.credits < 0 or spent.credits > (month.plan ->> 'requests')::int)`,
  'a request has spent its credits, and a cancelled one has them back': `
    select o.id, o.status, r.credits, spent.credits as spent from plan_request as r join shop_order as o on o.id = r.order_id
    cross join lateral (select coalesce(sum(credits), 0) as credits from plan_credit where order_id = o.id) as spent
    where touched(o.id) and spent.credits <> case when o.status = -1 then 0 else r.credits end`,
  'no more requests are in work than the plan allows': `
    select s.id, count(*) from subscription as s join plan_request as r on r.subscription_id = s.id join shop_order as o on o.id = r.order_id
    where touched(s.id) and r.begun_at is not null and o.status in (2, 3)
    group by s.id having count(*) > (select (plan ->> 'active')::int from shop_order where subscription_id = s.id order by period desc limit 1)`,
  'each request has a place of its own': `
    select r.subscription_id, r.position, count(*) from plan_request as r where touched(r.subscription_id)
    group by r.subscription_id, r.position having count(*) > 1`,
  'a request that waits has no beginning, and one that has begun has': `
    select o.id, piece.may_begin_at, r.begun_at from plan_request as r join shop_order as o on o.id = r.order_id join order_piece as piece on piece.order_id = o.id
    where touched(o.id) and o.status in (2, 3, 4) and piece.state <> 'cancelled' and (piece.may_begin_at is null) <> (r.begun_at is null)`,
} as const satisfies AuditRules;
