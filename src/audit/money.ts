// Audit rules for the ledger, balances, payments, deposits and gifts.
import { transfers } from '#modules/wallet/rules.ts';
import { carriedTotals } from './carried.ts';
import type { AuditRules } from './scope.ts';

const ways = Object.entries(transfers)
  .map(([kind, { from, to }]) => `('${kind}', '${from}', '${to}')`)
  .join(', ');

export const moneyRules = {
  'a transfer goes the way of its kind, so that every book sums to zero and credit is never paid out': `
    select id, kind, from_account, to_account from ledger_transfer
    where newer(id) and ((kind, from_account, to_account) not in (values ${ways})
      or (account_id is null) <> (from_account not in ('cash', 'promo') and to_account not in ('cash', 'promo')))`,
  'a balance is the sum of its transfers': {
    whole: `
    with moved as (
      select account_id, currency,
        sum(case when to_account = 'cash' then amount when from_account = 'cash' then -amount else 0 end) as cash,
        sum(case when to_account = 'promo' then amount when from_account = 'promo' then -amount else 0 end) as promo
      from ledger_transfer where account_id is not null group by account_id, currency)
    select coalesce(wallet.account_id, moved.account_id) as account_id, coalesce(wallet.currency, moved.currency) as currency,
      wallet.cash, moved.cash as cash_moved, wallet.promo, moved.promo as promo_moved
    from wallet full join moved using (account_id, currency)
    where coalesce(wallet.cash, 0) <> coalesce(moved.cash, 0) or coalesce(wallet.promo, 0) <> coalesce(moved.promo, 0)`,
    changed: `
    select account_id, currency, wallet.cash, total.cash as cash_moved, wallet.promo, total.promo as promo_moved
    from (${carriedTotals}) as total full join (select * from wallet where touched(account_id)) as wallet using (account_id, currency)
    where coalesce(wallet.cash, 0) <> coalesce(total.cash, 0) or coalesce(wallet.promo, 0) <> coalesce(total.promo, 0)`,
  },
  'no balance is below zero': 'select account_id, currency, cash, promo from wallet where touched(account_id) and (cash < 0 or promo < 0)',
  'every line of a statement follows from the one before': {
    whole: `
    select * from (
      select id, account_id, currency, balance_after,
        sum(case when to_account in ('cash', 'promo') then amount else -amount end) over (partition by account_id, currency order by id) as summed
      from ledger_transfer where account_id is not null) as line
    where balance_after is distinct from summed`,
    changed: `
    select line.id, line.account_id, line.currency, line.balance_after, before.balance_after as before
    from ledger_transfer as line
    left join lateral (
      select balance_after from ledger_transfer where (account_id, currency) = (line.account_id, line.currency) and id < line.id
      order by id desc limit 1) as before on true
    where newer(line.id) and line.account_id is not null and line.balance_after is distinct from
      coalesce(before.balance_after, 0) + case when line.to_account in ('cash', 'promo') then line.amount else -line.amount end`,
  },
  'every charge is booked exactly once, for what it was used': `
    select charge.id, charge.used, charge.amount, booked.count, booked.amount as booked
    from payment_charge as charge
    join payment on payment.id = charge.payment_id
    left join lateral (
      select count(*), sum(amount) as amount from ledger_transfer
      where subject_id = charge.id
        and kind = any(case when charge.used = 'credited' then '{stray}' when payment.purpose = 'deposit' then '{deposit}'
          when payment.purpose = 'claim' then '{settledOnline,overpaidOnline}' else '{sale}' end::text[])) as booked on true
    where touched(charge.id) and (booked.amount is distinct from charge.amount
      or booked.count > case when charge.used = 'settled' and payment.purpose = 'claim' then 2 else 1 end)`,
  'nothing is booked as charged that was not': `
    select id, kind, subject_id from ledger_transfer
    where newer(id) and kind in ('sale', 'deposit', 'stray', 'settledOnline', 'overpaidOnline') and not exists (select from payment_charge where id = subject_id)`,
  'nothing is spent but on a purchase': `
    select id, kind, subject_id from ledger_transfer
    where newer(id) and kind in ('spend', 'spendPromo') and not exists (select from purchase where id = subject_id)`,
  'a payment is paid by exactly one charge of its amount': `
    select payment.id, payment.state, payment.amount, count(charge.id), sum(charge.amount) as charged
    from payment left join payment_charge as charge on charge.payment_id = payment.id and charge.used = 'settled'
    where touched(payment.id) group by payment.id
    having (payment.state = 'paid') <> (count(charge.id) = 1) or (payment.state = 'paid' and sum(charge.amount) <> payment.amount)`,
  'what an operator gives is booked once, as credit, and nothing is given that nobody gave': `
    select coalesce(gift.id, line.subject_id) as id, gift.amount, line.amount as booked
    from (select * from wallet_gift where touched(id)) as gift
    full join (select * from ledger_transfer where kind = 'gift' and touched(subject_id)) as line on line.subject_id = gift.id
    where (gift.amount, gift.currency, gift.account_id) is distinct from (line.amount, line.currency, line.account_id)`,
  'no more goes back than came': `
    select charge.id, charge.amount, sum(refund.amount) as refunded
    from payment_charge as charge join payment_refund as refund on refund.charge_id = charge.id and refund.state <> 'failed'
    where touched(charge.id) group by charge.id having sum(refund.amount) > charge.amount`,
  'what a lost dispute took back is booked, and never more than was charged and not refunded': `
    select payment.id, dispute.lost, dispute.returned, charged.amount as charged, refunded.amount as refunded, booked.amount as booked
    from (select payment_id, sum(returned) as returned, coalesce(sum(amount) filter (where decision = 'lost'), 0) as lost
      from payment_dispute group by payment_id) as dispute
    join payment on payment.id = dispute.payment_id
    cross join lateral (select coalesce(sum(amount), 0) as amount from payment_charge where payment_id = payment.id) as charged
    cross join lateral (
      select coalesce(sum(refund.amount), 0) as amount from payment_refund as refund join payment_charge as charge on charge.id = refund.charge_id
      where charge.payment_id = payment.id and refund.state <> 'failed') as refunded
    cross join lateral (
      select coalesce(sum(case kind when 'returned' then amount else -amount end), 0) as amount from ledger_transfer
      where kind in ('returned', 'reinstated') and subject_id in (
        select id from payment_dispute where payment_id = payment.id
        union all select id from payment_charge where payment_id = payment.id
        union all select refund.id from payment_refund as refund join payment_charge as charge on charge.id = refund.charge_id
          where charge.payment_id = payment.id)) as booked
    where touched(payment.id)
      and (dispute.returned <> greatest(least(dispute.lost, charged.amount - refunded.amount), 0) or booked.amount <> dispute.returned)`,
  'a balance pays no more for a lost dispute than it took back, and gets no more again': `
    select taken.subject_id, taken.amount, returned.amount as returned, restored.amount as restored
    from ledger_transfer as taken
    left join ledger_transfer as returned on returned.kind = 'returned' and returned.subject_id = taken.subject_id
    left join ledger_transfer as restored on restored.kind = 'fundsRestored' and restored.subject_id = taken.subject_id
    where newer(taken.id) and taken.kind = 'fundsTaken' and (taken.amount > coalesce(returned.amount, 0) or restored.amount <> taken.amount)
    union all select subject_id, amount, null, null from ledger_transfer as restored
    where newer(restored.id) and kind = 'fundsRestored'
      and not exists (select from ledger_transfer where kind = 'fundsTaken' and subject_id = restored.subject_id)`,
  'nothing is claimed from a customer whose bank took nothing back': `
    select id, kind, subject_id from ledger_transfer as line
    where newer(id) and kind in ('returned', 'reinstated') and not exists (
      select from payment_dispute as dispute where dispute.id = line.subject_id or dispute.payment_id in (
        select payment_id from payment_charge where id = line.subject_id
          or id = (select charge_id from payment_refund where payment_refund.id = line.subject_id)))`,
  'every refund is booked once, and once more where it failed': `
    select refund.id, refund.state, count(*) filter (where kind <> 'refundFailed') as booked, count(*) filter (where kind = 'refundFailed') as failed
    from payment_refund as refund join payment_charge as charge on charge.id = refund.charge_id join payment on payment.id = charge.payment_id
    left join ledger_transfer as line on line.subject_id = refund.id and line.amount = refund.amount
      and line.kind in (case payment.purpose when 'deposit' then 'depositBack' else 'refund' end, 'refundFailed')
    where touched(refund.id) group by refund.id
    having count(*) filter (where kind <> 'refundFailed') <> 1 or (refund.state = 'failed') <> (count(*) filter (where kind = 'refundFailed') = 1)`,
  'a deposit credits what was asked for, once': `
    select deposit.id, deposit.state, deposit.amount, deposit.price, bonus.amount as bonus
    from deposit
    left join lateral (select coalesce(sum(amount), 0) as amount from ledger_transfer where kind = 'bonus' and subject_id = deposit.id) as bonus on true
    where touched(deposit.id) and (bonus.amount <> case deposit.state when 'paid' then deposit.amount - deposit.price else 0 end
      or (deposit.state = 'paid' and deposit.price > 0 and 0 = (
        select count(*) from payment where subject_id = deposit.id and payment.state = 'paid' and payment.amount = deposit.price)))`,
  'what is owed by invoice is what was invoiced, less what settled it and what was credited': `
    select claim.purchase_id, claim.amount, claim.settled, claim.credited, invoiced.amount as invoiced, money.settled as booked, back.amount as returned, credit.amount as lowered
    from claim
    left join ledger_transfer as invoiced on invoiced.kind = 'invoiced' and invoiced.subject_id = claim.purchase_id
    cross join lateral (
      select coalesce(sum(case when line.kind = 'settledUndone' then -line.amount else line.amount end), 0) as settled
      from settlement join ledger_transfer as line on line.subject_id = settlement.id and line.kind in ('settled', 'settledUndone', 'settledFromBalance', 'settledOnline')
      where settlement.purchase_id = claim.purchase_id) as money
    cross join lateral (
      select coalesce(sum(settlement.returned), 0) + coalesce(sum((
        select sum(line.amount) from ledger_transfer as line where line.kind = 'reinstatedToBalance' and line.subject_id in (
          select id from payment_dispute where payment_id = charge.payment_id))), 0) as amount
      from settlement left join payment_charge as charge on charge.id = settlement.id where settlement.purchase_id = claim.purchase_id) as back
    cross join lateral (
      select coalesce(sum(amount), 0) as amount from (
        select amount from ledger_transfer join shop_order as o on o.id = subject_id where kind = 'claimLowered' and o.purchase_id = claim.purchase_id
        union all select amount from ledger_transfer join order_refund as part on part.id = subject_id join shop_order as o on o.id = part.order_id
        where kind = 'claimLoweredInPart' and o.purchase_id = claim.purchase_id) as line) as credit
    left join purchase on purchase.id = claim.purchase_id
    where touched(claim.purchase_id) and ((claim.amount, claim.currency) is distinct from (invoiced.amount, invoiced.currency)
      or claim.settled <> money.settled - back.amount or claim.credited <> credit.amount or purchase.paid_from is distinct from 'invoice')`,
  'a payment by link settles a claim with its whole charge, less what its bank took back': `
    select settlement.id, settlement.amount, settlement.overpaid, settlement.returned, charge.amount as charged, back.amount as back
    from settlement left join payment_charge as charge on charge.id = settlement.id and charge.used = 'settled'
    left join payment on payment.id = charge.payment_id and payment.purpose = 'claim' and payment.subject_id = settlement.purchase_id
    cross join lateral (select coalesce(sum(returned), 0) as amount from payment_dispute where payment_id = payment.id) as back
    where touched(settlement.purchase_id) and case when settlement.paid_by = 'provider'
      then payment.id is null or charge.amount <> settlement.amount + settlement.overpaid
        or settlement.returned <> least(settlement.amount, back.amount) or settlement.operator_id is not null
      else settlement.returned <> 0 or settlement.operator_id is null end
    union all select payment.id, payment.amount, null, null, charge.amount, null
    from payment join payment_charge as charge on charge.payment_id = payment.id and charge.used = 'settled'
    where touched(payment.id) and payment.purpose = 'claim' and not exists (select from settlement where settlement.id = charge.id)`,
  'a payment for a claim is of a claim of its customer': `
    select payment.id, payment.subject_id, payment.account_id from payment left join claim on claim.purchase_id = payment.subject_id
    where touched(payment.id) and payment.purpose = 'claim' and (payment.account_id, payment.currency) is distinct from (claim.account_id, claim.currency)`,
  'a balance gets no more of a claim than its bank gave back': `
    select line.id, line.subject_id, line.amount, back.amount as back
    from ledger_transfer as line left join ledger_transfer as back on back.kind = 'reinstated' and back.subject_id = line.subject_id
    where newer(line.id) and line.kind = 'reinstatedToBalance' and line.amount > coalesce(back.amount, 0)`,
  'what settled a claim is booked once, and what is undone once more': `
    select settlement.id, settlement.amount, settlement.overpaid, settlement.undone_at, booked.*
    from settlement cross join lateral (
      select coalesce(sum(amount) filter (where kind in ('settled', 'settledFromBalance', 'settledOnline')), 0) as settled,
        coalesce(sum(amount) filter (where kind in ('overpaid', 'overpaidOnline')), 0) as more,
        coalesce(sum(amount) filter (where kind = 'settledUndone'), 0) as undone, coalesce(sum(amount) filter (where kind = 'overpaidUndone'), 0) as more_undone
      from ledger_transfer where subject_id = settlement.id) as booked
    where touched(settlement.purchase_id) and (booked.settled <> settlement.amount or booked.more <> settlement.overpaid
      or booked.undone <> case when settlement.undone_at is null then 0 else settlement.amount end
      or booked.more_undone <> case when settlement.undone_at is null then 0 else settlement.overpaid end)`,
  'nothing is invoiced, settled or paid out but for a claim or a payout': `
    select id, kind, subject_id from ledger_transfer as line
    where newer(id) and case
      when kind = 'invoiced' then not exists (select from claim where purchase_id = subject_id)
      when kind = 'paidOut' then not exists (select from payout where payout.id = subject_id and payout.amount = line.amount and payout.account_id = line.account_id)
      when kind in ('settled', 'settledFromBalance', 'settledOnline', 'overpaid', 'overpaidOnline', 'settledUndone', 'overpaidUndone') then not exists (select from settlement where settlement.id = subject_id)
      else false end`,
  'what a move brought over is booked once, cash and credit apart, and what is undone once more': `
    select coalesce(brought.id, booked.id) as id, brought.cash, brought.credit, booked.*
    from (select * from brought_balance where touched(id)) as brought
    full join (
      select subject_id as id, min(account_id::text) as account_id, min(currency) as currency,
        coalesce(sum(amount) filter (where kind = 'broughtOver'), 0) as cash, coalesce(sum(amount) filter (where kind = 'broughtOverCredit'), 0) as credit,
        coalesce(sum(amount) filter (where kind = 'broughtOverUndone'), 0) as cash_undone, coalesce(sum(amount) filter (where kind = 'broughtOverCreditUndone'), 0) as credit_undone
      from ledger_transfer where kind in ('broughtOver', 'broughtOverCredit', 'broughtOverUndone', 'broughtOverCreditUndone') and touched(subject_id)
      group by subject_id) as booked on booked.id = brought.id
    where (coalesce(booked.cash, 0), coalesce(booked.credit, 0)) is distinct from (brought.cash::bigint, brought.credit::bigint)
      or (booked.account_id, booked.currency) is distinct from (brought.account_id::text, brought.currency) and brought.cash + brought.credit > 0
      or (coalesce(booked.cash_undone, 0), coalesce(booked.credit_undone, 0))
        is distinct from (case when undone_at is null then 0 else brought.cash end::bigint, case when undone_at is null then 0 else brought.credit end::bigint)`,
  'an entry of a bank statement settles one claim, with its whole amount': `
    select entry.id, entry.amount, settlement.amount as settled, settlement.overpaid from bank_entry as entry join settlement on settlement.id = entry.settlement_id
    where touched(settlement.purchase_id) and (entry.amount <> settlement.amount + settlement.overpaid or settlement.undone_at is not null or settlement.paid_by <> 'bank')`,
} as const satisfies AuditRules;
