drop index concurrently if exists staff_notice_unseen;--> statement-breakpoint
create index concurrently staff_notice_unseen on staff_notice (operator_id) where event = 'mentioned' and seen_at is null;
