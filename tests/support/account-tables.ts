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
  account_brand_kit: { exported: true, erased: true },
  account_code: { exported: true, erased: true },
  account_email_change: { exported: true, erased: true },
  account_export: { exported: true, erased: true },
  account_passkey: { exported: true, erased: true },
  account_recovery_code: { exported: 'hashes of codes', erased: true },
  account_session: { exported: true, erased: true },
  audit_balance: { exported: DERIVED, erased: DERIVED },
  billing_document: { exported: true, erased: LAW },
  billing_total: { exported: DERIVED, erased: DERIVED },
  brief_file: { exported: true, erased: true },
  coupon_use: { exported: IN_OTHERS, erased: BOOKS },
  customer_import_account: { exported: 'says only from which import the account is', erased: true },
  customer_note: { exported: true, erased: true },
  customer_tag: { exported: true, erased: true },
  delivery: { exported: true, erased: true },
  delivery_file: { exported: true, erased: true },
  delivery_revision: { exported: true, erased: true },
  deposit: { exported: true, erased: LAW },
  deposit_refund: { exported: true, erased: BOOKS },
  idempotency_key: { exported: 'copies of answers, deleted after a day', erased: true },
  invoice_details: { exported: true, erased: true },
  ledger_transfer: { exported: IN_OTHERS, erased: BOOKS },
  order_piece: { exported: true, erased: true },
  order_refund: { exported: true, erased: BOOKS },
  payment: { exported: IN_OTHERS, erased: BOOKS },
  payment_browser: { exported: 'screen and time zone for 3-D Secure, deleted after ninety days', erased: true },
  payment_charge: { exported: IN_OTHERS, erased: BOOKS },
  payment_dispute: { exported: IN_OTHERS, erased: BOOKS },
  payment_refund: { exported: IN_OTHERS, erased: BOOKS },
  piece_draft: { exported: 'unfinished work of the shop: what is delivered is exported', erased: true },
  piece_message: { exported: true, erased: true },
  piece_note: { exported: 'notes of the shop about the work', erased: true },
  purchase: { exported: true, erased: true },
  shop_order: { exported: true, erased: true },
  subscription: { exported: true, erased: true },
  support_ticket: { exported: true, erased: true },
  wallet: { exported: true, erased: BOOKS },
  wallet_gift: { exported: IN_OTHERS, erased: BOOKS },
  withdrawal: { exported: true, erased: true },
};
