CREATE TABLE "account_act" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"call" text NOT NULL,
	"subject" text,
	"at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "account_invitation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"role" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"invited_by_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "account_member" (
	"account_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"role" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "account_member_account_id_person_id_pk" PRIMARY KEY("account_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "account_session" ADD COLUMN "acting_for" uuid;--> statement-breakpoint
ALTER TABLE "account_act" ADD CONSTRAINT "account_act_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_invitation" ADD CONSTRAINT "account_invitation_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_member" ADD CONSTRAINT "account_member_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_member" ADD CONSTRAINT "account_member_person_id_account_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_act_account" ON "account_act" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "account_act_subject" ON "account_act" USING btree ("subject");--> statement-breakpoint
CREATE UNIQUE INDEX "account_invitation_code" ON "account_invitation" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "account_invitation_open" ON "account_invitation" USING btree ("account_id","email_key") WHERE "account_invitation"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "account_member_person" ON "account_member" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_member_owner" ON "account_member" USING btree ("account_id") WHERE "account_member"."role" = 'owner';