-- What was asked before: it waits since then, unless nobody is there any more, and its words are found.
update support_ticket set updated_at = created_at, first_due_at = created_at + interval '24 hours',
  status = case when email = '' then 'closed' else 'open' end, waits_since = case when email <> '' then created_at end;--> statement-breakpoint
update support_message set words = to_tsvector('simple', text);
