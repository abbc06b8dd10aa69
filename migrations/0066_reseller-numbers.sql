CREATE TABLE "reseller_order" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reseller_order_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key_id" uuid NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"order_id" uuid
);
--> statement-breakpoint
CREATE TABLE "reseller_service" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reseller_service_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"offer_id" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "reseller_order_request" ON "reseller_order" USING btree ("key_id","request_hash","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reseller_order_order" ON "reseller_order" USING btree ("order_id") WHERE "reseller_order"."order_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reseller_service_offer" ON "reseller_service" USING btree ("offer_id");