-- Plain names for tables and columns.
alter table payment_key rename to idempotency_key;
--> statement-breakpoint
alter table desk_here rename to desk_presence;
--> statement-breakpoint
alter table desk_set_up rename to desk_setup_step;
--> statement-breakpoint
alter table paper rename to billing_document;
--> statement-breakpoint
alter table paper_series rename to billing_document_series;
--> statement-breakpoint
alter table paper_refund rename to billing_document_refund;
--> statement-breakpoint
alter table support_mail_in rename to support_incoming_mail;
--> statement-breakpoint
alter table account_spare_code rename to account_recovery_code;
--> statement-breakpoint
alter table account_recovery rename to account_password_reset;
--> statement-breakpoint
alter table purchase rename column told_at to confirmation_sent_at;
--> statement-breakpoint
alter index purchase_untold rename to purchase_unconfirmed;
--> statement-breakpoint
alter table payment rename column ask_at to poll_at;
--> statement-breakpoint
alter table payment rename column what to description;
--> statement-breakpoint
alter index payment_ask rename to payment_poll;
--> statement-breakpoint
alter table sandbox.bank_charge rename column what to description;
--> statement-breakpoint
alter table payment_charge rename column kept_at to recorded_at;
--> statement-breakpoint
alter table payment_dispute rename column kept_at to recorded_at;
--> statement-breakpoint
alter table payment_browser rename column kept_at to recorded_at;
--> statement-breakpoint
alter table idempotency_key rename column kept_at to recorded_at;
--> statement-breakpoint
alter index payment_browser_kept rename to payment_browser_recorded;
--> statement-breakpoint
alter index payment_key_kept rename to idempotency_key_recorded;
--> statement-breakpoint
alter table payment_browser rename column said to data;
--> statement-breakpoint
alter table idempotency_key rename column answer to response;
--> statement-breakpoint
alter table payment_webhook rename column answer to result;
--> statement-breakpoint
alter table payment_webhook rename column first_at to first_received_at;
--> statement-breakpoint
alter table payment_webhook rename column at to last_received_at;
--> statement-breakpoint
alter table payment_refund rename column about_id to cause_id;
--> statement-breakpoint
alter table payment_refund rename column asked_at to requested_at;
--> statement-breakpoint
alter table payment_refund rename column done_at to completed_at;
--> statement-breakpoint
alter index payment_refund_about rename to payment_refund_cause;
--> statement-breakpoint
alter index payment_refund_asked rename to payment_refund_requested;
--> statement-breakpoint
alter table desk_audit rename column about_kind to subject_kind;
--> statement-breakpoint
alter table desk_audit rename column about_id to subject_id;
--> statement-breakpoint
alter index desk_audit_about rename to desk_audit_subject;
--> statement-breakpoint
alter table account_export rename column asked_at to requested_at;
--> statement-breakpoint
alter table account_export rename column made_at to completed_at;
--> statement-breakpoint
alter index account_export_asked rename to account_export_requested;
--> statement-breakpoint
alter table account_email_change rename column asked_at to requested_at;
--> statement-breakpoint
alter index account_email_change_asked rename to account_email_change_requested;
--> statement-breakpoint
alter table account_session rename column ended_because to end_reason;
--> statement-breakpoint
alter table delivery_revision rename column asked_at to requested_at;
--> statement-breakpoint
alter table order_piece rename column asked_at to unanswered_since;
--> statement-breakpoint
alter table order_piece rename column tried_at to production_tried_at;
--> statement-breakpoint
alter table brief_file rename column begun_at to upload_started_at;
--> statement-breakpoint
alter table brief_file rename column made_at to uploaded_at;
--> statement-breakpoint
alter table delivery_file rename column begun_at to upload_started_at;
--> statement-breakpoint
alter table delivery_file rename column made_at to uploaded_at;
--> statement-breakpoint
alter table coupon_use rename column purchase_id to subject_id;
--> statement-breakpoint
alter table coupon_use rename column freed_at to released_at;
--> statement-breakpoint
alter table order_refund rename column ends to cancels_order;
--> statement-breakpoint
alter table order_refund rename column kept to retained;
--> statement-breakpoint
alter index order_refund_end rename to order_refund_cancel;
--> statement-breakpoint
alter table billing_document_refund rename column paper_id to document_id;
--> statement-breakpoint
alter index paper_number rename to billing_document_number;
--> statement-breakpoint
alter index paper_cause rename to billing_document_cause;
--> statement-breakpoint
alter index paper_account rename to billing_document_account;
--> statement-breakpoint
alter index paper_subject rename to billing_document_subject;
--> statement-breakpoint
alter index paper_refund_waiting rename to billing_document_refund_waiting;
--> statement-breakpoint
alter index paper_refund_paper rename to billing_document_refund_document;
--> statement-breakpoint
alter table billing_document rename constraint "paper_sums" to "billing_document_sums";
--> statement-breakpoint
alter table owner_text rename constraint "owner_text_told" to "owner_text_author";
--> statement-breakpoint
alter table billing_document_refund rename constraint "paper_refund_paper_id_paper_id_fk" to "billing_document_refund_document_id_billing_document_id_fk";
--> statement-breakpoint
alter table billing_document_series rename constraint "paper_series_kind_year_pk" to "billing_document_series_kind_year_pk";
--> statement-breakpoint
alter table idempotency_key rename constraint "payment_key_account_id_key_pk" to "idempotency_key_account_id_key_pk";
--> statement-breakpoint
alter table desk_presence rename constraint "desk_here_operator_id_piece_id_pk" to "desk_presence_operator_id_piece_id_pk";
--> statement-breakpoint
alter table account_recovery_code rename constraint "account_spare_code_account_id_code_hash_pk" to "account_recovery_code_account_id_code_hash_pk";
--> statement-breakpoint
alter table account_recovery_code rename constraint "account_spare_code_account_id_account_id_fk" to "account_recovery_code_account_id_account_id_fk";
--> statement-breakpoint
alter index paper_pkey rename to billing_document_pkey;
--> statement-breakpoint
alter index paper_refund_pkey rename to billing_document_refund_pkey;
--> statement-breakpoint
alter index desk_set_up_pkey rename to desk_setup_step_pkey;
--> statement-breakpoint
alter index support_mail_in_pkey rename to support_incoming_mail_pkey;
--> statement-breakpoint
alter index account_recovery_pkey rename to account_password_reset_pkey;
--> statement-breakpoint
alter index support_mail_in_created rename to support_incoming_mail_created;
--> statement-breakpoint
alter table rate_limit rename column moments to hits;
--> statement-breakpoint
alter table rate_limit rename column over_at to expires_at;
--> statement-breakpoint
alter index rate_limit_over rename to rate_limit_expires;
--> statement-breakpoint
-- Everything of a customer can be found by account.
alter table order_piece add column account_id uuid;
--> statement-breakpoint
update order_piece set account_id = o.account_id from shop_order o where o.id = order_piece.order_id;
--> statement-breakpoint
alter table order_piece alter column account_id set not null;
--> statement-breakpoint
alter table payment_charge add column account_id uuid;
--> statement-breakpoint
update payment_charge set account_id = p.account_id from payment p where p.id = payment_charge.payment_id;
--> statement-breakpoint
alter table payment_charge alter column account_id set not null;
--> statement-breakpoint
alter table payment_dispute add column account_id uuid;
--> statement-breakpoint
update payment_dispute set account_id = p.account_id from payment p where p.id = payment_dispute.payment_id;
--> statement-breakpoint
alter table payment_dispute alter column account_id set not null;
--> statement-breakpoint
alter function ledger_stays rename to ledger_is_append_only;
--> statement-breakpoint
create or replace function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'a ledger transfer is never changed: book another one';
end $$;
--> statement-breakpoint
alter trigger ledger_stays on ledger_transfer rename to ledger_is_append_only;
--> statement-breakpoint
alter function paper_stays rename to billing_document_is_append_only;
--> statement-breakpoint
create or replace function billing_document_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'a billing document is never changed: issue another one';
end $$;
--> statement-breakpoint
alter trigger paper_stays on billing_document rename to billing_document_is_append_only;
--> statement-breakpoint
alter function desk_audit_stays rename to desk_audit_is_append_only;
--> statement-breakpoint
create or replace function desk_audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'an audit entry is never changed';
end $$;
--> statement-breakpoint
alter trigger desk_audit_stays on desk_audit rename to desk_audit_is_append_only;
--> statement-breakpoint
alter function owner_text_stays rename to owner_text_is_append_only;
--> statement-breakpoint
create or replace function owner_text_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a text is never changed';
end $$;
--> statement-breakpoint
alter trigger owner_text_stays on owner_text rename to owner_text_is_append_only;
--> statement-breakpoint
alter function refund_waits rename to queue_credit_note;
--> statement-breakpoint
create or replace function queue_credit_note() returns trigger language plpgsql as $$
begin
  insert into billing_document_refund (transfer_id) values (new.id);
  return null;
end $$;
--> statement-breakpoint
alter trigger refund_waits on ledger_transfer rename to queue_credit_note;
--> statement-breakpoint
alter function owner_text_told rename to notify_owner_text;
--> statement-breakpoint
create or replace function notify_owner_text() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', '');
  return null;
end $$;
--> statement-breakpoint
alter trigger owner_text_told on owner_text rename to notify_owner_text;
--> statement-breakpoint
alter function catalogue_changed rename to bump_catalogue_version;
--> statement-breakpoint
create or replace function bump_catalogue_version() returns trigger language plpgsql as $$
begin
  insert into catalogue_state default values on conflict do nothing;
  update catalogue_state set version = version + 1;
  perform pg_notify('catalogue', '');
  return null;
end
$$;
--> statement-breakpoint
alter trigger catalogue_changed on catalogue_service rename to bump_catalogue_version;
--> statement-breakpoint
alter trigger catalogue_changed on catalogue_offer rename to bump_catalogue_version;
--> statement-breakpoint
alter trigger catalogue_changed on catalogue_price rename to bump_catalogue_version;
--> statement-breakpoint
alter trigger catalogue_changed on catalogue_platform rename to bump_catalogue_version;
--> statement-breakpoint
alter function stamp_piece rename to set_piece_changed_at;
--> statement-breakpoint
alter trigger order_piece_stamp on order_piece rename to set_piece_changed_at;
--> statement-breakpoint
drop function account_refresh;
--> statement-breakpoint
drop function fill_wallet;
--> statement-breakpoint
drop function spend_from_wallet;
--> statement-breakpoint
drop function take_payment_key;
--> statement-breakpoint
drop function take_point;
--> statement-breakpoint
drop function claim_coupon;
--> statement-breakpoint
drop function has_unpaid_use;
--> statement-breakpoint
drop function claim_files;
--> statement-breakpoint
drop function insert_payments;
--> statement-breakpoint
drop function insert_purchases;
--> statement-breakpoint
drop function place_deposit;
--> statement-breakpoint
drop function place_deposit_limited;
--> statement-breakpoint
drop function place_purchase;
--> statement-breakpoint
drop function place_purchases;
--> statement-breakpoint
drop function place_purchase_limited;
--> statement-breakpoint
drop function place_purchases_limited;
