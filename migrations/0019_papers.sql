CREATE TABLE "invoice_details" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"company" text NOT NULL,
	"vat_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paper" (
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
	CONSTRAINT "paper_sums" CHECK ("paper"."net" + "paper"."vat" = "paper"."gross" and "paper"."net" >= 0 and "paper"."vat" >= 0)
);
--> statement-breakpoint
CREATE TABLE "paper_refund" (
	"transfer_id" bigint PRIMARY KEY NOT NULL,
	"paper_id" uuid
);
--> statement-breakpoint
CREATE TABLE "paper_series" (
	"kind" text NOT NULL,
	"year" smallint NOT NULL,
	"last" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "paper_series_kind_year_pk" PRIMARY KEY("kind","year")
);
--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "invoiced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deposit" ADD COLUMN "receipted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "paper_refund" ADD CONSTRAINT "paper_refund_paper_id_paper_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."paper"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "paper_number" ON "paper" USING btree ("kind","year","serial");--> statement-breakpoint
CREATE UNIQUE INDEX "paper_cause" ON "paper" USING btree ("kind","cause");--> statement-breakpoint
CREATE INDEX "paper_account" ON "paper" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "paper_subject" ON "paper" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "paper_refund_waiting" ON "paper_refund" USING btree ("transfer_id") WHERE "paper_refund"."paper_id" is null;--> statement-breakpoint
CREATE INDEX "paper_refund_paper" ON "paper_refund" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "purchase_uninvoiced" ON "purchase" USING btree ("paid_at") WHERE "purchase"."state" = 'paid' and "purchase"."invoiced_at" is null;--> statement-breakpoint
CREATE INDEX "deposit_unreceipted" ON "deposit" USING btree ("settled_at") WHERE "deposit"."state" = 'paid' and "deposit"."price" > 0 and "deposit"."receipted_at" is null;