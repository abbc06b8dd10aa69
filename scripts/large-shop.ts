// Fills a shop with years of history for scaling tests. The audit finds no fault in it. The database generates the rows itself, so millions take minutes.
import type pg from 'pg';

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

const TWO_YEARS_DAYS = 731;

/** Two hundred orders a day, and three hundred thousand messages: about pieces and in tickets. */
export const aYear = { accounts: 20_000, orders: 73_000, days: 365, pieceMessages: 200_000, tickets: 20_000 } as const satisfies Size;

/** Tables whose indexes and foreign keys are created after the inserts: per row they would take most of the time. */
const filled = [
  'account',
  'purchase',
  'shop_order',
  'order_piece',
  'deposit',
  'payment',
  'payment_charge',
  'ledger_transfer',
  'wallet',
  'billing_document',
  'billing_document_series',
  'piece_message',
  'support_ticket',
  'support_message',
] as const;

/**
 * Ids, buyer, time and offer are computed from a row number. `$a`: accounts, `$p`: purchases, `$d`: days, `$t`: tickets, `$m`: messages about
 * pieces, `$o`: open pieces. What is read in the order of its making is written so, without a sort.
 */
const ctx = `
create function pg_temp.account_id(n bigint) returns uuid language sql immutable as $$
  select overlay(overlay(md5('account' || n) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid $$;
create function pg_temp.time_id(kind text, n bigint, at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008' || substr(md5(kind || n), 1, 15))::uuid $$;
create function pg_temp.ticket_number(n bigint) returns text language sql immutable as $$
  select 'T-' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (((n * 387420489) >> (5 * place)) & 31)::int + 1, 1), '' order by place)
  from generate_series(0, 5) place $$;
create temp table sold as
  select row_number() over (order by o.id) - 1 as n, o.id as offer_id, o.service_type, o.min_quantity as quantity,
    array_agg(p.unit_price * o.min_quantity order by p.currency) as prices
  from catalogue_offer o join catalogue_price p on p.offer_id = o.id join catalogue_service s on s.type = o.service_type
  where jsonb_array_length(o.pieces) <= 1 and s.interval is null and not o.retired group by o.id;
create temp table bought as
  select j, pg_temp.time_id('purchase', j, at) as id, pg_temp.account_id(j * 7919 % $a) as account_id, at,
    -- Most in time, some late.
    case when j > $p - $o / 2 then now() else at end + (4 + j * 37 % 47) * interval '1 hour' as done_at, nth, (array[0, 1, 3, 4])[nth]::smallint as currency,
    case when j % 20 = 0 then null when j % 20 < 4 then 'balance' else 'link' end as paid_from,
    one.prices[nth] + two.prices[nth] as price, one.n as one, two.n as two
  from (select j, (j * 7919 % $a % 4 + 1)::int as nth, date_trunc('milliseconds', now() - ($p - j) * (interval '$d days' / $p)) as at from generate_series(1, $p::bigint) j) as moment
  join sold one on one.n = j % (select count(*) from sold) join sold two on two.n = (j + 1) % (select count(*) from sold)
  order by j;
analyze bought`;

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
const json = (value: object): string => `'${JSON.stringify(value)}'::jsonb`;
const billing = json(sampleBuyer);
const answers = json({
  brandName: 'Sample bakery',
  language: 'en',
  tone: 'warm',
  rightsConfirmed: true,
  facts:
    'A bakery in a side street that has made the same bread for forty years, and wants to be found by those who live around the corner.',
});
const paper = json({
  layout: 1,
  locale: 'en',
  seller,
  buyer: { ...sampleBuyer, company: '', vatId: '' },
  corrects: null,
  discount: 0,
  rate: 0,
  notes: [],
  credited: null,
});
const paperLine = json({ name: 'Sample', about: [], number: '', quantity: 1, discount: 0, period: null });

const steps = {
  account: `
    insert into account (id, email, email_key, email_verified_at, password_hash, first_name, last_name, country, locale, created_at, agreed_version, agreed_at)
    select pg_temp.account_id(n), name, name, at, '', 'Sample', 'Customer ' || n, 'NO', 'en', at, 1, at
    from (select n, 'customer' || n || '@large.example' as name, now() - interval '$d days' as at from generate_series(0, $a::bigint - 1) n) as each`,
  purchase: `
    insert into purchase (id, account_id, currency, subtotal, discount, price, billing, consents, locale, state, paid_from, promo, created_at, paid_at, confirmation_sent_at, invoiced_at)
    select id, account_id, currency, price, 0, price, ${billing},
      jsonb_build_object('terms', 1, 'privacy', 1, 'startNow', false, 'at', at, 'address', '192.0.2.1'), 'en',
      case when paid_from is null then 'cancelled' else 'paid' end, paid_from, 0, at, case when paid_from is not null then at end, at, case when paid_from is not null then at end
    from bought`,
  shop_order: `
    insert into shop_order (id, number, purchase_id, account_id, offer_id, service_type, quantity, currency, total, discount, price, answers, answers_short,
      status, created_at, paid_at, started_at, delivered_at, cancelled_at)
    select pg_temp.time_id('order' || place, j, at), 'F-L' || place || '-' || j, bought.id, account_id, offer_id, service_type, quantity, currency,
      prices[nth], 0, prices[nth], ${answers}, ${answers},
      case when paid_from is null then -1 when done_at > now() then 3 else 4 end, at, case when paid_from is not null then at end,
      case when paid_from is not null then at end, case when paid_from is not null and done_at <= now() then done_at end,
      case when paid_from is null then at end
    from bought cross join generate_series(1, 2) place join sold on sold.n = case place when 1 then one else two end`,
  order_piece: `
    insert into order_piece (id, order_id, account_id, position, offer_id, service_type, quantity, state, due_at, language, may_begin_at, maker_id, maker_name, taken_at)
    select pg_temp.time_id('piece' || place, j, at), pg_temp.time_id('order' || place, j, at), account_id, 0, offer_id, service_type, quantity,
      case when paid_from is null then 'cancelled' when done_at <= now() then 'accepted' when j % 3 = 0 then 'inWork' else 'ready' end,
      case when paid_from is not null then at + interval '48 hours' end, 'en', case when paid_from is not null then at end,
      maker, maker, case when maker is not null then at end
    from bought cross join lateral (select case when paid_from is not null and done_at > now() and j % 3 = 0 then 'Sample' end as maker) as has cross join generate_series(1, 2) place join sold on sold.n = case place when 1 then one else two end`,
  deposit: `
    insert into deposit (id, account_id, currency, price, amount, billing, state, created_at, settled_at, receipted_at)
    select pg_temp.time_id('deposit', j, at), account_id, currency, price, price, ${billing}, 'paid', at, at, at from bought where paid_from = 'balance'`,
  payment: `
    insert into payment (id, account_id, purpose, subject_id, amount, currency, description, provider, state, link, reference, link_expires_at, created_at, settled_at)
    select pg_temp.time_id('payment', j, at), account_id, case when paid_from = 'balance' then 'deposit' else 'purchase' end,
      case when paid_from = 'balance' then pg_temp.time_id('deposit', j, at) else id end, price, currency, '2 orders', 'sandbox',
      case when paid_from is null then 'expired' else 'paid' end, 'http://localhost/pay/' || j, 'large-' || j, at + interval '24 hours', at,
      case when paid_from is not null then at end
    from bought`,
  payment_charge: `
    insert into payment_charge (id, provider, reference, payment_id, account_id, amount, currency, charged_at, recorded_at, used)
    select pg_temp.time_id('charge', j, at), 'sandbox', 'large-' || j, pg_temp.time_id('payment', j, at), account_id, price, currency, at, at, 'settled'
    from bought where paid_from is not null`,
  ledger_transfer: `
    insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, account_id, balance_after, at)
    select kind, case kind when 'spend' then id else pg_temp.time_id('charge', j, bought.at) end, from_account, to_account, currency, price,
      case when paid_from = 'balance' then account_id end, case kind when 'deposit' then price when 'spend' then 0 end, at
    from bought join (values ('link', 1, 'sale', 'provider', 'sales'), ('balance', 1, 'deposit', 'provider', 'cash'), ('balance', 2, 'spend', 'cash', 'sales'))
      as line (way, place, kind, from_account, to_account) on way = paid_from order by j, place`,
  wallet: `insert into wallet (account_id, currency) select distinct account_id, currency from bought where paid_from = 'balance'`,
  billing_document: `
    insert into billing_document (id, kind, year, serial, account_id, cause, subject_id, currency, net, vat, gross, issued_at, content)
    select pg_temp.time_id(kind, j, at), kind, year, serial, account_id, subject::text, subject, currency, price, 0, price, at,
      ${paper} || jsonb_build_object('kind', kind, 'number', case kind when 'invoice' then 'INV-' else 'REC-' end || year || '-' || lpad(serial::text, greatest(6, length(serial::text)), '0'),
        'currency', currency, 'issuedAt', day, 'settledAt', day, 'net', price, 'vat', 0, 'gross', price,
        'lines', jsonb_build_array(${paperLine} || jsonb_build_object('total', price, 'net', price, 'vat', 0, 'gross', price)),
        'parts', jsonb_build_array(jsonb_build_object('by', case when kind = 'invoice' then way else 'online' end, 'amount', price)))
    from (
      select kind, j, at, account_id, currency, price, case kind when 'invoice' then id else pg_temp.time_id('deposit', j, at) end as subject,
        extract(year from at at time zone 'utc')::smallint as year, case paid_from when 'link' then 'online' else 'balance' end as way,
        to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as day,
        row_number() over (partition by kind, extract(year from at at time zone 'utc') order by j)
          + coalesce((select last from billing_document_series where kind = each.kind and year = extract(year from at at time zone 'utc')), 0) as serial
      from bought cross join (values ('invoice'), ('receipt')) as each (kind)
      where paid_from is not null and (kind = 'invoice' or paid_from = 'balance')) as issued`,
  billing_document_series: `
    insert into billing_document_series (kind, year, last) select kind, year, max(serial) from billing_document group by kind, year on conflict (kind, year) do update set last = excluded.last`,
  // The desk writes last in each ticket.
  piece_message: `
    insert into piece_message (id, piece_id, account_id, by_id, by_name, text, waits, at)
    select pg_temp.time_id('said' || place || turn, j, said_at), pg_temp.time_id('piece' || place, j, at), account_id, speaker, speaker,
      'A few words about the order ' || j || ', as they are said every day.', false, said_at
    from (select bought.*, place, row_number() over () as n, count(*) over () as pieces from bought cross join generate_series(1, 2) place
      where paid_from is not null and at < now() - interval '2 hours') as each
    cross join lateral (select $m / pieces + case when n <= $m % pieces then 1 else 0 end as turns) as talk
    cross join lateral generate_series(1, turns) as turn
    cross join lateral (select at + turn * (interval '1 hour' / turns) as said_at, case when (turns - turn) % 2 = 0 then 'Sample' end as speaker) as word
    order by said_at`,
  support_ticket: `
    insert into support_ticket (number, name, email, email_key, account_id, locale, created_at, updated_at, status, waits_since, first_due_at, first_answered_at)
    select number, 'Sample', name, name, pg_temp.account_id(n * 31 % $a), 'en', at, said_at, case when is_over then 'closed' else 'open' end,
      case when not is_over then said_at end, at + interval '24 hours', at + pace / 2 * interval '1 hour'
    from (select n, number, 1 + hashtext(number)::bigint % 20 + 20 as pace, 'customer' || n * 31 % $a || '@large.example' as name,
        date_trunc('milliseconds', now() - ($t - n) * (interval '$d days' / greatest($t, 1))) as at
      from generate_series(1, $t::bigint) n cross join lateral pg_temp.ticket_number(n) as number) as each
    cross join lateral (select at + 4 * pace / 2 * interval '1 hour' as said_at) as last
    cross join lateral (select said_at < now() - interval '3 days' as is_over) as done`,
  support_message: `
    insert into support_message (ticket_number, author, text, words, created_at)
    select number, case place % 2 when 1 then 'guest' else 'desk' end, 'A few words about order ' || substr(number, 3) || ', as they are written every day.',
      array_to_tsvector(array['a', 'few', 'words', 'about', 'order', lower(substr(number, 3)), 'as', 'they', 'are', 'written', 'every', 'day']),
      created_at + (place - 1) * (1 + hashtext(number)::bigint % 20 + 20) / 2 * interval '1 hour'
    from support_ticket cross join generate_series(1, 5) place where email_key like '%@large.example' order by created_at, place`,
} as const satisfies Record<(typeof filled)[number], string>;

/** One transaction. A running shop is blocked in the meantime: for test databases only. */
export async function fillLarge(
  pool: pg.Pool,
  { accounts, orders, days = TWO_YEARS_DAYS, tickets = 0, pieceMessages = 0, open = 0 }: Size,
  say: (line: string) => void,
): Promise<void> {
  const client = await pool.connect();
  const began = performance.now();
  const sizes = { $a: accounts, $p: Math.ceil(orders / 2), $d: days, $t: tickets, $m: pieceMessages, $o: open };
  const run = (text: string) => client.query(Object.entries(sizes).reduce((all, [name, size]) => all.replaceAll(name, String(size)), text));
  const step = async (name: string, work: () => Promise<unknown>) => {
    await work();
    say(`${String(Math.round((performance.now() - began) / 1_000)).padStart(5)} s  ${name}`);
  };
  try {
    await client.query(
      "begin; set local statement_timeout = 0; set local work_mem = '256MB'; set local maintenance_work_mem = '512MB'; set local synchronous_commit = off",
    );
    // One statement for all: a job that holds one of these locks could deadlock.
    await client.query(`lock table ${filled.join(', ')} in access exclusive mode`);
    const { rows: existing } = await client.query("select from account where email_key = 'customer0@large.example'");
    if (existing.length > 0) throw new Error('This database is large already.');
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
      [filled],
    );
    const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
      `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and conrelid = any($1::regclass[])`,
      [filled],
    );
    for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`);
    await client.query(indexes.map(({ name }) => `drop index ${name}`).join(';'));
    await step('what is bought, by whom and when', () => run(ctx));
    for (const name of filled) await step(name, () => run(steps[name]));
    // The reports' aggregates of these days are stale.
    await client.query('truncate desk_day, desk_day_sale, desk_day_work, desk_day_coupon');
    for (const { name, definition } of indexes) await step(`index ${name}`, () => client.query(definition));
    for (const { table, name, definition } of references)
      await step(`reference ${name}`, () => client.query(`alter table ${table} add constraint ${name} ${definition}`));
    await client.query('commit');
    await client.query('set statement_timeout = 0');
    await step('statistics', () => client.query(`vacuum analyze ${filled.join(', ')}`));
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    throw cause;
  } finally {
    client.release(true);
  }
}
