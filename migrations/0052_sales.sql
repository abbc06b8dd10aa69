CREATE TABLE "open_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"uses" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "balance_agreement" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"text" text NOT NULL,
	"operator_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"booked_on" date NOT NULL,
	"amount" bigint NOT NULL,
	"currency" smallint NOT NULL,
	"reference" text NOT NULL,
	"payer" text NOT NULL,
	"iban" text NOT NULL,
	"unmatched" text,
	"settlement_id" uuid,
	"operator_id" uuid NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claim" (
	"purchase_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"amount" integer NOT NULL,
	"settled" integer DEFAULT 0 NOT NULL,
	"credited" integer DEFAULT 0 NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"due_on" date NOT NULL,
	CONSTRAINT "claim_not_below_zero" CHECK ("claim"."amount" > 0 and "claim"."settled" >= 0 and "claim"."credited" >= 0 and "claim"."settled" + "claim"."credited" <= "claim"."amount")
);
--> statement-breakpoint
CREATE TABLE "payout" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"amount" integer NOT NULL,
	"operator_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_amount" CHECK ("payout"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "settlement" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"paid_by" text NOT NULL,
	"amount" integer NOT NULL,
	"overpaid" integer NOT NULL,
	"operator_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "settlement_amount" CHECK ("settlement"."amount" > 0 and "settlement"."overpaid" >= 0)
);
--> statement-breakpoint
ALTER TABLE "order_refund" ADD COLUMN "to_claim" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "by_hand" jsonb;--> statement-breakpoint
ALTER TABLE "shop_order" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "shop_order" ADD COLUMN "tax_category" text;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD COLUMN "to_claim" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_entry" ADD CONSTRAINT "bank_entry_settlement_id_settlement_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlement"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement" ADD CONSTRAINT "settlement_purchase_id_claim_purchase_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."claim"("purchase_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "open_link_subject" ON "open_link" USING btree ("purpose","subject_id");--> statement-breakpoint
CREATE INDEX "open_link_account" ON "open_link" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "balance_agreement_account" ON "balance_agreement" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_entry_key" ON "bank_entry" USING btree ("key");--> statement-breakpoint
CREATE INDEX "bank_entry_unmatched" ON "bank_entry" USING btree ("imported_at") WHERE "bank_entry"."settlement_id" is null and "bank_entry"."unmatched" <> 'debit';--> statement-breakpoint
CREATE INDEX "bank_entry_settlement" ON "bank_entry" USING btree ("settlement_id") WHERE "bank_entry"."settlement_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "claim_reference" ON "claim" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "claim_account" ON "claim" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "claim_open" ON "claim" USING btree ("due_on") WHERE "claim"."settled" + "claim"."credited" < "claim"."amount";--> statement-breakpoint
CREATE INDEX "payout_account" ON "payout" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "settlement_purchase" ON "settlement" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "settlement_account" ON "settlement" USING btree ("account_id");