-- PostgreSQL compresses the values of a row only if the row is longer than 2,032 bytes. A document has about 1,400, so a text that compresses to 30 bytes makes
-- it longer: then the content is compressed, too. `main` keeps all values in the row. Nothing reads or writes this column, so it is not in tables.ts.
alter table billing_document set (toast_tuple_target = 128), alter column kind set storage main, alter column cause set storage main,
  alter column content set storage main, add column padding text default repeat(' ', 1200), alter column padding set storage main;
--> statement-breakpoint
-- Each order is updated two or three times in these tables. By default, a fifth of a table may be dead rows before it is vacuumed.
alter table purchase set (autovacuum_vacuum_scale_factor = 0.05);
--> statement-breakpoint
alter table shop_order set (autovacuum_vacuum_scale_factor = 0.05);
--> statement-breakpoint
alter table order_piece set (autovacuum_vacuum_scale_factor = 0.05);
--> statement-breakpoint
alter table delivery set (autovacuum_vacuum_scale_factor = 0.05);
