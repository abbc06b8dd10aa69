// Audit rules for what operators do at the desk: manual money operations, reports, and versions of the
// owner’s texts.
import type { AuditRules } from './scope.ts';

export const deskRules = {
  'what goes back of a deposit is booked once, with its part of a coupon’s gift, and nothing leaves a balance otherwise': `
    with line as (
      select subject_id, sum(amount) filter (where kind = 'depositBack') as back, coalesce(sum(amount) filter (where kind = 'bonusBack'), 0) as taken,
        coalesce(sum(amount) filter (where kind = 'bonusAgain'), 0) as again, min(account_id::text) as account, min(currency) as currency
      from ledger_transfer where touched(subject_id) and kind in ('depositBack', 'bonusBack', 'bonusAgain') group by subject_id)
    select coalesce(part.refund_id, line.subject_id) as refund, part.id, part.amount, refund.amount as asked, line.back, part.credit, line.taken, line.again
    from (select * from deposit_refund where touched(refund_id)) as part full join line on line.subject_id = part.refund_id
    left join payment_refund as refund on refund.id = part.refund_id and refund.cause_id = part.id
    left join payment_charge as charge on charge.id = refund.charge_id and charge.used = 'settled'
    left join payment on payment.id = charge.payment_id
    left join deposit on deposit.id = part.deposit_id
    where (part.amount, part.amount, part.credit, part.deposit_id, part.account_id::text, deposit.account_id, deposit.currency)
        is distinct from (refund.amount, line.back, line.taken, payment.subject_id, line.account, part.account_id, line.currency)
      or (part.failed_at is not null) <> (refund.state = 'failed') or line.again <> case when part.failed_at is null then 0 else part.credit end
      or deposit.amount - deposit.price < (select sum(credit) from deposit_refund where deposit_id = deposit.id and failed_at is null)`,
  'a day of the makers’ load says what was delivered that day': `
    with told as (select day, sum(delivered) as delivered, sum(revised) as revised, sum(on_time) as on_time from desk_day_maker where newDay(day) group by day),
    sent as (
      select kept.day, count(*) filter (where version = 1) as delivered, count(*) filter (where version > 1) as revised,
        count(*) filter (where version = 1 and delivered_at <= due_at) as on_time
      from delivery cross join (select distinct zone from desk_day) as zones
      join desk_day as kept on kept.zone = zones.zone and kept.day = (delivered_at at time zone zones.zone)::date
      where newDay(kept.day) and aroundNewDay(delivered_at) group by kept.day)
    select day, told.delivered as told, sent.delivered, told.revised as told_revised, sent.revised, told.on_time as told_on_time, sent.on_time
    from told full join sent using (day)
    where (coalesce(told.delivered, 0), coalesce(told.revised, 0), coalesce(told.on_time, 0))
        is distinct from (coalesce(sent.delivered, 0), coalesce(sent.revised, 0), coalesce(sent.on_time, 0))
      and day < (select max(day) from desk_day)`,
  'a day of the reports says what the books say of it': `
    with told as (
      select day, currency, sum(gross - to_source - to_balance - to_credit) as net from desk_day_sale
      where newDay(day) group by day, currency),
    booked as (
      select kept.day, currency, sum(case when to_account = 'sales' then amount else -amount end) as net
      from ledger_transfer cross join (select distinct zone from desk_day) as zones
      join desk_day as kept on kept.zone = zones.zone and kept.day = (at at time zone zones.zone)::date
      where newDay(kept.day) and sinceNewDay(ledger_transfer.id) and 'sales' in (from_account, to_account) group by kept.day, currency)
    select day, currency, told.net as told, booked.net as booked from told full join booked using (day, currency)
    where coalesce(told.net, 0) <> coalesce(booked.net, 0) and day < (select max(day) from desk_day)`,
} as const satisfies AuditRules;

export const textRules = {
  'the versions of a text have no gap': `
    select kind, name, count(*) as count, max(version) as newest from content group by kind, name having count(*) <> max(version)`,
  'what the desk wrote stands in its log': `
    select kind, name, version, created_at from content
    where source = 'desk' and not exists (
      select from desk_audit where operator_id = author_id and at = created_at and why = reason
        and (act, subject_id) in (('catalogue.edit', name), ('brand.edit', kind), ('content.edit', split_part(name, '.', 1)),
          ('policy.edit', split_part(name, '.', 1)), ('mail.edit', split_part(name, '.', 1)), ('settings.edit', split_part(name, '.', 1))))`,
} as const;

export const ticketRules = {
  'a ticket waits for the desk exactly as long as it is open': `
    select number, status, waits_since from support_ticket where updated(updated_at) and (status = 'open') <> (waits_since is not null)`,
  'a ticket is answered since its first answer': `
    select number, first_answered_at, said.first from support_ticket as t
    left join lateral (select min(created_at) as first from support_message where ticket_number = t.number and author = 'desk') as said on true
    where updated(t.updated_at) and first_answered_at is distinct from said.first`,
  'a ticket is about an order of its own account': `
    select t.number, order_id, t.account_id, o.account_id as whose from support_ticket as t left join shop_order as o on o.id = t.order_id
    where updated(t.updated_at) and t.order_id is not null and o.account_id is distinct from t.account_id`,
} as const satisfies AuditRules;
