CREATE TABLE "billing_total" (
	"account_id" uuid NOT NULL,
	"currency" smallint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "billing_total_account_id_currency_pk" PRIMARY KEY("account_id","currency")
);
--> statement-breakpoint
CREATE INDEX "billing_total_amount" ON "billing_total" USING btree ("currency","amount","account_id");--> statement-breakpoint

-- In the order of the key, so that two statements with the same customers do not wait for each other in a circle.
create function billing_total_adds_documents() returns trigger language plpgsql as $$
begin
  insert into billing_total (account_id, currency, amount)
  select account_id, currency, sum(case kind when 'credit' then -gross else gross end) from added
  where kind in ('invoice', 'credit') group by account_id, currency order by account_id, currency
  on conflict (account_id, currency) do update set amount = billing_total.amount + excluded.amount;
  return null;
end $$;
--> statement-breakpoint
create trigger billing_total_adds_documents after insert on billing_document referencing new table as added for each statement execute function billing_total_adds_documents();
--> statement-breakpoint
-- The trigger's lock lasts until the end: no document is counted twice or not at all.
insert into billing_total (account_id, currency, amount)
select account_id, currency, sum(case kind when 'credit' then -gross else gross end) from billing_document
where kind in ('invoice', 'credit') group by account_id, currency;
--> statement-breakpoint
-- The groups of three characters in a text, for an index that finds any part of it.
create function text_grams(whole text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(whole, place, 3)), '{}') from generate_series(1, length(whole) - 2) as place
$$;
