CREATE TABLE "claim_reminder" (
	"purchase_id" uuid NOT NULL,
	"level" smallint NOT NULL,
	"account_id" uuid NOT NULL,
	"open" integer NOT NULL,
	"sent_on" date NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "claim_reminder_purchase_id_level_pk" PRIMARY KEY("purchase_id","level")
);
--> statement-breakpoint
CREATE INDEX "claim_reminder_account" ON "claim_reminder" USING btree ("account_id");