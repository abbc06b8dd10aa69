CREATE TABLE "sandbox"."bank_charge" (
	"reference" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"what" text NOT NULL,
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
ALTER TABLE "sandbox"."bank_charge" ADD CONSTRAINT "bank_charge_payment_id_bank_payment_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox"."bank_payment"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."bank_refund" ADD CONSTRAINT "bank_refund_charge_bank_charge_reference_fk" FOREIGN KEY ("charge") REFERENCES "sandbox"."bank_charge"("reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."bank_webhook" ADD CONSTRAINT "bank_webhook_payment_id_bank_payment_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox"."bank_payment"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_refund_charge" ON "sandbox"."bank_refund" USING btree ("charge");--> statement-breakpoint
CREATE INDEX "bank_webhook_due" ON "sandbox"."bank_webhook" USING btree ("due_at") WHERE "sandbox"."bank_webhook"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "bank_webhook_payment" ON "sandbox"."bank_webhook" USING btree ("payment_id");