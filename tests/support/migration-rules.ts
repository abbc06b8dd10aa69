// What a migration must not do, because processes of the previous release read and write during and after it.

export type MigrationFile = { readonly name: string; readonly statements: readonly string[] };

type Rule = { readonly pattern: RegExp; readonly why: string };

/** Rules for statements about a table that an earlier migration created. */
const unsafe: readonly Rule[] = [
  { pattern: /\brename\b/, why: 'renames what the version before uses: add the new name, and drop the old one a release later' },
  { pattern: /^drop (?!index concurrently)/, why: 'drops what the version before may use' },
  { pattern: /^alter .*\bdrop (?!default)/, why: 'drops what the version before may use' },
  { pattern: /\balter column \S+ (set data )?type\b/, why: 'changes a type: the table is rewritten under a lock' },
  {
    pattern: /\bset not null\b/,
    why: 'reads the whole table under a lock: add a check that is not valid, and validate it in the next migration',
  },
  {
    pattern: /\badd (column )?(?!constraint\b)(?!.*\b(default|generated)\b).*\bnot null\b/,
    why: 'adds a column that is not null without a default: inserts of the version before fail',
  },
  {
    pattern:
      /\badd (column )?(?!constraint\b).*\b(default .*\b(gen_random_uuid|uuidv7|random|clock_timestamp|nextval)\b|generated|serial|bigserial)/,
    why: 'computes a value for every row: the table is rewritten under a lock',
  },
  {
    pattern: /\badd (column )?(?!constraint\b).*\b(references|check|unique|primary key)\b/,
    why: 'adds a constraint with the column: add it by itself, not valid',
  },
  {
    pattern: /\badd constraint (?!.*\bnot valid\b)(?!.*\busing index\b)/,
    why: 'adds a constraint that is checked under a lock: say not valid, and validate it in the next migration; a unique one uses an index that was built before',
  },
  { pattern: /^create (unique )?index (?!concurrently)/, why: 'builds an index while writers wait: create it concurrently' },
  { pattern: /^(update|delete|truncate|with|merge)\b/, why: 'changes rows in one long transaction: use a job that works in batches' },
  { pattern: /^(lock|cluster|vacuum|reindex)\b|\bset (un)?logged\b/, why: 'locks the table' },
];

/** Rules for every statement. */
const misplaced: readonly Rule[] = [
  {
    pattern: /\bcreate (or replace )?(function|procedure)\b(?!.*\breturns trigger\b)/,
    why: "a function belongs in its module's functions.sql",
  },
];

/**
 * `released`: the number of files of the first release, which are not checked. `reviewed`: statements that a
 * person found safe, with the reason.
 */
export function findMigrationErrors(
  files: readonly MigrationFile[],
  { released, reviewed = {} }: { readonly released: number; readonly reviewed?: Readonly<Record<string, string>> },
): string[] {
  return files.slice(released).flatMap((file) => {
    const statements = file.statements.map(plain).filter((statement) => statement !== '');
    const created = new Set(
      statements.flatMap((statement) => /^create (?:unlogged )?table (?:if not exists )?(\S+)/.exec(statement)?.[1] ?? []),
    );
    const errors = statements
      .filter((statement) => !Object.hasOwn(reviewed, `${file.name}: ${statement}`))
      .flatMap(splitActions)
      .flatMap((statement) =>
        [
          ...misplaced.filter(({ pattern }) => pattern.test(statement)),
          ...(created.has(findTable(statement) ?? '') ? [] : unsafe.filter(({ pattern }) => pattern.test(statement))),
        ].map(({ why }) => `${file.name}: "${statement.slice(0, 80)}" ${why}`),
      );
    return [...errors, ...findFileErrors(statements).map((why) => `${file.name}: ${why}`)];
  });
}

function findFileErrors(statements: readonly string[]): string[] {
  const added = new Set(statements.flatMap((statement) => /\badd constraint (\S+)/.exec(statement)?.[1] ?? []));
  const validated = statements.flatMap((statement) => /\bvalidate constraint ([^\s;]+)/.exec(statement)?.[1] ?? []);
  const concurrent = statements.filter((statement) => statement.includes('index concurrently'));
  const repeatable = concurrent.every((statement, index) => {
    const created = /^create (?:unique )?index concurrently (\S+)/.exec(statement)?.[1];
    const dropped = /^drop index concurrently if exists ([^\s;]+)/.exec(statements[created ? index - 1 : index] ?? '')?.[1];
    const next = /^create (?:unique )?index concurrently (\S+)/.exec(statements[index + 1] ?? '')?.[1];
    return created ? created === dropped : dropped !== undefined && dropped === next;
  });
  return [
    ...validated
      .filter((name) => added.has(name))
      .map((name) => `validates ${name} in the migration that adds it: the lock is held meanwhile`),
    ...(concurrent.length > 0 && concurrent.length < statements.length
      ? ['runs outside of a transaction because of an index that is built concurrently: put the other statements into another migration']
      : []),
    ...(repeatable ? [] : ['cannot be repeated: "drop index concurrently if exists x" before each "create index concurrently x"']),
  ];
}

/** Splits `alter table x add a, add b` in two. Commas in parentheses belong to an expression. */
function splitActions(statement: string): string[] {
  const [, head, rest = ''] = /^(alter table (?:if exists )?(?:only )?\S+ )(.*)$/.exec(statement) ?? [];
  return head ? rest.split(/,(?![^(]*\))/).map((action) => head + action.trim()) : [statement];
}

/** The statement without comments, quotes and line breaks, in lower case. */
const plain = (statement: string): string =>
  statement
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/"|"?public"?\./g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const findTable = (statement: string): string | undefined =>
  /^alter table (?:if exists )?(?:only )?(\S+)/.exec(statement)?.[1] ??
  /^create (?:unique )?index (?:concurrently )?(?:if not exists )?\S+ on (\S+)/.exec(statement)?.[1] ??
  /^(?:update|truncate(?: table)?|delete from|lock table|drop table(?: if exists)?) ([^\s;]+)/.exec(statement)?.[1];

/** "<file>: <statement in lower case, without quotes>" and why it is safe all the same. */
export const reviewed: Readonly<Record<string, string>> = {
  "0013_customer-list: create function text_grams(whole text) returns text[] language sql immutable strict parallel safe as $$ select coalesce(array_agg(distinct substr(whole, place, 3)), '{}') from generate_series(1, length(whole) - 2) as place $$;":
    'an index of the next migration needs it, before functions.sql is applied; it never changes, because the index stores its results',
  '0017_catalogue-attributes: alter table catalogue_number drop constraint catalogue_number_own;':
    'a check that the version before never violates, because it gives numbers from 100 only',
  "0017_catalogue-attributes: update order_piece set is_instant = true where offer_id = 'content-checker-automatic' and state not in ('delivered', 'accepted', 'cancelled');":
    'pieces of this offer are open for a minute, or for the days that a customer chose to wait: a few rows',
  '0036_files-as-deliveries: alter table catalogue_service drop constraint catalogue_service_delivers;':
    'a check that the version before never violates, because it writes the four values only',
  '0037_turnaround-units: alter table order_refund alter column operator_id drop not null;':
    'the version before writes one always, and reads none of the rows without it: they belong to units, which it does not know',
  '0041_piece-replies: alter table support_key alter column ticket_number drop not null;':
    'the version before writes one always, and takes a key without it for one that has expired',
  '0057_saved-means: create index subscription_retry on subscription using btree (retry_at) where subscription.retry_at is not null;':
    'a table of few rows, none of which has the new column: it is read once, in milliseconds',
  '0074_claims-by-link: alter table settlement alter column operator_id drop not null;':
    'the version before writes one always, and shows none',
  '0074_claims-by-link: alter table payment drop constraint payment_subject;':
    'a check that the version before never violates, because its payments have one of the two subjects; a wider one follows',
};

// What a data export and the erasing of an account do with each table of an account. A table that is in no
// list would keep a person's data, and keep it from the person.

/**
 * True, or why not. tests/account-tables.test.ts compares it with the statements that an export and an
 * erasing send.
 */
export type AccountTable = { readonly exported: true | string; readonly erased: true | string };

const BOOKS = 'a record of the books: ids, amounts and moments';
const DERIVED = 'sums of other tables';
const IN_OTHERS = 'what it says is in the exported purchases, deposits and balances';
const LAW = 'kept for as long as tax law asks, with the address that is on the document';

/** Every table with an `account_id`. */
export const accountTables: Readonly<Record<string, AccountTable>> = {
  account_act: { exported: true, erased: true },
  account_brand_kit: { exported: true, erased: true },
  account_code: { exported: true, erased: true },
  account_email_change: { exported: true, erased: true },
  account_export: { exported: true, erased: true },
  account_invitation: { exported: true, erased: true },
  account_member: { exported: true, erased: true },
  account_passkey: { exported: true, erased: true },
  account_recovery_code: { exported: 'hashes of codes', erased: true },
  account_session: { exported: true, erased: true },
  account_terms: { exported: true, erased: true },
  api_key: { exported: true, erased: true },
  audit_balance: { exported: DERIVED, erased: DERIVED },
  balance_agreement: { exported: true, erased: true },
  billing_document: { exported: true, erased: LAW },
  billing_total: { exported: DERIVED, erased: DERIVED },
  brought_balance: { exported: true, erased: BOOKS },
  brief_file: { exported: true, erased: true },
  claim: { exported: true, erased: BOOKS },
  claim_reminder: { exported: true, erased: BOOKS },
  coupon_use: { exported: IN_OTHERS, erased: BOOKS },
  customer_import_account: { exported: 'says only from which import the account is', erased: true },
  customer_maker: { exported: 'only which operator makes new pieces', erased: true },
  customer_note: { exported: true, erased: true },
  customer_tag: { exported: true, erased: true },
  delivery: { exported: true, erased: true },
  delivery_file: { exported: true, erased: true },
  delivery_revision: { exported: true, erased: true },
  deposit: { exported: true, erased: LAW },
  deposit_refund: { exported: true, erased: BOOKS },
  idempotency_key: { exported: 'copies of answers, deleted after a day', erased: true },
  event: { exported: IN_OTHERS, erased: BOOKS },
  invoice_details: { exported: true, erased: true },
  ledger_transfer: { exported: IN_OTHERS, erased: BOOKS },
  moved_client: { exported: true, erased: true },
  moved_subscription: { exported: 'says only with which move the subscription came', erased: true },
  moved_ticket: { exported: 'says only with which move the ticket came', erased: true },
  open_link: { exported: 'addresses of pages whose contents are exported', erased: true },
  order_piece: { exported: true, erased: true },
  order_refund: { exported: true, erased: BOOKS },
  order_team_action: { exported: true, erased: true },
  past_invoice: { exported: true, erased: LAW },
  past_order: { exported: true, erased: true },
  payment: { exported: IN_OTHERS, erased: BOOKS },
  payment_browser: { exported: 'screen and time zone for 3-D Secure, deleted after ninety days', erased: true },
  payment_charge: { exported: IN_OTHERS, erased: BOOKS },
  payment_dispute: { exported: IN_OTHERS, erased: BOOKS },
  payment_means: { exported: true, erased: true },
  payment_refund: { exported: IN_OTHERS, erased: BOOKS },
  payout: { exported: true, erased: BOOKS },
  piece_draft: { exported: 'unfinished work of the shop: what is delivered is exported', erased: true },
  piece_message: { exported: true, erased: true },
  piece_note: { exported: 'notes of the shop about the work', erased: true },
  plan_credit: { exported: IN_OTHERS, erased: BOOKS },
  plan_request: { exported: true, erased: BOOKS },
  purchase: { exported: true, erased: true },
  quote: { exported: true, erased: true },
  quote_version: { exported: true, erased: true },
  settlement: { exported: true, erased: BOOKS },
  shop_order: { exported: true, erased: true },
  subscription: { exported: true, erased: true },
  support_ticket: { exported: true, erased: true },
  wallet: { exported: true, erased: BOOKS },
  wallet_gift: { exported: IN_OTHERS, erased: BOOKS },
  webhook_endpoint: { exported: true, erased: true },
  withdrawal: { exported: true, erased: true },
};
