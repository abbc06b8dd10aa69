CREATE TABLE "order_team_action" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"piece_id" uuid NOT NULL,
	"action" text NOT NULL,
	"reason" text NOT NULL,
	"operator_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_team_action" ADD CONSTRAINT "order_team_action_order_id_shop_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shop_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_team_action_order" ON "order_team_action" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_team_action_account" ON "order_team_action" USING btree ("account_id");