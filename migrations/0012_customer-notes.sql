CREATE TABLE "customer_note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"operator_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_note_text" CHECK (char_length("customer_note"."text") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "customer_tag" (
	"account_id" uuid NOT NULL,
	"tag_key" text NOT NULL,
	"tag" text NOT NULL,
	CONSTRAINT "customer_tag_account_id_tag_key_pk" PRIMARY KEY("account_id","tag_key"),
	CONSTRAINT "customer_tag_length" CHECK (char_length("customer_tag"."tag") between 1 and 30)
);
--> statement-breakpoint
CREATE INDEX "customer_note_account" ON "customer_note" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "customer_tag_key" ON "customer_tag" USING btree ("tag_key","account_id");