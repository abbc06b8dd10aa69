// Audit rules for invoices, receipts and credit notes.
import type { AuditRules } from './scope.ts';

const papers = `select id, kind, subject_id, gross, currency, account_id from billing_document where kind in ('invoice', 'receipt') and invoice_id is null`;

/** A purchase may have two invoices: the advance, then the rest. */
const selectPaid = (found: string): string => `
    select kind, subject_id, price, gross, waits, asked from (
      select 'invoice' as kind, id as subject_id, account_id, currency, price, state = 'paid' as paid, invoiced_at is null as waits,
        (select asked from claim where claim.purchase_id = purchase.id) as asked from purchase
        where touched(id) and plan_subscription_id is null
      union all
      select 'receipt', id, account_id, currency, price, state = 'paid' and price > 0, receipted_at is null, null from deposit where touched(id)) as due
    full join (
      select kind, subject_id, currency, account_id, sum(gross) as gross from (${found}) as each group by 1, 2, 3, 4) as paper using (kind, subject_id)
    where case when asked is not null then (gross, paper.currency, paper.account_id) is distinct from (asked, due.currency, due.account_id) and gross is not null
      else (gross is not null) is distinct from (due.paid and not waits)
        or (price, due.currency, due.account_id) is distinct from (gross, paper.currency, paper.account_id) and gross is not null end`;

export const documentRules = {
  'what was paid has one paper of what it cost, or waits for it': {
    whole: selectPaid(papers),
    // Not with `or`: PostgreSQL would read the whole table for two long lists.
    changed: selectPaid(`${papers} and touched(subject_id) union ${papers} and touched(id)`),
  },
  'papers are numbered without a gap, apart from those that are recorded': {
    whole: `
    select kind, year, max(series.last) as last, count(paper.id), min(serial), max(serial), max(skipped) as skipped
    from billing_document_series as series full join billing_document as paper using (kind, year)
    full join (select kind, year, sum(last - first + 1) as skipped, min(first) as first, max(last) as last from billing_document_gap group by 1, 2) as gap
      using (kind, year)
    group by kind, year having count(paper.id) + coalesce(max(skipped), 0) is distinct from max(series.last)::numeric
      or greatest(max(serial), max(gap.last), 0) is distinct from max(series.last) or least(min(serial), min(gap.first)) <> 1
    union all select paper.kind, paper.year, gap.last, 1, serial, serial, 1 from billing_document as paper
    join billing_document_gap as gap on gap.kind = paper.kind and gap.year = paper.year and serial between gap.first and gap.last`,
    changed: `
    select series.kind, series.year, series.last, was.last as was, paper.count, skipped.count as skipped
    from (select kind, year, last from billing_document_series
      union all select distinct kind, year, 0 from billing_document as paper where newerId(paper.id)
        and not exists (select from billing_document_series where (kind, year) = (paper.kind, paper.year))) as series
    left join json_to_recordset(seriesBefore()) as was (kind text, year smallint, last integer) using (kind, year)
    cross join lateral (
      select count(*), max(serial) as newest from billing_document where (kind, year) = (series.kind, series.year) and serial > coalesce(was.last, 0)) as paper
    cross join lateral (
      select coalesce(sum(last - greatest(first, was.last + 1) + 1), 0) as count, max(last) as newest from billing_document_gap
      where (kind, year) = (series.kind, series.year) and last > coalesce(was.last, 0)) as skipped
    where paper.count + skipped.count <> greatest(series.last - coalesce(was.last, 0), 0)
      or greatest(paper.newest, skipped.newest) > series.last
    union all select paper.kind, paper.year, gap.last, 1, serial, serial from billing_document as paper
    join billing_document_gap as gap on gap.kind = paper.kind and gap.year = paper.year and serial between gap.first and gap.last
    where newerId(paper.id)`,
  },
  'a paper says what its row says': `
    select id, paper.kind, serial, said.number as said from billing_document as paper
    cross join lateral jsonb_to_record(content) as said (kind text, number text, net int, vat int, gross int, currency int)
    where touched(id) and ((paper.kind, year || '-' || lpad(serial::text, greatest(6, length(serial::text)), '0'), paper.net, paper.vat, paper.gross, paper.currency::int)
      is distinct from (said.kind, substr(said.number, 5), said.net, said.vat, said.gross, said.currency))`,
  'the lines of a paper are its sums, and so is how it was paid': `
    select id, net, vat, gross, said.* from billing_document
    cross join lateral jsonb_to_record(content) as parsed (lines jsonb, parts jsonb)
    cross join lateral (
      select sum((line ->> 'net')::int) as nets, sum((line ->> 'vat')::int) as vats, sum((line ->> 'gross')::int) as grosses,
        (select coalesce(sum((part ->> 'amount')::int), 0) from jsonb_array_elements(parsed.parts) as part) as parts
      from jsonb_array_elements(parsed.lines) as line) as said
    where touched(id) and (net, vat, gross, gross) is distinct from (nets, vats, grosses, said.parts)`,
  'what leaves the sales has a credit note, or waits for one': `
    select booked.id, booked.kind, refund.transfer_id
    from (select id, kind from ledger_transfer where from_account = 'sales' and newer(id)) as booked
    full join (select * from billing_document_refund where newer(transfer_id)) as refund on refund.transfer_id = booked.id
    where booked.id is null or refund.transfer_id is null`,
  'a credit note is the sum of its refunds, of what its invoice is for': `
    select note.id, note.gross, sum(booked.amount) as refunded, invoice.kind as corrects
    from billing_document as note
    left join billing_document as invoice on invoice.id = note.invoice_id
    left join billing_document_refund as refund on refund.document_id = note.id
    left join ledger_transfer as booked on booked.id = refund.transfer_id and booked.currency = note.currency
    where touched(note.id) and note.kind = 'credit' and note.cause not like 'correction %' group by note.id, invoice.id
    having sum(booked.amount) is distinct from note.gross::bigint or invoice.kind is distinct from 'invoice'
      or (invoice.subject_id, invoice.account_id, invoice.currency) is distinct from (note.subject_id, note.account_id, note.currency)`,
  'credit notes take back no more than the invoices of their purchase charged': `
    select invoice.subject_id, invoice.gross, note.gross as credited, invoice.vat, note.vat as vat_credited
    from (select subject_id, sum(gross) as gross, sum(vat) as vat, sum(net) as net from billing_document
      where kind = 'invoice' and touched(subject_id) group by subject_id) as invoice
    join lateral (select sum(gross) as gross, sum(vat) as vat, sum(net) as net from billing_document
      where kind = 'credit' and subject_id = invoice.subject_id) as note on true
    where note.gross > invoice.gross or note.vat > invoice.vat or note.net > invoice.net`,
  'an invoice that another one replaces is taken back as it was, without a refund, and the other one is of the same amount': `
    select invoice.id, invoice.gross, note.gross as taken, next.gross as next, count(next.id)
    from billing_document as invoice
    left join billing_document as note on note.kind = 'credit' and note.cause = 'correction ' || invoice.id
    left join billing_document as next on next.kind = 'invoice' and next.invoice_id = invoice.id
    where touched(invoice.id) and invoice.kind = 'invoice' and (note.id is not null or next.id is not null)
    group by invoice.id, note.id, next.id having count(next.id) <> 1
      or (invoice.gross, invoice.vat, invoice.currency, invoice.account_id, invoice.subject_id)
        is distinct from (note.gross, note.vat, note.currency, note.account_id, note.subject_id)
      or (invoice.gross, invoice.vat, invoice.currency, invoice.account_id, invoice.subject_id)
        is distinct from (next.gross, next.vat, next.currency, next.account_id, next.subject_id)
      or exists (select from billing_document_refund where document_id = note.id)`,
} as const satisfies AuditRules;
