CREATE TABLE "payment_dispute" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"currency" smallint NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"kept_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "payment_dispute" ADD CONSTRAINT "payment_dispute_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_dispute_reference" ON "payment_dispute" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "payment_dispute_payment" ON "payment_dispute" USING btree ("payment_id");