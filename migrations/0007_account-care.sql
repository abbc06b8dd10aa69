CREATE TABLE "account_email_change" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"old_confirmed_at" timestamp with time zone,
	"new_confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "account_export" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"made_at" timestamp with time zone,
	"code_hash" "bytea",
	"content" "bytea"
);
--> statement-breakpoint
CREATE TABLE "account_spare_code" (
	"account_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "account_spare_code_account_id_code_hash_pk" PRIMARY KEY("account_id","code_hash")
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "totp_secret" "bytea";--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "totp_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "totp_step" integer;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "erase_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account_email_change" ADD CONSTRAINT "account_email_change_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_export" ADD CONSTRAINT "account_export_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_spare_code" ADD CONSTRAINT "account_spare_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_email_change_asked" ON "account_email_change" USING btree ("asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_export_code" ON "account_export" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "account_export_account" ON "account_export" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "account_export_asked" ON "account_export" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "account_erase" ON "account" USING btree ("erase_at") WHERE "account"."erase_at" is not null;