CREATE TABLE "move_file" (
	"run_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "move_file_run_id_name_pk" PRIMARY KEY("run_id","name")
);
--> statement-breakpoint
ALTER TABLE "move_file" ADD CONSTRAINT "move_file_run_id_move_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."move_run"("id") ON DELETE cascade ON UPDATE no action;