-- What was asked before: it waits since then, and its words are found.
update support_ticket set updated_at = created_at, waits_since = created_at, first_due_at = created_at + interval '24 hours';--> statement-breakpoint
update support_message set words = to_tsvector('simple', text);
