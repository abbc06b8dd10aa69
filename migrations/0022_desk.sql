CREATE TABLE "desk_audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "desk_audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"operator_id" uuid NOT NULL,
	"act" text NOT NULL,
	"about_kind" text NOT NULL,
	"about_id" text NOT NULL,
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
CREATE TABLE "desk_here" (
	"operator_id" uuid NOT NULL,
	"piece_id" uuid NOT NULL,
	"name" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "desk_here_operator_id_piece_id_pk" PRIMARY KEY("operator_id","piece_id")
);
--> statement-breakpoint
CREATE TABLE "desk_set_up" (
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
CREATE TABLE "operator_session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operator_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
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
	"begun_at" timestamp with time zone NOT NULL,
	"made_at" timestamp with time zone,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_revision" (
	"id" uuid PRIMARY KEY NOT NULL,
	"piece_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
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
CREATE TABLE "order_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"operator_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"ends" boolean NOT NULL,
	"kept" integer NOT NULL,
	"to_source" integer NOT NULL,
	"to_cash" integer NOT NULL,
	"to_promo" integer NOT NULL,
	"refund_id" uuid
);
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
CREATE TABLE "support_mail_in" (
	"hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL
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
ALTER TABLE "order_piece" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "may_begin_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "maker_id" text;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "maker_name" text;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "waits_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "left_seconds" integer;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "trouble" text;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "version" smallint;--> statement-breakpoint
ALTER TABLE "order_piece" ADD COLUMN "accept_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "support_message" ADD COLUMN "operator_id" uuid;--> statement-breakpoint
ALTER TABLE "support_message" ADD COLUMN "operator_name" text;--> statement-breakpoint
ALTER TABLE "support_message" ADD COLUMN "from_email" text;--> statement-breakpoint
ALTER TABLE "support_message" ADD COLUMN "words" "tsvector" DEFAULT ''::tsvector NOT NULL;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "status" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "waits_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "first_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "first_answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "assigned_id" uuid;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "assigned_name" text;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "support_ticket" ADD COLUMN "order_number" text;--> statement-breakpoint
ALTER TABLE "sandbox"."sandbox_mail" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "operator_invitation" ADD CONSTRAINT "operator_invitation_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_session" ADD CONSTRAINT "operator_session_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_revision" ADD CONSTRAINT "delivery_revision_delivery_id_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_refund" ADD CONSTRAINT "order_refund_order_id_shop_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shop_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_file" ADD CONSTRAINT "support_file_message_id_support_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."support_message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_key" ADD CONSTRAINT "support_key_ticket_number_support_ticket_number_fk" FOREIGN KEY ("ticket_number") REFERENCES "public"."support_ticket"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_audit_operator" ON "desk_audit" USING btree ("operator_id","id");--> statement-breakpoint
CREATE INDEX "desk_audit_about" ON "desk_audit" USING btree ("about_kind","about_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_email" ON "operator" USING btree ("email_key") WHERE "operator"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "operator_invitation_operator" ON "operator_invitation" USING btree ("operator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_session_token" ON "operator_session" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "operator_session_operator" ON "operator_session" USING btree ("operator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_version" ON "delivery" USING btree ("piece_id","version");--> statement-breakpoint
CREATE INDEX "delivery_order" ON "delivery" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "delivery_account" ON "delivery" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "delivery_at" ON "delivery" USING btree ("delivered_at");--> statement-breakpoint
CREATE INDEX "delivery_service" ON "delivery" USING btree ("service_type","delivered_at");--> statement-breakpoint
CREATE INDEX "delivery_file_piece" ON "delivery_file" USING btree ("piece_id");--> statement-breakpoint
CREATE INDEX "delivery_file_account" ON "delivery_file" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "delivery_file_coming" ON "delivery_file" USING btree ("begun_at") WHERE "delivery_file"."made_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_revision_delivery" ON "delivery_revision" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "delivery_revision_piece" ON "delivery_revision" USING btree ("piece_id");--> statement-breakpoint
CREATE INDEX "delivery_revision_account" ON "delivery_revision" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "piece_message_piece" ON "piece_message" USING btree ("piece_id","id");--> statement-breakpoint
CREATE INDEX "piece_message_account" ON "piece_message" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "piece_note_piece" ON "piece_note" USING btree ("piece_id","id");--> statement-breakpoint
CREATE INDEX "piece_note_account" ON "piece_note" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "order_refund_order" ON "order_refund" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_refund_account" ON "order_refund" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_refund_end" ON "order_refund" USING btree ("order_id") WHERE "order_refund"."ends";--> statement-breakpoint
CREATE INDEX "support_file_message" ON "support_file" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "support_file_waiting" ON "support_file" USING btree ("created_at") WHERE "support_file"."message_id" is null;--> statement-breakpoint
CREATE INDEX "support_key_ticket" ON "support_key" USING btree ("ticket_number");--> statement-breakpoint
CREATE INDEX "support_key_expires" ON "support_key" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "support_mail_in_created" ON "support_mail_in" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "wallet_gift_account" ON "wallet_gift" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "account_email_begins" ON "account" USING btree ("email_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "account_name_begins" ON "account" USING btree (lower("first_name" || ' ' || "last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "account_last_name_begins" ON "account" USING btree (lower("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "mail_outbox_reference" ON "mail_outbox" USING btree ("reference") WHERE "mail_outbox"."reference" is not null;--> statement-breakpoint
CREATE INDEX "order_piece_open" ON "order_piece" USING btree ("due_at") WHERE "order_piece"."may_begin_at" is not null and "order_piece"."state" in ('ready', 'inWork', 'revisionAsked');--> statement-breakpoint
CREATE INDEX "order_piece_changed" ON "order_piece" USING btree ("changed_at") WHERE "order_piece"."may_begin_at" is not null;--> statement-breakpoint
CREATE INDEX "order_piece_accept" ON "order_piece" USING btree ("accept_at") WHERE "order_piece"."accept_at" is not null;--> statement-breakpoint
CREATE INDEX "purchase_paid" ON "purchase" USING btree ("paid_at") WHERE "purchase"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "shop_order_status" ON "shop_order" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "shop_order_service" ON "shop_order" USING btree ("service_type","id");--> statement-breakpoint
CREATE INDEX "shop_order_delivered" ON "shop_order" USING btree ("delivered_at") WHERE "shop_order"."delivered_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_refund_failed" ON "payment_refund" USING btree ("done_at") WHERE "payment_refund"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "support_message_answer" ON "support_message" USING btree ("created_at") WHERE "support_message"."author" = 'desk';--> statement-breakpoint
CREATE INDEX "support_message_words" ON "support_message" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "support_ticket_updated" ON "support_ticket" USING btree ("updated_at","number");--> statement-breakpoint
CREATE INDEX "support_ticket_live" ON "support_ticket" USING btree ("status","waits_since") WHERE "support_ticket"."status" <> 'closed';--> statement-breakpoint
CREATE INDEX "support_ticket_assigned" ON "support_ticket" USING btree ("assigned_id","updated_at") WHERE "support_ticket"."assigned_id" is not null;--> statement-breakpoint
CREATE INDEX "support_ticket_order" ON "support_ticket" USING btree ("order_number") WHERE "support_ticket"."order_number" is not null;--> statement-breakpoint
CREATE INDEX "support_ticket_address" ON "support_ticket" USING btree ("email_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "deposit_coupon" ON "deposit" USING btree ("settled_at") WHERE "deposit"."coupon_id" is not null;--> statement-breakpoint
CREATE INDEX "ledger_transfer_back" ON "ledger_transfer" USING btree ("at") WHERE "ledger_transfer"."from_account" = 'sales';