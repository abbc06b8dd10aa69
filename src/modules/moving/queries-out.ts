// SQL of moving out: what the plain files have, of accounts that are not erased, in pages of a cursor, so
// that no table has to fit into memory.
import { type SQL, sql } from 'drizzle-orm';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { PaperContent } from '#modules/invoicing/contents.ts';
import type { DbClient } from '#platform/database/database.ts';

/** Times as ISO texts. */
const formatIso = (column: string): SQL => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** What is committed meanwhile is in none of the files. */
export async function setSnapshot(tx: DbClient): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read read only`);
}

const PAGE_ROWS = 500;

/** One after another within one transaction, because the cursor has one name. */
async function* read<Row extends object>(tx: DbClient, query: SQL): AsyncGenerator<Row[]> {
  await tx.execute(sql`declare each no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await tx.execute(sql.raw(`fetch ${PAGE_ROWS} from each`));
    yield rows as unknown as Row[];
    if (rows.length < PAGE_ROWS) break;
  }
  await tx.execute(sql`close each`);
}

export type OutClient = Record<'email' | 'first' | 'last' | 'company' | 'vatId' | 'country' | 'city' | 'address' | 'zipCode', string> &
  Record<'locale' | 'tags' | 'notes' | 'createdAt' | 'stripeCustomerId' | 'passwordHash', string>;
export const readClients = (tx: DbClient) =>
  read<OutClient>(
    tx,
    sql`select email, first_name as first, last_name as last, coalesce(company, '') as company, coalesce(vat_id, '') as "vatId",
      country, city, a.address, zip_code as "zipCode", locale, password_hash as "passwordHash", ${formatIso('created_at')} as "createdAt",
      coalesce((select string_agg(tag, '|' order by tag_key) from customer_tag t where t.account_id = a.id), '') as tags,
      coalesce((select string_agg(text, E'\n\n' order by id) from customer_note n where n.account_id = a.id), '') as notes,
      coalesce(nullif(moved.stripe_customer_id, ''), (select customer from payment_means m where m.account_id = a.id and provider = 'stripe'
        and removed_at is null order by saved_at desc limit 1), '') as "stripeCustomerId"
    from account a left join invoice_details d on d.account_id = a.id left join moved_client moved on moved.account_id = a.id
    where erased_at is null order by created_at, a.id`,
  );

type OutOrder = Record<'number' | 'email' | 'title' | 'service' | 'createdAt', string> & {
  readonly status: 'delivered' | 'cancelled' | 'open';
  readonly offerId: string | null;
  readonly price: number;
  readonly currency: CurrencyNumber;
  readonly deliveredAt: string | null;
};
/** Of before and of this shop, whose offers the catalogue names. */
export const readOrders = (tx: DbClient) =>
  read<OutOrder>(
    tx,
    sql`select number, email, title, service, null as "offerId", status, price::float8 as price, currency,
      ${formatIso('o.created_at')} as "createdAt", ${formatIso('delivered_at')} as "deliveredAt"
    from past_order o join account a on a.id = account_id and erased_at is null
    union all select number, email, coalesce(title, ''), '', offer_id,
      case status when 4 then 'delivered' when -1 then 'cancelled' else 'open' end, price, currency, ${formatIso('o.created_at')}, ${formatIso('delivered_at')}
    from shop_order o join account a on a.id = account_id and erased_at is null`,
  );

export type OutInvoice = Record<'number' | 'email' | 'issuedAt' | 'paid' | 'file', string> & {
  readonly id: string;
  readonly net: number;
  readonly vat: number;
  readonly total: number;
  readonly currency: CurrencyNumber;
  readonly dueAt: string | null;
};
export const readPastInvoices = (tx: DbClient) =>
  read<OutInvoice>(
    tx,
    sql`select i.id, number, email, ${formatIso('issued_at')} as "issuedAt", net::float8 as net, vat::float8 as vat, total::float8 as total, currency, paid,
      ${formatIso('due_at')} as "dueAt", file
    from past_invoice i join account a on a.id = account_id and erased_at is null`,
  );

type OutDocument = Pick<OutInvoice, 'id' | 'email' | 'issuedAt' | 'net' | 'vat' | 'total' | 'currency' | 'dueAt'> & {
  readonly kind: 'invoice' | 'credit' | 'receipt';
  readonly year: number;
  readonly serial: number;
  readonly isOpen: boolean;
  readonly content: PaperContent;
};
export const readDocuments = (tx: DbClient) =>
  read<OutDocument>(
    tx,
    sql`select document.id, content, kind, year, serial, email, ${formatIso('issued_at')} as "issuedAt", net, vat, gross as total, document.currency,
      due_on::text as "dueAt", kind <> 'credit' and coalesce(settled + credited < amount, false) as "isOpen"
    from billing_document document join account a on a.id = account_id and erased_at is null left join claim on purchase_id = subject_id`,
  );

type OutBalance = { readonly email: string; readonly currency: CurrencyNumber; readonly cash: number; readonly promo: number };
export const readOutBalances = (tx: DbClient) =>
  read<OutBalance>(
    tx,
    sql`select email, currency, cash::float8 as cash, promo::float8 as promo
    from wallet join account a on a.id = account_id and erased_at is null where cash + promo > 0`,
  );

type OutSubscription = Record<'email' | 'offerId' | 'state' | 'nextAt', string> & {
  readonly quantity: number;
  readonly platform: number | null;
  readonly price: number;
  readonly currency: CurrencyNumber;
  readonly customer: string | null;
  readonly reference: string | null;
};
export const readSubscriptions = (tx: DbClient) =>
  read<OutSubscription>(
    tx,
    sql`select email, offer_id as "offerId", s.state, ${formatIso('renews_at')} as "nextAt", quantity, platform, price, currency, customer, reference
    from subscription s join account a on a.id = s.account_id and erased_at is null
    left join payment_means means on means.id = means_id and provider = 'stripe' and removed_at is null
    where s.state in ('active', 'paused', 'ending')`,
  );

type OutMessage = { readonly author: 'guest' | 'desk'; readonly text: string; readonly at: string };
type OutTicket = Record<'createdAt' | 'state', string> & { readonly email: string | null; readonly messages: readonly OutMessage[] };
export const readTickets = (tx: DbClient) =>
  read<OutTicket>(
    tx,
    sql`select a.email, ${formatIso('ticket.created_at')} as "createdAt", status as state,
      coalesce((select json_agg(json_build_object('author', author, 'text', text, 'at', ${formatIso('message.created_at')}) order by id)
        from support_message message where ticket_number = number and author <> 'note'), '[]') as messages
    from support_ticket ticket left join account a on a.id = account_id and erased_at is null`,
  );
