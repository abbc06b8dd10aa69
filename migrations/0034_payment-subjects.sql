-- Names of their own: beside an order, a plain purchase_id meant two columns.
alter table payment rename column purchase_id to subject_purchase_id;--> statement-breakpoint
alter table payment rename column deposit_id to subject_deposit_id;
