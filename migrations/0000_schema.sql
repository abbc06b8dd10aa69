CREATE SCHEMA "sandbox";
--> statement-breakpoint
CREATE TABLE "account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"email_verified_at" timestamp with time zone,
	"password_hash" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"zip_code" text DEFAULT '' NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"agreed_version" integer NOT NULL,
	"agreed_at" timestamp with time zone NOT NULL,
	"totp_secret" "bytea",
	"totp_since" timestamp with time zone,
	"totp_step" integer,
	"erase_at" timestamp with time zone,
	"erased_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "account_brand_kit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"brand_name" text NOT NULL,
	"brand_key" text NOT NULL,
	"language" text NOT NULL,
	"tone" text NOT NULL,
	"audience" text NOT NULL,
	"reference_urls" text[] NOT NULL,
	"must_include" text[] NOT NULL,
	"must_avoid" text[] NOT NULL,
	"notes" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_code" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"mail_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "account_email_change" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"old_confirmed_at" timestamp with time zone,
	"new_confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "account_export" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"code_hash" "bytea",
	"content" "bytea"
);
--> statement-breakpoint
CREATE TABLE "account_passkey" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "account_password_reset" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"selector_hash" "bytea" NOT NULL,
	"current_hash" "bytea" NOT NULL,
	"previous_hash" "bytea",
	"salt" "bytea",
	"rotated_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"remember" boolean NOT NULL,
	"device" text NOT NULL,
	"confirmed_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"end_reason" text
);
--> statement-breakpoint
CREATE TABLE "account_recovery_code" (
	"account_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "account_recovery_code_account_id_code_hash_pk" PRIMARY KEY("account_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "catalogue_offer" (
	"id" text PRIMARY KEY NOT NULL,
	"service_type" smallint NOT NULL,
	"position" smallint NOT NULL,
	"unit" jsonb NOT NULL,
	"note" jsonb NOT NULL,
	"min_quantity" integer NOT NULL,
	"max_quantity" integer NOT NULL,
	"pieces" jsonb NOT NULL,
	"revisions" smallint,
	"omits" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"retired" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_platform" (
	"platform" smallint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" smallint NOT NULL,
	"surcharge_percent" smallint NOT NULL,
	"hosts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_price" (
	"offer_id" text NOT NULL,
	"currency" smallint NOT NULL,
	"unit_price" integer NOT NULL,
	CONSTRAINT "catalogue_price_offer_id_currency_pk" PRIMARY KEY("offer_id","currency")
);
--> statement-breakpoint
CREATE TABLE "catalogue_service" (
	"type" smallint PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"made_by" text NOT NULL,
	"turnaround" text NOT NULL,
	"interval" text,
	"revisions" smallint NOT NULL,
	"platforms" jsonb NOT NULL,
	"words" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	CONSTRAINT "catalogue_service_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "catalogue_state" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupon" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"code_key" text NOT NULL,
	"kind" text NOT NULL,
	"percent" smallint,
	"applies_to" text NOT NULL,
	"services" jsonb,
	"starts_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"total_limit" integer,
	"customer_limit" integer,
	"first_purchase_only" boolean DEFAULT false NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupon_amount" (
	"coupon_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"amount" integer,
	"minimum" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "coupon_amount_coupon_id_currency_pk" PRIMARY KEY("coupon_id","currency")
);
--> statement-breakpoint
CREATE TABLE "coupon_use" (
	"subject_id" uuid PRIMARY KEY NOT NULL,
	"coupon_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"released_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "desk_audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "desk_audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"operator_id" uuid NOT NULL,
	"act" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"why" text
);
--> statement-breakpoint
CREATE TABLE "desk_day" (
	"day" date PRIMARY KEY NOT NULL,
	"zone" text NOT NULL,
	"placed" integer NOT NULL,
	"paid" integer NOT NULL,
	"tickets" integer NOT NULL,
	"answered" integer NOT NULL,
	"answer_seconds" bigint NOT NULL,
	"answered_soon" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_day_coupon" (
	"day" date NOT NULL,
	"coupon_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"uses" integer NOT NULL,
	"given" bigint NOT NULL,
	CONSTRAINT "desk_day_coupon_day_coupon_id_currency_pk" PRIMARY KEY("day","coupon_id","currency")
);
--> statement-breakpoint
CREATE TABLE "desk_day_maker" (
	"day" date NOT NULL,
	"maker" text NOT NULL,
	"name" text NOT NULL,
	"taken" integer NOT NULL,
	"delivered" integer NOT NULL,
	"revised" integer NOT NULL,
	"timed" integer NOT NULL,
	"on_time" integer NOT NULL,
	"worked" integer NOT NULL,
	"work_seconds" bigint NOT NULL,
	CONSTRAINT "desk_day_maker_day_maker_pk" PRIMARY KEY("day","maker")
);
--> statement-breakpoint
CREATE TABLE "desk_day_sale" (
	"day" date NOT NULL,
	"service" smallint NOT NULL,
	"currency" smallint NOT NULL,
	"orders" integer NOT NULL,
	"gross" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"to_source" bigint NOT NULL,
	"to_balance" bigint NOT NULL,
	"to_credit" bigint NOT NULL,
	CONSTRAINT "desk_day_sale_day_service_currency_pk" PRIMARY KEY("day","service","currency")
);
--> statement-breakpoint
CREATE TABLE "desk_day_work" (
	"day" date NOT NULL,
	"service" smallint NOT NULL,
	"delivered" integer NOT NULL,
	"on_time" integer NOT NULL,
	CONSTRAINT "desk_day_work_day_service_pk" PRIMARY KEY("day","service")
);
--> statement-breakpoint
CREATE TABLE "desk_presence" (
	"operator_id" uuid NOT NULL,
	"piece_id" uuid NOT NULL,
	"name" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "desk_presence_operator_id_piece_id_pk" PRIMARY KEY("operator_id","piece_id")
);
--> statement-breakpoint
CREATE TABLE "desk_setup_step" (
	"step" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"operator_id" uuid NOT NULL,
	"found" jsonb
);
--> statement-breakpoint
CREATE TABLE "desk_visit" (
	"day" date NOT NULL,
	"step" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "desk_visit_day_step_pk" PRIMARY KEY("day","step")
);
--> statement-breakpoint
CREATE TABLE "operator" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"totp_secret" "bytea",
	"totp_since" timestamp with time zone,
	"totp_step" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"joined_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "operator_invitation" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"operator_id" uuid NOT NULL,
	"totp_secret" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_passkey" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operator_id" uuid NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "operator_session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operator_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"confirmed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"piece_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"service_type" smallint NOT NULL,
	"version" smallint NOT NULL,
	"text" text NOT NULL,
	"report" jsonb,
	"passport" jsonb NOT NULL,
	"delivered_at" timestamp with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" text,
	"taken_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"reminded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "delivery_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"piece_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"delivery_id" uuid,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text,
	"upload_started_at" timestamp with time zone NOT NULL,
	"uploaded_at" timestamp with time zone,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_revision" (
	"id" uuid PRIMARY KEY NOT NULL,
	"piece_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"note" text NOT NULL,
	"marks" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "piece_draft" (
	"piece_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	"help" jsonb NOT NULL,
	"report" jsonb,
	"report_version" integer
);
--> statement-breakpoint
CREATE TABLE "piece_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"piece_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"by_id" text,
	"by_name" text,
	"text" text NOT NULL,
	"waits" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "piece_note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"piece_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"locale" text NOT NULL,
	"mail" text NOT NULL,
	"values" jsonb NOT NULL,
	"reference" text,
	"reply_to" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"message_id" text
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "mail_outbox_default" PARTITION OF "mail_outbox" DEFAULT;
--> statement-breakpoint
CREATE TABLE "brief_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text,
	"bytes" integer NOT NULL,
	"sha256" text,
	"upload_started_at" timestamp with time zone NOT NULL,
	"uploaded_at" timestamp with time zone,
	"claimed_at" timestamp with time zone,
	"purchase_id" uuid
);
--> statement-breakpoint
CREATE TABLE "order_piece" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"offer_id" text NOT NULL,
	"service_type" smallint NOT NULL,
	"quantity" integer NOT NULL,
	"list_value" integer DEFAULT 0 NOT NULL,
	"brief" jsonb,
	"state" text NOT NULL,
	"due_at" timestamp with time zone,
	"platform" smallint,
	"language" text,
	"may_begin_at" timestamp with time zone,
	"maker_id" text,
	"maker_name" text,
	"taken_at" timestamp with time zone,
	"waits_since" timestamp with time zone,
	"left_seconds" integer,
	"held_since" timestamp with time zone,
	"held_for" jsonb,
	"unanswered_since" timestamp with time zone,
	"trouble" text,
	"production_tried_at" timestamp with time zone,
	"changed_at" timestamp with time zone,
	"version" smallint,
	"accept_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "order_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"operator_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"cancels_order" boolean NOT NULL,
	"retained" integer NOT NULL,
	"to_source" integer NOT NULL,
	"to_cash" integer NOT NULL,
	"to_promo" integer NOT NULL,
	"refund_id" uuid
);
--> statement-breakpoint
CREATE TABLE "purchase" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"subtotal" integer NOT NULL,
	"discount" integer NOT NULL,
	"price" integer NOT NULL,
	"coupon_id" uuid,
	"billing" jsonb NOT NULL,
	"consents" jsonb NOT NULL,
	"locale" text NOT NULL,
	"state" text NOT NULL,
	"paid_from" text,
	"promo" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"confirmation_sent_at" timestamp with time zone,
	"invoiced_at" timestamp with time zone,
	CONSTRAINT "purchase_price" CHECK ("purchase"."price" = "purchase"."subtotal" - "purchase"."discount" and "purchase"."discount" >= 0 and "purchase"."price" >= 0),
	CONSTRAINT "purchase_promo" CHECK ("purchase"."promo" between 0 and "purchase"."price"),
	CONSTRAINT "purchase_free" CHECK (case "purchase"."state" when 'open' then "purchase"."price" > 0 when 'paid' then ("purchase"."paid_from" = 'nothing') = ("purchase"."price" = 0) else true end)
);
--> statement-breakpoint
CREATE TABLE "shop_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"purchase_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"offer_id" text NOT NULL,
	"service_type" smallint NOT NULL,
	"quantity" integer NOT NULL,
	"platform" smallint,
	"currency" smallint NOT NULL,
	"total" integer NOT NULL,
	"discount" integer NOT NULL,
	"price" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"answers_short" jsonb NOT NULL,
	"status" smallint NOT NULL,
	"subscription_id" uuid,
	"period" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"offer_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"platform" smallint,
	"currency" smallint NOT NULL,
	"price" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"state" text NOT NULL,
	"anchor_day" smallint NOT NULL,
	"renews_at" timestamp with time zone,
	"reminded" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawal" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"start_now" boolean NOT NULL,
	"pieces" smallint NOT NULL,
	"delivered" smallint NOT NULL,
	"value" integer,
	"delivered_value" integer,
	"charged" integer NOT NULL,
	"to_source" integer NOT NULL,
	"to_cash" integer NOT NULL,
	"to_promo" integer NOT NULL,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "invoice_details" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"company" text NOT NULL,
	"vat_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_document" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"year" smallint NOT NULL,
	"serial" integer NOT NULL,
	"account_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"invoice_id" uuid,
	"currency" smallint NOT NULL,
	"net" integer NOT NULL,
	"vat" integer NOT NULL,
	"gross" integer NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "billing_document_sums" CHECK ("billing_document"."net" + "billing_document"."vat" = "billing_document"."gross" and "billing_document"."net" >= 0 and "billing_document"."vat" >= 0)
);
--> statement-breakpoint
CREATE TABLE "billing_document_refund" (
	"transfer_id" bigint PRIMARY KEY NOT NULL,
	"document_id" uuid
);
--> statement-breakpoint
CREATE TABLE "billing_document_series" (
	"kind" text NOT NULL,
	"year" smallint NOT NULL,
	"last" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "billing_document_series_kind_year_pk" PRIMARY KEY("kind","year")
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"response" jsonb NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_key_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"currency" smallint NOT NULL,
	"description" text NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"link" text,
	"reference" text,
	"link_expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"poll_at" timestamp with time zone,
	"outcome" text,
	"outcome_at" timestamp with time zone,
	CONSTRAINT "payment_amount" CHECK ("payment"."amount" > 0),
	CONSTRAINT "payment_outcome" CHECK ("payment"."outcome" in ('declined', 'abandoned') and "payment"."outcome_at" is not null or "payment"."outcome" is null)
);
--> statement-breakpoint
CREATE TABLE "payment_browser" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"data" jsonb NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_charge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"currency" smallint NOT NULL,
	"charged_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"used" text NOT NULL,
	CONSTRAINT "payment_charge_amount" CHECK ("payment_charge"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_dispute" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"currency" smallint NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"charge_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"cause_id" uuid,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"reference" text,
	"requested_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "payment_refund_amount" CHECK ("payment_refund"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_webhook" (
	"id" uuid NOT NULL,
	"received_on" date NOT NULL,
	"provider" text NOT NULL,
	"result" text NOT NULL,
	"key" text NOT NULL,
	"kind" text,
	"payment_id" uuid,
	"first_received_at" timestamp with time zone NOT NULL,
	"last_received_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "payment_webhook_received_on_id_pk" PRIMARY KEY("received_on","id")
) PARTITION BY RANGE ("received_on");
--> statement-breakpoint
CREATE TABLE "payment_webhook_default" PARTITION OF "payment_webhook" DEFAULT;
--> statement-breakpoint
CREATE TABLE "support_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" bigint,
	"operator_id" uuid,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_key" (
	"hash" text PRIMARY KEY NOT NULL,
	"ticket_number" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_incoming_mail" (
	"hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_message" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ticket_number" text NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"operator_id" uuid,
	"operator_name" text,
	"from_email" text,
	"known_by" text,
	"words" "tsvector" DEFAULT ''::tsvector NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_ticket" (
	"number" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"account_id" uuid,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"waits_since" timestamp with time zone,
	"first_due_at" timestamp with time zone,
	"first_answered_at" timestamp with time zone,
	"assigned_id" uuid,
	"assigned_name" text,
	"order_id" uuid,
	"order_number" text,
	"known_by" text,
	"names_ticket" text
);
--> statement-breakpoint
CREATE TABLE "owner_folder" (
	"name" text PRIMARY KEY NOT NULL,
	"seen_hash" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owner_text" (
	"folder" text NOT NULL,
	"file" text NOT NULL,
	"number" integer NOT NULL,
	"text" text,
	"origin" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by_id" uuid,
	"why" text,
	"seen_hash" text NOT NULL,
	CONSTRAINT "owner_text_folder_file_number_pk" PRIMARY KEY("folder","file","number"),
	CONSTRAINT "owner_text_author" CHECK (("owner_text"."origin" = 'desk') = ("owner_text"."by_id" is not null and "owner_text"."why" is not null))
);
--> statement-breakpoint
CREATE TABLE "deposit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"price" integer NOT NULL,
	"amount" integer NOT NULL,
	"coupon_id" uuid,
	"billing" jsonb NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"receipted_at" timestamp with time zone,
	CONSTRAINT "deposit_price" CHECK ("deposit"."price" between 0 and "deposit"."amount" and "deposit"."amount" > 0),
	CONSTRAINT "deposit_free" CHECK ("deposit"."price" > 0 or "deposit"."state" <> 'open')
);
--> statement-breakpoint
CREATE TABLE "deposit_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deposit_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"operator_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"amount" integer NOT NULL,
	"credit" integer NOT NULL,
	"refund_id" uuid NOT NULL,
	"failed_at" timestamp with time zone,
	CONSTRAINT "deposit_refund_amount" CHECK ("deposit_refund"."amount" > 0 and "deposit_refund"."credit" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_transfer" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transfer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"from_account" text NOT NULL,
	"to_account" text NOT NULL,
	"currency" smallint NOT NULL,
	"amount" integer NOT NULL,
	"account_id" uuid,
	"balance_after" bigint,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_transfer_amount" CHECK ("ledger_transfer"."amount" > 0 and "ledger_transfer"."from_account" <> "ledger_transfer"."to_account")
);
--> statement-breakpoint
CREATE TABLE "wallet" (
	"account_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"cash" bigint DEFAULT 0 NOT NULL,
	"promo" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "wallet_account_id_currency_pk" PRIMARY KEY("account_id","currency"),
	CONSTRAINT "wallet_not_below_zero" CHECK ("wallet"."cash" >= 0 and "wallet"."promo" >= 0)
);
--> statement-breakpoint
CREATE TABLE "wallet_gift" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"amount" integer NOT NULL,
	"operator_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "wallet_gift_amount" CHECK ("wallet_gift"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox"."bank_charge" (
	"reference" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"description" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" smallint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_charge_payment_id_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."bank_payment" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"expires_at" timestamp with time zone,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."bank_refund" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"charge" text NOT NULL,
	"amount" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_refund_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."bank_webhook" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."bank_webhook_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" text NOT NULL,
	"body" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"arrived_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox"."sandbox_mail" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."sandbox_mail_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" text NOT NULL,
	"to" text NOT NULL,
	"from" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_mail_message_id_unique" UNIQUE("message_id")
);
--> statement-breakpoint
ALTER TABLE "account_brand_kit" ADD CONSTRAINT "account_brand_kit_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_code" ADD CONSTRAINT "account_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_email_change" ADD CONSTRAINT "account_email_change_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_export" ADD CONSTRAINT "account_export_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_passkey" ADD CONSTRAINT "account_passkey_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_session" ADD CONSTRAINT "account_session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_recovery_code" ADD CONSTRAINT "account_recovery_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_offer" ADD CONSTRAINT "catalogue_offer_service_type_catalogue_service_type_fk" FOREIGN KEY ("service_type") REFERENCES "public"."catalogue_service"("type") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_price" ADD CONSTRAINT "catalogue_price_offer_id_catalogue_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."catalogue_offer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_amount" ADD CONSTRAINT "coupon_amount_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_use" ADD CONSTRAINT "coupon_use_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_invitation" ADD CONSTRAINT "operator_invitation_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_passkey" ADD CONSTRAINT "operator_passkey_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_session" ADD CONSTRAINT "operator_session_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_revision" ADD CONSTRAINT "delivery_revision_delivery_id_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_piece" ADD CONSTRAINT "order_piece_order_id_shop_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shop_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_refund" ADD CONSTRAINT "order_refund_order_id_shop_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shop_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_order" ADD CONSTRAINT "shop_order_purchase_id_purchase_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchase"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_order_id_shop_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shop_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_document_refund" ADD CONSTRAINT "billing_document_refund_document_id_billing_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."billing_document"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_browser" ADD CONSTRAINT "payment_browser_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_charge" ADD CONSTRAINT "payment_charge_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_dispute" ADD CONSTRAINT "payment_dispute_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_charge_id_payment_charge_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."payment_charge"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_file" ADD CONSTRAINT "support_file_message_id_support_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."support_message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_key" ADD CONSTRAINT "support_key_ticket_number_support_ticket_number_fk" FOREIGN KEY ("ticket_number") REFERENCES "public"."support_ticket"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_message" ADD CONSTRAINT "support_message_ticket_number_support_ticket_number_fk" FOREIGN KEY ("ticket_number") REFERENCES "public"."support_ticket"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."bank_charge" ADD CONSTRAINT "bank_charge_payment_id_bank_payment_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox"."bank_payment"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."bank_refund" ADD CONSTRAINT "bank_refund_charge_bank_charge_reference_fk" FOREIGN KEY ("charge") REFERENCES "sandbox"."bank_charge"("reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."bank_webhook" ADD CONSTRAINT "bank_webhook_payment_id_bank_payment_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox"."bank_payment"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_email" ON "account" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "account_email_begins" ON "account" USING btree ("email_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "account_name_begins" ON "account" USING btree (lower("first_name" || ' ' || "last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "account_last_name_begins" ON "account" USING btree (lower("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "account_erase" ON "account" USING btree ("erase_at") WHERE "account"."erase_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "account_brand_kit_brand" ON "account_brand_kit" USING btree ("account_id","brand_key");--> statement-breakpoint
CREATE INDEX "account_code_account" ON "account_code" USING btree ("account_id","kind");--> statement-breakpoint
CREATE INDEX "account_code_created" ON "account_code" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "account_email_change_requested" ON "account_email_change" USING btree ("requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_export_code" ON "account_export" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "account_export_account" ON "account_export" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "account_export_requested" ON "account_export" USING btree ("requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_passkey_credential" ON "account_passkey" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "account_passkey_account" ON "account_passkey" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_session_selector" ON "account_session" USING btree ("selector_hash");--> statement-breakpoint
CREATE INDEX "account_session_account" ON "account_session" USING btree ("account_id") WHERE "account_session"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "account_session_expires" ON "account_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "catalogue_offer_service_type_index" ON "catalogue_offer" USING btree ("service_type");--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_code" ON "coupon" USING btree ("code_key");--> statement-breakpoint
CREATE INDEX "coupon_use_account" ON "coupon_use" USING btree ("coupon_id","account_id");--> statement-breakpoint
CREATE INDEX "desk_audit_operator" ON "desk_audit" USING btree ("operator_id","id");--> statement-breakpoint
CREATE INDEX "desk_audit_subject" ON "desk_audit" USING btree ("subject_kind","subject_id","id");--> statement-breakpoint
CREATE INDEX "desk_audit_taken" ON "desk_audit" USING btree ("at") WHERE "desk_audit"."act" in ('piece.take', 'piece.assign');--> statement-breakpoint
CREATE UNIQUE INDEX "operator_email" ON "operator" USING btree ("email_key") WHERE "operator"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "operator_invitation_operator" ON "operator_invitation" USING btree ("operator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_passkey_credential" ON "operator_passkey" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "operator_passkey_operator" ON "operator_passkey" USING btree ("operator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_session_token" ON "operator_session" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "operator_session_operator" ON "operator_session" USING btree ("operator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_version" ON "delivery" USING btree ("piece_id","version");--> statement-breakpoint
CREATE INDEX "delivery_order" ON "delivery" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "delivery_account" ON "delivery" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "delivery_at" ON "delivery" USING btree ("delivered_at");--> statement-breakpoint
CREATE INDEX "delivery_service" ON "delivery" USING btree ("service_type","delivered_at");--> statement-breakpoint
CREATE INDEX "delivery_file_piece" ON "delivery_file" USING btree ("piece_id");--> statement-breakpoint
CREATE INDEX "delivery_file_account" ON "delivery_file" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "delivery_file_coming" ON "delivery_file" USING btree ("upload_started_at") WHERE "delivery_file"."uploaded_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_revision_delivery" ON "delivery_revision" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "delivery_revision_piece" ON "delivery_revision" USING btree ("piece_id");--> statement-breakpoint
CREATE INDEX "delivery_revision_account" ON "delivery_revision" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "piece_message_piece" ON "piece_message" USING btree ("piece_id","id");--> statement-breakpoint
CREATE INDEX "piece_message_account" ON "piece_message" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "piece_note_piece" ON "piece_note" USING btree ("piece_id","id");--> statement-breakpoint
CREATE INDEX "piece_note_account" ON "piece_note" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "mail_outbox_unsent" ON "mail_outbox" USING btree ("created_at") WHERE "mail_outbox"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "mail_outbox_reference" ON "mail_outbox" USING btree ("reference") WHERE "mail_outbox"."reference" is not null;--> statement-breakpoint
CREATE INDEX "mail_outbox_sent" ON "mail_outbox" USING btree ("sent_at") WHERE "mail_outbox"."sent_at" is not null;--> statement-breakpoint
CREATE INDEX "brief_file_account" ON "brief_file" USING btree ("account_id","upload_started_at");--> statement-breakpoint
CREATE INDEX "brief_file_unclaimed" ON "brief_file" USING btree ("upload_started_at") WHERE "brief_file"."claimed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "order_piece_order" ON "order_piece" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "order_piece_due" ON "order_piece" USING btree ("due_at") WHERE "order_piece"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "order_piece_open" ON "order_piece" USING btree ("due_at") WHERE "order_piece"."may_begin_at" is not null and "order_piece"."state" in ('ready', 'inWork', 'revisionAsked');--> statement-breakpoint
CREATE INDEX "order_piece_changed" ON "order_piece" USING btree ("changed_at") WHERE "order_piece"."may_begin_at" is not null;--> statement-breakpoint
CREATE INDEX "order_piece_accept" ON "order_piece" USING btree ("accept_at") WHERE "order_piece"."accept_at" is not null;--> statement-breakpoint
CREATE INDEX "order_refund_order" ON "order_refund" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_refund_account" ON "order_refund" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_refund_cancel" ON "order_refund" USING btree ("order_id") WHERE "order_refund"."cancels_order";--> statement-breakpoint
CREATE INDEX "purchase_account" ON "purchase" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "purchase_open" ON "purchase" USING btree ("created_at") WHERE "purchase"."state" = 'open';--> statement-breakpoint
CREATE INDEX "purchase_paid" ON "purchase" USING btree ("paid_at") WHERE "purchase"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "purchase_unconfirmed" ON "purchase" USING btree ("paid_at") WHERE "purchase"."state" = 'paid' and "purchase"."confirmation_sent_at" is null;--> statement-breakpoint
CREATE INDEX "purchase_uninvoiced" ON "purchase" USING btree ("paid_at") WHERE "purchase"."state" = 'paid' and "purchase"."invoiced_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "shop_order_number" ON "shop_order" USING btree ("number");--> statement-breakpoint
CREATE INDEX "shop_order_account" ON "shop_order" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "shop_order_status" ON "shop_order" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "shop_order_service" ON "shop_order" USING btree ("service_type","id");--> statement-breakpoint
CREATE INDEX "shop_order_purchase" ON "shop_order" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "shop_order_delivered" ON "shop_order" USING btree ("delivered_at") WHERE "shop_order"."delivered_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "shop_order_month" ON "shop_order" USING btree ("subscription_id","period") WHERE "shop_order"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX "subscription_account" ON "subscription" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "subscription_due" ON "subscription" USING btree ("renews_at") WHERE "subscription"."state" in ('active', 'ending');--> statement-breakpoint
CREATE INDEX "withdrawal_account" ON "withdrawal" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_document_number" ON "billing_document" USING btree ("kind","year","serial");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_document_cause" ON "billing_document" USING btree ("kind","cause");--> statement-breakpoint
CREATE INDEX "billing_document_account" ON "billing_document" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "billing_document_subject" ON "billing_document" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "billing_document_refund_waiting" ON "billing_document_refund" USING btree ("transfer_id") WHERE "billing_document_refund"."document_id" is null;--> statement-breakpoint
CREATE INDEX "billing_document_refund_document" ON "billing_document_refund" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "idempotency_key_recorded" ON "idempotency_key" USING btree ("recorded_at");--> statement-breakpoint
CREATE INDEX "payment_subject" ON "payment" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "payment_poll" ON "payment" USING btree ("poll_at") WHERE "payment"."poll_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_open" ON "payment" USING btree ("subject_id") WHERE "payment"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payment_browser_recorded" ON "payment_browser" USING btree ("recorded_at");--> statement-breakpoint
CREATE INDEX "payment_browser_account" ON "payment_browser" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_charge_reference" ON "payment_charge" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "payment_charge_payment" ON "payment_charge" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_dispute_reference" ON "payment_dispute" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "payment_dispute_payment" ON "payment_dispute" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_refund_charge" ON "payment_refund" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "payment_refund_cause" ON "payment_refund" USING btree ("cause_id");--> statement-breakpoint
CREATE INDEX "payment_refund_requested" ON "payment_refund" USING btree ("requested_at") WHERE "payment_refund"."state" = 'asked';--> statement-breakpoint
CREATE INDEX "payment_refund_failed" ON "payment_refund" USING btree ("completed_at") WHERE "payment_refund"."state" = 'failed';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_webhook_once" ON "payment_webhook" USING btree ("provider","result","key","received_on");--> statement-breakpoint
CREATE INDEX "payment_webhook_payment" ON "payment_webhook" USING btree ("payment_id","id") WHERE "payment_webhook"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_webhook_refused" ON "payment_webhook" USING btree ("id") WHERE "payment_webhook"."result" in ('signature', 'old', 'unreadable', 'unknown');--> statement-breakpoint
CREATE INDEX "support_file_message" ON "support_file" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "support_file_waiting" ON "support_file" USING btree ("created_at") WHERE "support_file"."message_id" is null;--> statement-breakpoint
CREATE INDEX "support_key_ticket" ON "support_key" USING btree ("ticket_number");--> statement-breakpoint
CREATE INDEX "support_key_expires" ON "support_key" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "support_incoming_mail_created" ON "support_incoming_mail" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "support_message_ticket" ON "support_message" USING btree ("ticket_number");--> statement-breakpoint
CREATE INDEX "support_message_answer" ON "support_message" USING btree ("created_at") WHERE "support_message"."author" = 'desk';--> statement-breakpoint
CREATE INDEX "support_message_words" ON "support_message" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "support_ticket_created" ON "support_ticket" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "support_ticket_updated" ON "support_ticket" USING btree ("updated_at","number");--> statement-breakpoint
CREATE INDEX "support_ticket_live" ON "support_ticket" USING btree ("status","waits_since") WHERE "support_ticket"."status" <> 'closed';--> statement-breakpoint
CREATE INDEX "support_ticket_first" ON "support_ticket" USING btree ("created_at") WHERE "support_ticket"."status" = 'open' and "support_ticket"."first_answered_at" is null;--> statement-breakpoint
CREATE INDEX "support_ticket_assigned" ON "support_ticket" USING btree ("assigned_id","updated_at") WHERE "support_ticket"."assigned_id" is not null;--> statement-breakpoint
CREATE INDEX "support_ticket_account" ON "support_ticket" USING btree ("account_id","created_at") WHERE "support_ticket"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "support_ticket_order" ON "support_ticket" USING btree ("order_number") WHERE "support_ticket"."order_number" is not null;--> statement-breakpoint
CREATE INDEX "support_ticket_unowned" ON "support_ticket" USING btree ("email_key") WHERE "support_ticket"."account_id" is null;--> statement-breakpoint
CREATE INDEX "support_ticket_address" ON "support_ticket" USING btree ("email_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "deposit_unreceipted" ON "deposit" USING btree ("settled_at") WHERE "deposit"."state" = 'paid' and "deposit"."price" > 0 and "deposit"."receipted_at" is null;--> statement-breakpoint
CREATE INDEX "deposit_coupon" ON "deposit" USING btree ("settled_at") WHERE "deposit"."coupon_id" is not null;--> statement-breakpoint
CREATE INDEX "deposit_account" ON "deposit" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "deposit_open" ON "deposit" USING btree ("created_at") WHERE "deposit"."state" = 'open';--> statement-breakpoint
CREATE INDEX "deposit_refund_deposit" ON "deposit_refund" USING btree ("deposit_id");--> statement-breakpoint
CREATE INDEX "deposit_refund_account" ON "deposit_refund" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_refund_refund" ON "deposit_refund" USING btree ("refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transfer_once" ON "ledger_transfer" USING btree ("kind","subject_id");--> statement-breakpoint
CREATE INDEX "ledger_transfer_wallet" ON "ledger_transfer" USING btree ("account_id","currency","id") WHERE "ledger_transfer"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "ledger_transfer_back" ON "ledger_transfer" USING btree ("at") WHERE "ledger_transfer"."from_account" = 'sales';--> statement-breakpoint
CREATE INDEX "wallet_gift_account" ON "wallet_gift" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "bank_refund_charge" ON "sandbox"."bank_refund" USING btree ("charge");--> statement-breakpoint
CREATE INDEX "bank_webhook_due" ON "sandbox"."bank_webhook" USING btree ("due_at") WHERE "sandbox"."bank_webhook"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "bank_webhook_payment" ON "sandbox"."bank_webhook" USING btree ("payment_id");
--> statement-breakpoint

-- From here on by hand: what Drizzle does not know.

-- A purchase, an order, a wallet and a deposit refer to their account, whose row stays when the account is closed. A payment is for a purchase or a deposit that exists.
alter table purchase add constraint purchase_account foreign key (account_id) references account (id);
--> statement-breakpoint
alter table shop_order add constraint shop_order_account foreign key (account_id) references account (id);
--> statement-breakpoint
alter table wallet add constraint wallet_account foreign key (account_id) references account (id);
--> statement-breakpoint
alter table deposit add constraint deposit_account foreign key (account_id) references account (id);
--> statement-breakpoint
alter table payment
  add column subject_purchase_id uuid generated always as (case purpose when 'purchase' then subject_id end) stored,
  add column subject_deposit_id uuid generated always as (case purpose when 'deposit' then subject_id end) stored,
  add constraint payment_purchase foreign key (subject_purchase_id) references purchase (id),
  add constraint payment_deposit foreign key (subject_deposit_id) references deposit (id),
  add constraint payment_subject check (num_nonnulls(subject_purchase_id, subject_deposit_id) = 1);
--> statement-breakpoint

-- The times that count towards a rate limit, one row per limited subject; used by src/infra/limits/limits.ts. Unlogged: it writes nothing to the write-ahead log, and a
-- crash of PostgreSQL loses at most the counts of the last day.
create unlogged table rate_limit (
  key text primary key,
  hits timestamptz[] not null,
  expires_at timestamptz not null
);
--> statement-breakpoint
create index rate_limit_expires on rate_limit (expires_at);
--> statement-breakpoint

-- Challenges that an authenticator signs, of customers and operators; used by src/infra/identity/challenges.ts. Unlogged: a crash of PostgreSQL loses at most the
-- challenges of the last five minutes.
create unlogged table passkey_challenge (
  hash bytea primary key,
  purpose text not null,
  holder text not null,
  ends_at timestamptz not null
);
--> statement-breakpoint
create index passkey_challenge_ends on passkey_challenge (ends_at);
--> statement-breakpoint

-- A row that a job could not process, while it went on with the others: the number of attempts and the time of the next one. See src/infra/jobs/each-row.ts.
create table job_failure (
  task text not null,
  row_id text not null,
  id uuid not null default gen_random_uuid(),
  attempts integer not null,
  last_error text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  next_at timestamptz not null,
  primary key (task, row_id)
);
--> statement-breakpoint
create index job_failure_next on job_failure (next_at);
--> statement-breakpoint

-- The version of each module's functions.sql that was applied last. See src/infra/database/sql-functions.ts.
create table sql_function_file (
  name text primary key,
  hash text not null,
  applied_at timestamptz not null default now()
);
