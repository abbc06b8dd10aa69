// Consistency rules over the whole database: each is a query that must return no rows. `npm run audit` checks a running shop.
import type pg from 'pg';
import { transfers } from '../modules/wallet/rules.ts';
import { deskRules, textRules } from './desk.ts';
import { workRules } from './work.ts';

const ways = Object.entries(transfers)
  .map(([kind, { from, to }]) => `('${kind}', '${from}', '${to}')`)
  .join(', ');

/** A violation; the columns identify the row. */
const rules = {
  'a transfer goes the way of its kind, so that every book sums to zero and credit is never paid out': `
    select id, kind, from_account, to_account from ledger_transfer
    where (kind, from_account, to_account) not in (values ${ways})
      or (account_id is null) <> (from_account not in ('cash', 'promo') and to_account not in ('cash', 'promo'))`,
  'a balance is the sum of its transfers': `
    with moved as (
      select account_id, currency,
        sum(case when to_account = 'cash' then amount when from_account = 'cash' then -amount else 0 end) as cash,
        sum(case when to_account = 'promo' then amount when from_account = 'promo' then -amount else 0 end) as promo
      from ledger_transfer where account_id is not null group by account_id, currency)
    select coalesce(wallet.account_id, moved.account_id) as account_id, coalesce(wallet.currency, moved.currency) as currency,
      wallet.cash, moved.cash as cash_moved, wallet.promo, moved.promo as promo_moved
    from wallet full join moved using (account_id, currency)
    where coalesce(wallet.cash, 0) <> coalesce(moved.cash, 0) or coalesce(wallet.promo, 0) <> coalesce(moved.promo, 0)`,
  'no balance is below zero': 'select account_id, currency, cash, promo from wallet where cash < 0 or promo < 0',
  'every line of a statement follows from the one before': `
    select * from (
      select id, account_id, currency, balance_after,
        sum(case when to_account in ('cash', 'promo') then amount else -amount end) over (partition by account_id, currency order by id) as summed
      from ledger_transfer where account_id is not null) as line
    where balance_after is distinct from summed`,
  'every charge is booked exactly once, for what it was used': `
    select charge.id, charge.used, charge.amount, booked.count, booked.amount as booked
    from payment_charge as charge
    join payment on payment.id = charge.payment_id
    left join lateral (
      select count(*), sum(amount) as amount from ledger_transfer
      where subject_id = charge.id
        and kind = case when charge.used = 'credited' then 'stray' when payment.purpose = 'deposit' then 'deposit' else 'sale' end) as booked on true
    where booked.count <> 1 or booked.amount <> charge.amount`,
  'nothing is booked as charged that was not': `
    select id, kind, subject_id from ledger_transfer
    where kind in ('sale', 'deposit', 'stray') and not exists (select from payment_charge where id = subject_id)`,
  'nothing is spent but on a purchase': `
    select id, kind, subject_id from ledger_transfer
    where kind in ('spend', 'spendPromo') and not exists (select from purchase where id = subject_id)`,
  'a payment is paid by exactly one charge of its amount': `
    select payment.id, payment.state, payment.amount, count(charge.id), sum(charge.amount) as charged
    from payment left join payment_charge as charge on charge.payment_id = payment.id and charge.used = 'settled'
    group by payment.id
    having (payment.state = 'paid') <> (count(charge.id) = 1) or (payment.state = 'paid' and sum(charge.amount) <> payment.amount)`,
  'a purchase is paid with its price, once, or not at all': `
    select purchase.id, purchase.state, purchase.paid_from, purchase.price, purchase.promo, charged.amount as charged, spent.cash, spent.promo as spent_promo
    from purchase
    left join lateral (
      select coalesce(sum(charge.amount), 0) as amount from payment join payment_charge as charge on charge.payment_id = payment.id
      where payment.subject_id = purchase.id and charge.used = 'settled') as charged on true
    left join lateral (
      select coalesce(sum(amount) filter (where kind = 'spend'), 0) as cash, coalesce(sum(amount) filter (where kind = 'spendPromo'), 0) as promo
      from ledger_transfer where subject_id = purchase.id and kind in ('spend', 'spendPromo')) as spent on true
    where case
      when purchase.state <> 'paid' then charged.amount + spent.cash + spent.promo <> 0
      when purchase.paid_from = 'link' then charged.amount <> purchase.price or spent.cash + spent.promo <> 0
      when purchase.paid_from = 'balance' then spent.cash + spent.promo <> purchase.price or spent.promo <> purchase.promo or charged.amount <> 0
      else purchase.price <> 0 or charged.amount + spent.cash + spent.promo <> 0 end`,
  'a purchase costs what its orders do': `
    select purchase.id, purchase.price, sum(o.price) as orders
    from purchase join shop_order as o on o.purchase_id = purchase.id and (o.status <> -1 or o.paid_at is not null)
    where purchase.state <> 'cancelled' group by purchase.id having purchase.price <> sum(o.price)`,
  'an order costs its total less its discount': `
    select id, total, discount, price from shop_order where price <> total - discount or discount < 0 or price < 0`,
  'orders, pieces, charges and disputes belong to the account of what they are part of': `
    select o.id, 'order' as kind from shop_order as o join purchase on purchase.id = o.purchase_id where purchase.account_id <> o.account_id
    union all select piece.id, 'piece' from order_piece as piece join shop_order as o on o.id = piece.order_id where piece.account_id <> o.account_id
    union all select charge.id, 'charge' from payment_charge as charge join payment on payment.id = charge.payment_id where payment.account_id <> charge.account_id
    union all select dispute.id, 'dispute' from payment_dispute as dispute join payment on payment.id = dispute.payment_id
      where payment.account_id <> dispute.account_id`,
  'an order stands as its purchase does': `
    select o.id, o.status, purchase.state from shop_order as o join purchase on purchase.id = o.purchase_id
    where case purchase.state when 'open' then o.status not in (0, 1, 5, -1) when 'paid' then o.status not in (2, 3, 4, -1) else o.status <> -1 end
      or (o.status in (2, 3, 4) and o.paid_at is null)`,
  'what is cancelled after it was paid is given back, whole or less what a withdrawal charges, and nothing else is': `
    with cancelled as (
      select purchase_id, sum(price) as price from shop_order where status = -1 and paid_at is not null group by purchase_id),
    kept as (
      select purchase_id, sum(gone.amount) as amount from (
        select order_id, charged as amount from withdrawal union all select order_id, retained from order_refund where cancels_order) as gone
      join shop_order as o on o.id = gone.order_id group by purchase_id),
    parts as (
      select purchase_id, sum(to_source + to_cash + to_promo) as amount from order_refund join shop_order as o on o.id = order_id
      where o.status <> -1 group by purchase_id),
    back as (
      select purchase_id, sum(amount) as amount from (
        select subject_id as order_id, amount from ledger_transfer where kind in ('giveBack', 'giveBackPromo')
        union all select order_id, amount from ledger_transfer join order_refund as part on part.id = subject_id
        where kind in ('partBack', 'partBackPromo')) as line
      join shop_order as o on o.id = line.order_id group by purchase_id),
    refunded as (
      select payment.subject_id as purchase_id, sum(refund.amount) as amount from payment_refund as refund
      join payment_charge as charge on charge.id = refund.charge_id and charge.used = 'settled'
      join payment on payment.id = charge.payment_id group by payment.subject_id)
    select purchase.id, coalesce(cancelled.price, 0) as cancelled, coalesce(kept.amount, 0) as kept, coalesce(parts.amount, 0) as parts,
      coalesce(back.amount, 0) + coalesce(refunded.amount, 0) as given
    from cancelled full join kept using (purchase_id) full join parts using (purchase_id) full join back using (purchase_id) full join refunded using (purchase_id)
    join purchase on purchase.id = purchase_id
    where purchase.state = 'paid'
      and coalesce(cancelled.price, 0) - coalesce(kept.amount, 0) + coalesce(parts.amount, 0) <> coalesce(back.amount, 0) + coalesce(refunded.amount, 0)`,
  'what was withdrawn from was paid, in time, and is cancelled with what was not delivered': `
    select gone.order_id, gone.at, gone.until, o.status, o.paid_at from withdrawal as gone join shop_order as o on o.id = gone.order_id
    where o.status <> -1 or o.paid_at is null or o.cancelled_at <> gone.at or gone.at >= gone.until or gone.account_id <> o.account_id
      or exists (select from order_piece where order_id = o.id and state not in ('delivered', 'accepted', 'cancelled'))`,
  'a withdrawal charges what was delivered with consent, in proportion and no cent more': `
    select gone.order_id, gone.charged, gone.delivered, gone.pieces, o.price, given.amount as given
    from withdrawal as gone join shop_order as o on o.id = gone.order_id
    cross join lateral (
      select coalesce(sum(to_source + to_cash + to_promo), 0) as amount from order_refund where order_id = gone.order_id) as given
    where gone.charged <> case when gone.start_now
        then least(floor(o.price::numeric * coalesce(gone.delivered_value, gone.delivered) / nullif(coalesce(gone.value, gone.pieces), 0)), o.price - given.amount) else 0 end
      or gone.delivered > gone.pieces or (gone.start_now and gone.delivered = gone.pieces)`,
  'a withdrawal counts what its customer has': `
    select gone.order_id, gone.delivered, count(piece.id) as had, gone.value, sum(piece.list_value) as listed
    from withdrawal as gone join order_piece as piece on piece.order_id = gone.order_id
    group by gone.order_id having gone.pieces <> count(piece.id)
      or gone.value <> case when sum(piece.list_value) > 0 then sum(piece.list_value) else count(piece.id) end
      or (sum(piece.list_value) > 0 and gone.delivered_value < sum(piece.list_value) filter (where piece.state in ('delivered', 'accepted')))
      or (gone.delivered <> gone.pieces and gone.delivered < count(piece.id) filter (where piece.state in ('delivered', 'accepted')))`,
  'what a withdrawal gives back is booked, each part where it says': `
    select gone.order_id, o.price, gone.charged, gone.to_source, refund.amount as refunded, gone.to_cash, gone.to_promo, back.cash, back.promo
    from withdrawal as gone join shop_order as o on o.id = gone.order_id
    cross join lateral (
      select coalesce(sum(to_source + to_cash + to_promo), 0) as amount from order_refund where order_id = gone.order_id) as given
    left join lateral (
      select coalesce(sum(amount), 0) as amount from payment_refund
      where cause_id = gone.order_id and not exists (select from order_refund where refund_id = payment_refund.id)) as refund on true
    left join lateral (
      select coalesce(sum(amount) filter (where kind = 'giveBack'), 0) as cash, coalesce(sum(amount) filter (where kind = 'giveBackPromo'), 0) as promo
      from ledger_transfer where subject_id = gone.order_id and kind in ('giveBack', 'giveBackPromo')) as back on true
    where gone.to_source <> refund.amount or gone.to_cash <> back.cash or gone.to_promo <> back.promo
      or gone.charged + gone.to_source + gone.to_cash + gone.to_promo + given.amount <> o.price`,
  'what an operator gives back is booked, each part where it says, and never more than was paid': `
    select part.id, part.order_id, part.cancels_order, o.status, o.price, part.retained, part.to_source, refund.amount as refunded,
      part.to_cash, part.to_promo, back.cash, back.promo
    from order_refund as part join shop_order as o on o.id = part.order_id
    left join payment_refund as refund on refund.id = part.refund_id and refund.cause_id = part.order_id
    left join lateral (
      select coalesce(sum(amount) filter (where to_account = 'cash'), 0) as cash, coalesce(sum(amount) filter (where to_account = 'promo'), 0) as promo
      from ledger_transfer where case when part.cancels_order then subject_id = part.order_id and kind in ('giveBack', 'giveBackPromo')
        else subject_id = part.id and kind in ('partBack', 'partBackPromo') end) as back on true
    where part.to_source <> coalesce(refund.amount, 0) or part.to_cash <> back.cash or part.to_promo <> back.promo
      or part.account_id <> o.account_id or (part.cancels_order and o.status <> -1) or (not part.cancels_order and part.retained <> 0)
      or o.price < (select sum(retained + to_source + to_cash + to_promo) from order_refund where order_id = o.id)`,
  'what goes back in part belongs to what an operator gave back': `
    select id, kind, subject_id from ledger_transfer
    where kind in ('partBack', 'partBackPromo') and not exists (select from order_refund where order_refund.id = subject_id and not cancels_order)`,
  'what an operator gives is booked once, as credit, and nothing is given that nobody gave': `
    select coalesce(gift.id, line.subject_id) as id, gift.amount, line.amount as booked
    from wallet_gift as gift full join (select * from ledger_transfer where kind = 'gift') as line on line.subject_id = gift.id
    where (gift.amount, gift.currency, gift.account_id) is distinct from (line.amount, line.currency, line.account_id)`,
  'no more goes back than came': `
    select charge.id, charge.amount, sum(refund.amount) as refunded
    from payment_charge as charge join payment_refund as refund on refund.charge_id = charge.id and refund.state <> 'failed'
    group by charge.id having sum(refund.amount) > charge.amount`,
  'every refund is booked once, and once more where it failed': `
    select refund.id, refund.state, count(*) filter (where kind <> 'refundFailed') as booked, count(*) filter (where kind = 'refundFailed') as failed
    from payment_refund as refund join payment_charge as charge on charge.id = refund.charge_id join payment on payment.id = charge.payment_id
    left join ledger_transfer as line on line.subject_id = refund.id and line.amount = refund.amount
      and line.kind in (case payment.purpose when 'deposit' then 'depositBack' else 'refund' end, 'refundFailed')
    group by refund.id
    having count(*) filter (where kind <> 'refundFailed') <> 1 or (refund.state = 'failed') <> (count(*) filter (where kind = 'refundFailed') = 1)`,
  'a deposit credits what was asked for, once': `
    select deposit.id, deposit.state, deposit.amount, deposit.price, bonus.amount as bonus
    from deposit
    left join lateral (select coalesce(sum(amount), 0) as amount from ledger_transfer where kind = 'bonus' and subject_id = deposit.id) as bonus on true
    where bonus.amount <> case deposit.state when 'paid' then deposit.amount - deposit.price else 0 end
      or (deposit.state = 'paid' and deposit.price > 0 and not exists (
        select from payment where subject_id = deposit.id and payment.state = 'paid' and payment.amount = deposit.price))`,
  'a coupon is used as often as it may be, and counts its uses': `
    select coupon.id, coupon.code, coupon.uses, coupon.total_limit, count(use.subject_id) as standing
    from coupon left join coupon_use as use on use.coupon_id = coupon.id and use.released_at is null
    group by coupon.id having coupon.uses <> count(use.subject_id) or coupon.uses > coupon.total_limit`,
  'a customer uses a coupon as often as one may': `
    select coupon.id, use.account_id, count(*) from coupon join coupon_use as use on use.coupon_id = coupon.id and use.released_at is null
    where coupon.customer_limit is not null group by coupon.id, use.account_id having count(*) > coupon.customer_limit`,
  'what has a discount has claimed its coupon, and what came to nothing has let go of it': `
    select purchase.id, purchase.state, purchase.discount from purchase left join coupon_use as use on use.subject_id = purchase.id and use.released_at is null
    where case when purchase.state = 'cancelled' then use.subject_id is not null
      -- The use of a limited coupon ends with the payment link; then nobody can pay the discounted price.
      when purchase.state = 'open' and purchase.coupon_id is not null then use.subject_id is null
        and exists (select from payment where subject_id = purchase.id and payment.state = 'open')
      else (purchase.coupon_id is not null) <> (use.subject_id is not null) end`,
  'a standing use of a coupon is for a purchase or a deposit': `
    select subject_id, coupon_id from coupon_use as use
    where released_at is null and not exists (select from purchase where id = subject_id) and not exists (select from deposit where id = subject_id)`,
  'every order has its pieces, and the clock of a paid one that can be begun runs': `
    select o.id, o.status, count(piece.id), count(piece.id) filter (where piece.state = 'ready' and piece.due_at is null and piece.waits_since is null and piece.held_since is null) as still
    from shop_order as o left join order_piece as piece on piece.order_id = o.id
    group by o.id having count(piece.id) = 0 or (o.status in (2, 3) and count(piece.id) filter (where piece.state = 'ready' and piece.due_at is null and piece.waits_since is null and piece.held_since is null) > 0)`,
  'a piece that waits for its brief has none, and no clock; and there is something of each': `
    select piece.id, piece.order_id, piece.state, piece.due_at
    from order_piece as piece where (piece.state = 'waiting' and (piece.brief is not null or piece.due_at is not null)) or piece.quantity < 1`,
  'each month of a subscription has one order, at the price that was agreed': `
    select o.subscription_id, o.period, count(*), min(o.price) as price, min(s.price) as agreed
    from shop_order as o left join subscription as s on s.id = o.subscription_id
    where o.subscription_id is not null or o.period is not null
    group by o.subscription_id, o.period
    having count(*) > 1 or o.period is null or count(s.id) = 0 or (o.period > min(s.created_at) and (min(o.price) <> min(s.price) or max(o.discount) <> 0))`,
  'a subscription that runs has its newest month paid, or waiting for that': `
    select s.id, s.state, s.renews_at, newest.period, newest.status
    from subscription as s
    left join lateral (
      select period, status from shop_order where subscription_id = s.id and status <> -1 order by period desc limit 1) as newest on true
    where s.state in ('active', 'ending') and (newest.status is null or newest.status not in (2, 3, 4, 5) or s.renews_at is null or newest.period >= s.renews_at)
      or s.state = 'paused' and s.renews_at is null`,
  'nothing waits for a payment that is no month of a subscription that runs, and of each one month at most': `
    select o.subscription_id, count(*), min(s.state) as state from shop_order as o left join subscription as s on s.id = o.subscription_id
    where o.status = 5 group by o.subscription_id having count(*) > 1 or coalesce(min(s.state), 'none') not in ('active', 'ending')`,
  'a subscription begins with its first payment, and what is over renews no more': `
    select s.id, s.state, s.renews_at from subscription as s
    where (s.state in ('pending', 'ended') and s.renews_at is not null)
      or (s.state = 'pending' and exists (select from shop_order where subscription_id = s.id and status not in (0, 1)))`,
  'what was paid has one paper of what it cost, or waits for it': `
    select kind, cause, price, gross, waits from (
      select 'invoice' as kind, id::text as cause, account_id, currency, price, state = 'paid' as paid, invoiced_at is null as waits from purchase
      union all
      select 'receipt', id::text, account_id, currency, price, state = 'paid' and price > 0, receipted_at is null from deposit) as due
    full join (select * from billing_document where kind <> 'credit') as paper using (kind, cause)
    where (paper.id is not null) is distinct from (due.paid and not waits)
      or (price, due.currency, due.account_id) is distinct from (gross, paper.currency, paper.account_id) and paper.id is not null`,
  'papers are numbered without a gap, apart from those that are recorded': `
    select kind, year, max(series.last) as last, count(paper.id), min(serial), max(serial), max(skipped) as skipped
    from billing_document_series as series full join billing_document as paper using (kind, year)
    full join (select kind, year, sum(last - first + 1) as skipped, min(first) as first, max(last) as last from billing_document_gap group by 1, 2) as gap
      using (kind, year)
    group by kind, year having count(paper.id) + coalesce(max(skipped), 0) is distinct from max(series.last)::numeric
      or greatest(max(serial), max(gap.last), 0) is distinct from max(series.last) or least(min(serial), min(gap.first)) <> 1
    union all select paper.kind, paper.year, gap.last, 1, serial, serial, 1 from billing_document as paper
    join billing_document_gap as gap on gap.kind = paper.kind and gap.year = paper.year and serial between gap.first and gap.last`,
  'a paper says what its row says': `
    select id, kind, serial, content ->> 'number' as said from billing_document
    where (kind, year || '-' || lpad(serial::text, greatest(6, length(serial::text)), '0'), net, vat, gross, currency::int)
      is distinct from (content ->> 'kind', substr(content ->> 'number', 5), (content ->> 'net')::int, (content ->> 'vat')::int,
        (content ->> 'gross')::int, (content ->> 'currency')::int)`,
  'the lines of a paper are its sums, and so is how it was paid': `
    select id, net, vat, gross, said.* from billing_document
    cross join lateral (
      select sum((line ->> 'net')::int) as nets, sum((line ->> 'vat')::int) as vats, sum((line ->> 'gross')::int) as grosses,
        (select coalesce(sum((part ->> 'amount')::int), 0) from jsonb_array_elements(content -> 'parts') as part) as parts
      from jsonb_array_elements(content -> 'lines') as line) as said
    where (net, vat, gross, gross) is distinct from (nets, vats, grosses, parts)`,
  'what leaves the sales has a credit note, or waits for one': `
    select booked.id, booked.kind, refund.transfer_id
    from (select id, kind from ledger_transfer where from_account = 'sales') as booked full join billing_document_refund as refund on refund.transfer_id = booked.id
    where booked.id is null or refund.transfer_id is null`,
  'a credit note is the sum of its refunds, of what its invoice is for': `
    select note.id, note.gross, sum(booked.amount) as refunded, invoice.kind as corrects
    from billing_document as note
    left join billing_document as invoice on invoice.id = note.invoice_id
    left join billing_document_refund as refund on refund.document_id = note.id
    left join ledger_transfer as booked on booked.id = refund.transfer_id and booked.currency = note.currency
    where note.kind = 'credit' group by note.id, invoice.id
    having sum(booked.amount) is distinct from note.gross::bigint or invoice.kind is distinct from 'invoice'
      or (invoice.subject_id, invoice.account_id, invoice.currency) is distinct from (note.subject_id, note.account_id, note.currency)`,
  'credit notes take back no more than their invoice charged': `
    select invoice.id, invoice.gross, sum(note.gross) as credited, invoice.vat, sum(note.vat) as vat_credited
    from billing_document as invoice join billing_document as note on note.invoice_id = invoice.id
    group by invoice.id having sum(note.gross) > invoice.gross or sum(note.vat) > invoice.vat or sum(note.net) > invoice.net`,
  ...workRules,
  ...textRules,
  'a ticket waits for the desk exactly as long as it is open': `
    select number, status, waits_since from support_ticket where (status = 'open') <> (waits_since is not null)`,
  'a ticket is answered since its first answer': `
    select number, first_answered_at, said.first from support_ticket as t
    left join lateral (select min(created_at) as first from support_message where ticket_number = t.number and author = 'desk') as said on true
    where first_answered_at is distinct from said.first`,
  'a ticket is about an order of its own account': `
    select t.number, order_id, t.account_id, o.account_id as whose from support_ticket as t left join shop_order as o on o.id = t.order_id
    where t.order_id is not null and o.account_id is distinct from t.account_id`,
  ...deskRules,
} as const satisfies Readonly<Record<string, string>>;

export type Breach = { readonly rule: string; readonly row: object };

/** All violations, up to a limit per rule, in one snapshot, so that concurrent transactions cause no false alarms. */
export async function audit(pool: pg.Pool, limit = 20): Promise<Breach[]> {
  const client = await pool.connect();
  const breaches: Breach[] = [];
  try {
    await client.query("begin isolation level repeatable read read only; set local statement_timeout = 0; set local work_mem = '256MB'");
    for (const [rule, question] of Object.entries(rules)) {
      const { rows } = await client.query<object>(`select * from (${question}) as breach limit ${limit}`);
      breaches.push(...rows.map((row) => ({ rule, row })));
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  return breaches;
}
