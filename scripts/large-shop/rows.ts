// The rows of a shop with years of history: SQL that generates them. fill.ts runs it.
// Ids, times, buyers and offers follow from a number: no look-ups, and a repeated statement writes the same.
// `$a`: accounts, `$p`: purchases, `$d`: days, `$t`: tickets, `$m`: messages about pieces, `$o`: open pieces,
// `$now`: when the history ends.

export type Size = {
  readonly accounts: number;
  readonly orders: number;
  /** Days of history. */
  readonly days?: number;
  /** Tickets, each with five alternating messages of guest and desk. */
  readonly tickets?: number;
  /** Messages about pieces, distributed over all paid pieces. */
  readonly pieceMessages?: number;
  /** Open pieces (the newest); absent: those bought in the last two days. */
  readonly open?: number;
};

export const TWO_YEARS_DAYS = 731;

/** Two hundred orders a day, and three hundred thousand messages: about pieces and in tickets. */
export const aYear = { accounts: 20_000, orders: 73_000, days: 365, pieceMessages: 200_000, tickets: 20_000 } as const satisfies Size;

/** What was on sale is stored, because a run that continues after a kill must write the same. */
export const soldSql = `
create table large_shop.sold as
  select row_number() over (order by o.id) - 1 as n, o.id as offer_id, o.service_type, o.min_quantity as quantity,
    array_agg(p.unit_price * o.min_quantity order by p.currency) as prices
  from catalogue_offer o join catalogue_price p on p.offer_id = o.id join catalogue_service s on s.type = o.service_type
  where jsonb_array_length(o.pieces) <= 1 and s.interval is null and not o.retired group by o.id;
analyze large_shop.sold`;

/**
 * Ids of one purchase differ only in the digit between `head` and `tail`. The join is a hash join, because it
 * keeps the order of `generate_series`.
 */
export const boughtSql = `
drop table if exists large_shop.bought;
create unlogged table large_shop.bought as
  select j, (head || '1' || tail)::uuid as id, head, tail, large_shop.account_id(j * 7919 % $a) as account_id, at,
    -- Most in time, some late.
    case when j > $p - $o / 2 then $now else at end + (4 + j * 37 % 47) * interval '1 hour' as done_at, nth, (array[0, 1, 3, 4])[nth]::smallint as currency,
    case when j % 20 = 0 then null when j % 20 < 4 then 'balance' else 'link' end as paid_from,
    one.prices[nth] + two.prices[nth] as price, one.n as one, two.n as two
  from (select j, (j * 7919 % $a % 4 + 1)::int as nth, (select count(*) from large_shop.sold) as offers, substr(md5('purchase' || j), 1, 14) as tail,
      (extract(epoch from $now) * 1000)::bigint - ($p - j) * ($d * 86400000::bigint) / $p as ms
    from generate_series(1, $p::bigint) j) as moment
  cross join lateral (select timestamptz 'epoch' + ms * interval '1 millisecond' as at, lpad(to_hex(ms), 12, '0') || '70008' as head) as timed
  join large_shop.sold one on one.n = j % offers join large_shop.sold two on two.n = (j + 1) % offers;
analyze large_shop.bought`;

export const functionsSql = `
create function large_shop.account_id(n bigint) returns uuid language sql immutable as $$
  select overlay(overlay(md5('account' || n) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid $$;
create function large_shop.time_id(kind text, n bigint, at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008' || substr(md5(kind || n), 1, 15))::uuid $$;
create function large_shop.ticket_number(n bigint) returns text language sql immutable as $$
  select 'T-' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (((n * 387420489) >> (5 * place)) & 31)::int + 1, 1), '' order by place)
  from generate_series(0, 5) place $$`;

/** The kind of what belongs to a purchase, as the digit of its id. */
const toId = (digit: string): string => `(head || '${digit}' || tail)::uuid`;
const [deposit, payment, charge] = ['6', '7', '8'].map(toId);
const orderId = '(head || order_digit || tail)::uuid';
const pieceId = '(head || piece_digit || tail)::uuid';
/** The two orders of each purchase. */
const eachOrder = `large_shop.bought cross join lateral (values (1, one, '2', '4'), (2, two, '3', '5')) as each (place, n, order_digit, piece_digit)`;

const sampleBuyer = {
  firstName: 'Sample',
  lastName: 'Customer',
  country: 'NO',
  city: 'Oslo',
  address: 'Sample Street 1',
  state: '',
  zipCode: '0150',
};
const seller = {
  legalName: 'Sample',
  registrationNumber: '',
  vatId: '',
  street: '',
  city: '',
  postalCode: '',
  country: 'ZZ',
  email: '',
  phone: '',
};
const toJsonb = (value: object): string => `'${JSON.stringify(value)}'::jsonb`;
const billing = toJsonb(sampleBuyer);
const answers = toJsonb({
  brandName: 'Sample bakery',
  language: 'en',
  tone: 'warm',
  rightsConfirmed: true,
  facts:
    'A bakery in a side street that has made the same bread for forty years, and wants to be found by those who live around the corner.',
});
/** What all documents have in common. PostgreSQL parses the rest of each one. */
const paper = toJsonb({
  layout: 1,
  locale: 'en',
  seller,
  buyer: { ...sampleBuyer, company: '', vatId: '' },
  corrects: null,
  discount: 0,
  rate: 0,
  vat: 0,
  notes: [],
  credited: null,
});
const paperOfRow = {
  kind: '#kind',
  number: '#number',
  currency: '@currency',
  issuedAt: '#day',
  settledAt: '#day',
  net: '@price',
  gross: '@price',
  lines: [
    {
      name: 'Sample',
      about: [],
      number: '',
      quantity: 1,
      discount: 0,
      period: null,
      total: '@price',
      net: '@price',
      vat: 0,
      gross: '@price',
    },
  ],
  parts: [{ by: '#way', amount: '@price' }],
};
/** Text, which PostgreSQL parses faster than it builds JSON. `#column`: a text, `@column`: a number. */
const paperSql = `${paper} || ('${JSON.stringify(paperOfRow)
  .replaceAll(/"@(\w+)"/g, "' || $1 || '")
  .replaceAll(/#(\w+)/g, "' || $1 || '")}')::jsonb`;

/** One purchase in twenty is not paid, three from the balance: how many there are up to a purchase. */
const countUpTo = (j: string): string => `case kind when 'invoice' then ${j} - ${j} / 20 else 3 * (${j} / 20) + least(${j} % 20, 3) end`;
const issuedSql = `
  select kind, year, first, ${countUpTo('last')} - ${countUpTo('(first - 1)')} as count
  from (select extract(year from at at time zone 'utc')::smallint as year, min(j) as first, max(j) as last from large_shop.bought group by 1) as years
  cross join (values ('invoice'), ('receipt')) as each (kind)`;

/** Alone in its transaction: a job that holds a series may wait for the table of documents. */
export const numbersSql = `
begin;
create table large_shop.series (kind text, year smallint, last int);
with taken as (
  insert into billing_document_series (kind, year, last) select kind, year, count from (${issuedSql}) as issued where count > 0 order by kind, year
  on conflict (kind, year) do update set last = billing_document_series.last + excluded.last returning kind, year, last)
insert into large_shop.series select kind, year, last from taken;
commit`;

/** Each is one transaction, which locks no other table. */
export const rowsSql = {
  // First, because one of its indexes takes long.
  account: `
    insert into account (id, email, email_key, email_verified_at, password_hash, first_name, last_name, country, locale, created_at, agreed_version, agreed_at)
    select large_shop.account_id(n), name, name, at, '', 'Sample', 'Customer ' || n, 'NO', 'en', at, 1, at
    from (select n, 'customer' || n || '@large.example' as name, $now - interval '$d days' as at from generate_series(0, $a::bigint - 1) n) as each`,
  shop_order: `
    insert into shop_order (id, number, purchase_id, account_id, offer_id, service_type, quantity, currency, total, discount, price, answers, answers_short,
      status, created_at, paid_at, started_at, delivered_at, cancelled_at)
    select ${orderId}, 'F-L' || place || '-' || j, id, account_id, offer_id, service_type, quantity, currency,
      prices[nth], 0, prices[nth], ${answers}, ${answers},
      case when paid_from is null then -1 when done_at > $now then 3 else 4 end, at, case when paid_from is not null then at end,
      case when paid_from is not null then at end, case when paid_from is not null and done_at <= $now then done_at end,
      case when paid_from is null then at end
    from ${eachOrder} join large_shop.sold using (n)`,
  purchase: `
    insert into purchase (id, account_id, currency, subtotal, discount, price, billing, consents, locale, state, paid_from, promo, created_at, paid_at, confirmation_sent_at, invoiced_at)
    select id, account_id, currency, price, 0, price, ${billing},
      jsonb_build_object('terms', 1, 'privacy', 1, 'startNow', false, 'at', at, 'address', '192.0.2.1'), 'en',
      case when paid_from is null then 'cancelled' else 'paid' end, paid_from, 0, at, case when paid_from is not null then at end, at, case when paid_from is not null then at end
    from large_shop.bought`,
  // Without padding, so that no time goes into compressing the contents.
  billing_document: `
    insert into billing_document (id, kind, year, serial, account_id, cause, subject_id, currency, net, vat, gross, issued_at, content, padding)
    select id, kind, year, serial, account_id, subject_id::text, subject_id, currency, price, 0, price, at, ${paperSql}, null
    from (
      select case kind when 'invoice' then ${toId('9')} else ${toId('a')} end as id, kind, year, serial, account_id, currency, price, at,
        case kind when 'invoice' then bought.id else ${deposit} end as subject_id,
        case when kind = 'receipt' or paid_from = 'link' then 'online' else 'balance' end as way,
        case kind when 'invoice' then 'INV-' else 'REC-' end || year || '-' || lpad(serial::text, greatest(6, length(serial::text)), '0') as number,
        to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as day
      from large_shop.bought
      cross join lateral (values ('invoice'), ('receipt')) as each (kind)
      join (select kind, year, last - count - (${countUpTo('(first - 1)')}) as before from (${issuedSql}) as issued join large_shop.series using (kind, year)) as begun
        using (kind)
      cross join lateral (select (before + ${countUpTo('j')})::int as serial) as numbered
      where year = extract(year from at at time zone 'utc') and paid_from is not null and (kind = 'invoice' or paid_from = 'balance')
      offset 0) as issued`,
  order_piece: `
    insert into order_piece (id, order_id, account_id, position, offer_id, service_type, quantity, state, due_at, language, may_begin_at, maker_id, maker_name, taken_at,
      changed_at)
    select ${pieceId}, ${orderId}, account_id, 0, offer_id, service_type, quantity,
      case when paid_from is null then 'cancelled' when done_at <= $now then 'accepted' when maker is not null then 'inWork' else 'ready' end,
      case when paid_from is not null and done_at > $now then at + interval '48 hours' end, 'en', case when paid_from is not null then at end,
      maker, maker, case when maker is not null then at end, case when paid_from is null then at when done_at <= $now then done_at else clock_timestamp() end
    from (select *, case when paid_from is not null and done_at > $now and j % 3 = 0 then 'Sample' end as maker from large_shop.bought) as bought
    cross join lateral (values (1, one, '2', '4'), (2, two, '3', '5')) as each (place, n, order_digit, piece_digit) join large_shop.sold using (n)`,
  payment: `
    insert into payment (id, account_id, purpose, subject_id, amount, currency, description, provider, state, link, reference, link_expires_at, created_at, settled_at)
    select ${payment}, account_id, case when paid_from = 'balance' then 'deposit' else 'purchase' end,
      case when paid_from = 'balance' then ${deposit} else id end, price, currency, '2 orders', 'sandbox',
      case when paid_from is null then 'expired' else 'paid' end, 'http://localhost/pay/' || j, 'large-' || j, at + interval '24 hours', at,
      case when paid_from is not null then at end
    from large_shop.bought`,
  payment_charge: `
    insert into payment_charge (id, provider, reference, payment_id, account_id, amount, currency, charged_at, recorded_at, used)
    select ${charge}, 'sandbox', 'large-' || j, ${payment}, account_id, price, currency, at, at, 'settled'
    from large_shop.bought where paid_from is not null`,
  ledger_transfer: `
    insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, account_id, balance_after, at)
    select kind, case kind when 'spend' then id else ${charge} end, from_account, to_account, currency, price,
      case when paid_from = 'balance' then account_id end, case kind when 'deposit' then price when 'spend' then 0 end, at
    from large_shop.bought join (values ('link', 1, 'sale', 'provider', 'sales'), ('balance', 1, 'deposit', 'provider', 'cash'), ('balance', 2, 'spend', 'cash', 'sales'))
      as line (way, place, kind, from_account, to_account) on way = paid_from order by j, place`,
  deposit: `
    insert into deposit (id, account_id, currency, price, amount, billing, state, created_at, settled_at, receipted_at)
    select ${deposit}, account_id, currency, price, price, ${billing}, 'paid', at, at, at from large_shop.bought where paid_from = 'balance'`,
  wallet: `insert into wallet (account_id, currency) select distinct account_id, currency from large_shop.bought where paid_from = 'balance' order by 1, 2`,
  billing_total: `
    insert into billing_total (account_id, currency, amount)
    select account_id, currency, sum(price) from large_shop.bought where paid_from is not null group by 1, 2 order by 1, 2`,
  // The desk writes last in each ticket.
  piece_message: `
    insert into piece_message (id, piece_id, account_id, by_id, by_name, text, waits, at)
    select large_shop.time_id('said' || place || turn, j, said_at), (head || case place when 1 then '4' else '5' end || tail)::uuid, account_id, speaker, speaker,
      'A few words about the order ' || j || ', as they are said every day.', false, said_at
    from (select bought.*, place, row_number() over () as n, count(*) over () as pieces from large_shop.bought cross join generate_series(1, 2) place
      where paid_from is not null and at < $now - interval '2 hours') as each
    cross join lateral (select $m / pieces + case when n <= $m % pieces then 1 else 0 end as turns) as talk
    cross join lateral generate_series(1, turns) as turn
    cross join lateral (select at + turn * (interval '1 hour' / turns) as said_at, case when (turns - turn) % 2 = 0 then 'Sample' end as speaker) as word
    order by said_at`,
  support_ticket: `
    insert into support_ticket (number, name, email, email_key, account_id, locale, created_at, updated_at, status, waits_since, first_due_at, first_answered_at)
    select number, 'Sample', name, name, large_shop.account_id(n * 31 % $a), 'en', at, said_at, case when is_over then 'closed' else 'open' end,
      case when not is_over then said_at end, at + interval '24 hours', at + pace / 2 * interval '1 hour'
    from (select n, number, 1 + hashtext(number)::bigint % 20 + 20 as pace, 'customer' || n * 31 % $a || '@large.example' as name,
        date_trunc('milliseconds', $now - ($t - n) * (interval '$d days' / greatest($t, 1))) as at
      from generate_series(1, $t::bigint) n cross join lateral large_shop.ticket_number(n) as number) as each
    cross join lateral (select at + 4 * pace / 2 * interval '1 hour' as said_at) as last
    cross join lateral (select said_at < $now - interval '3 days' as is_over) as done`,
  support_message: `
    insert into support_message (ticket_number, author, text, words, created_at)
    select number, case place % 2 when 1 then 'guest' else 'desk' end, 'A few words about order ' || substr(number, 3) || ', as they are written every day.',
      array_to_tsvector(array['a', 'few', 'words', 'about', 'order', lower(substr(number, 3)), 'as', 'they', 'are', 'written', 'every', 'day']),
      created_at + (place - 1) * (1 + hashtext(number)::bigint % 20 + 20) / 2 * interval '1 hour'
    from support_ticket cross join generate_series(1, 5) place where email_key like '%@large.example' order by created_at, place`,
} as const;

export type FilledTable = keyof typeof rowsSql;
export const filledTables = Object.keys(rowsSql) as readonly FilledTable[];
