// Audit rules for cancellations, withdrawals and refunds of orders.
import type { AuditRules } from './scope.ts';

export const refundRules = {
  'what is cancelled after it was paid is given back, whole or less what a withdrawal charges, and nothing else is': `
    with cancelled as (
      select purchase_id, sum(price) as price from shop_order
      where touched(purchase_id) and status = -1 and paid_at is not null group by purchase_id),
    kept as (
      select purchase_id, sum(gone.amount) as amount from (
        select order_id, charged as amount from withdrawal union all select order_id, retained from order_refund where cancels_order) as gone
      join shop_order as o on o.id = gone.order_id where touched(purchase_id) group by purchase_id),
    parts as (
      select purchase_id, sum(to_source + to_cash + to_promo + to_claim) as amount from order_refund join shop_order as o on o.id = order_id
      where touched(purchase_id) and o.status <> -1 group by purchase_id),
    back as (
      select purchase_id, sum(amount) as amount from (
        select subject_id as order_id, amount from ledger_transfer where kind in ('giveBack', 'giveBackPromo', 'claimLowered')
        union all select order_id, amount from ledger_transfer join order_refund as part on part.id = subject_id
        where kind in ('partBack', 'partBackPromo', 'claimLoweredInPart')) as line
      join shop_order as o on o.id = line.order_id where touched(purchase_id) group by purchase_id),
    refunded as (
      select payment.subject_id as purchase_id, sum(refund.amount) as amount from payment_refund as refund
      join payment_charge as charge on charge.id = refund.charge_id and charge.used = 'settled'
      join payment on payment.id = charge.payment_id where touched(payment.subject_id) group by payment.subject_id)
    select purchase.id, coalesce(cancelled.price, 0) as cancelled, coalesce(kept.amount, 0) as kept, coalesce(parts.amount, 0) as parts,
      coalesce(back.amount, 0) + coalesce(refunded.amount, 0) as given
    from cancelled full join kept using (purchase_id) full join parts using (purchase_id) full join back using (purchase_id) full join refunded using (purchase_id)
    join purchase on purchase.id = purchase_id
    where purchase.state = 'paid'
      and coalesce(cancelled.price, 0) - coalesce(kept.amount, 0) + coalesce(parts.amount, 0) <> coalesce(back.amount, 0) + coalesce(refunded.amount, 0)`,
  'what was withdrawn from was paid, in time, and is cancelled with what was not delivered': `
    select gone.order_id, gone.at, gone.until, o.status, o.paid_at from withdrawal as gone join shop_order as o on o.id = gone.order_id
    where touched(gone.order_id) and (o.status <> -1 or o.paid_at is null or o.cancelled_at <> gone.at or gone.at >= gone.until or gone.account_id <> o.account_id
      or exists (select from order_piece where order_id = o.id and state not in ('delivered', 'accepted', 'cancelled')))`,
  'a withdrawal charges what was delivered with consent, in proportion and no cent more': `
    select gone.order_id, gone.charged, gone.delivered, gone.pieces, o.price, given.amount as given
    from withdrawal as gone join shop_order as o on o.id = gone.order_id
    cross join lateral (
      select coalesce(sum(to_source + to_cash + to_promo + to_claim), 0) as amount from order_refund where order_id = gone.order_id) as given
    where touched(gone.order_id) and (gone.charged <> case when gone.start_now
        then least(floor(o.price::numeric * coalesce(gone.delivered_value, gone.delivered) / nullif(coalesce(gone.value, gone.pieces), 0)), o.price - given.amount) else 0 end
      or gone.delivered > gone.pieces or (gone.start_now and gone.delivered = gone.pieces))`,
  'a withdrawal counts what its customer has': `
    select gone.order_id, gone.delivered, count(piece.id) as had, gone.value, sum(piece.list_value) as listed
    from withdrawal as gone join order_piece as piece on piece.order_id = gone.order_id
    where touched(gone.order_id) group by gone.order_id having gone.pieces <> count(piece.id)
      or gone.value <> case when sum(piece.list_value) > 0 then sum(piece.list_value) else count(piece.id) end
      or (sum(piece.list_value) > 0 and gone.delivered_value < sum(piece.list_value) filter (where piece.state in ('delivered', 'accepted')))
      or (gone.delivered <> gone.pieces and gone.delivered < count(piece.id) filter (where piece.state in ('delivered', 'accepted')))`,
  'what a withdrawal gives back is booked, each part where it says': `
    select gone.order_id, o.price, gone.charged, gone.to_source, refund.amount as refunded, gone.to_cash, gone.to_promo, gone.to_claim, back.cash, back.promo, back.claim
    from withdrawal as gone join shop_order as o on o.id = gone.order_id
    cross join lateral (
      select coalesce(sum(to_source + to_cash + to_promo + to_claim), 0) as amount from order_refund where order_id = gone.order_id) as given
    left join lateral (
      select coalesce(sum(amount), 0) as amount from payment_refund
      where cause_id = gone.order_id and not exists (select from order_refund where refund_id = payment_refund.id)) as refund on true
    left join lateral (
      select coalesce(sum(amount) filter (where kind = 'giveBack'), 0) as cash, coalesce(sum(amount) filter (where kind = 'giveBackPromo'), 0) as promo,
        coalesce(sum(amount) filter (where kind = 'claimLowered'), 0) as claim
      from ledger_transfer where subject_id = gone.order_id and kind in ('giveBack', 'giveBackPromo', 'claimLowered')) as back on true
    where touched(gone.order_id) and (gone.to_source <> refund.amount or gone.to_cash <> back.cash or gone.to_promo <> back.promo or gone.to_claim <> back.claim
      or gone.charged + gone.to_source + gone.to_cash + gone.to_promo + gone.to_claim + given.amount <> o.price)`,
  'what an operator gives back is booked, each part where it says, and never more than was paid': `
    select part.id, part.order_id, part.cancels_order, o.status, o.price, part.retained, part.to_source, refund.amount as refunded,
      part.to_cash, part.to_promo, part.to_claim, back.cash, back.promo, back.claim
    from order_refund as part join shop_order as o on o.id = part.order_id
    left join payment_refund as refund on refund.id = part.refund_id and refund.cause_id = part.order_id
    left join lateral (
      select coalesce(sum(amount) filter (where to_account = 'cash'), 0) as cash, coalesce(sum(amount) filter (where to_account = 'promo'), 0) as promo,
        coalesce(sum(amount) filter (where to_account = 'receivable'), 0) as claim
      from ledger_transfer where subject_id = case when part.cancels_order then part.order_id else part.id end
        and kind in ('giveBack', 'giveBackPromo', 'claimLowered', 'partBack', 'partBackPromo', 'claimLoweredInPart')
        and (kind in ('giveBack', 'giveBackPromo', 'claimLowered')) = part.cancels_order) as back on true
    where touched(part.id) and (part.to_source <> coalesce(refund.amount, 0) or part.to_cash <> back.cash or part.to_promo <> back.promo or part.to_claim <> back.claim
      or part.account_id <> o.account_id or (part.cancels_order and o.status <> -1) or (not part.cancels_order and part.retained <> 0)
      or o.price < (select sum(retained + to_source + to_cash + to_promo + to_claim) from order_refund where order_id = o.id))`,
  'a unit that is cancelled alone gives back its share and no cent more, and a unit without a refund is not cancelled': `
    select piece.id, piece.state, piece.list_value, part.to_source + part.to_cash + part.to_promo + part.to_claim as given
    from order_piece as piece join shop_order as o on o.id = piece.order_id left join order_refund as part on part.piece_id = piece.id
    where touched(o.id) and case when part.id is null then piece.is_unit and piece.state = 'cancelled' and o.status in (2, 3, 4)
      else not piece.is_unit or piece.state <> 'cancelled' or part.order_id <> o.id
        or (not part.cancels_order and part.to_source + part.to_cash + part.to_promo + part.to_claim > piece.list_value) end`,
  'what goes back in part belongs to what an operator gave back': `
    select id, kind, subject_id from ledger_transfer
    where newer(id) and kind in ('partBack', 'partBackPromo', 'claimLoweredInPart') and not exists (select from order_refund where order_refund.id = subject_id and not cancels_order)`,
  'nothing goes back to a balance while its invoice is open': `
    select line.id, line.kind, line.subject_id, line.amount, owed.amount as owed
    from ledger_transfer as line left join order_refund as part on line.kind = 'partBack' and part.id = line.subject_id
    join shop_order as o on o.id = coalesce(part.order_id, line.subject_id) join claim on claim.purchase_id = o.purchase_id
    cross join lateral (
      select sum(case when from_account = 'receivable' then amount else -amount end) + (
        select coalesce(sum(least(s.amount, back.amount)), 0) from settlement as s cross join lateral (
          select coalesce(sum(case when from_account = 'receivable' then amount else -amount end), 0) as amount from ledger_transfer as earlier
          where earlier.id < line.id and kind in ('returned', 'reinstated', 'reinstatedToBalance') and subject_id in (
            select dispute.id from payment_dispute as dispute join payment_charge as charge on charge.payment_id = dispute.payment_id where charge.id = s.id)) as back
        where s.purchase_id = claim.purchase_id and s.paid_by = 'provider') as amount from ledger_transfer as earlier
      where earlier.id < line.id and kind in ('invoiced', 'settled', 'settledUndone', 'settledFromBalance', 'settledOnline', 'claimLowered', 'claimLoweredInPart')
        and subject_id in (select claim.purchase_id union all select id from settlement where settlement.purchase_id = claim.purchase_id
          union all select id from shop_order where shop_order.purchase_id = claim.purchase_id
          union all select other.id from order_refund as other join shop_order on shop_order.id = other.order_id
            where shop_order.purchase_id = claim.purchase_id)) as owed
    where newer(line.id) and line.kind in ('giveBack', 'partBack') and owed.amount > 0`,
} as const satisfies AuditRules;
