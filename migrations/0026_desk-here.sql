CREATE TABLE "desk_here" (
	"operator_id" uuid NOT NULL,
	"piece_id" uuid NOT NULL,
	"name" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "desk_here_operator_id_piece_id_pk" PRIMARY KEY("operator_id","piece_id")
);
