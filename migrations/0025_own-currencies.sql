CREATE TABLE "catalogue_currency" (
	"currency" smallint PRIMARY KEY NOT NULL,
	"position" smallint
);
--> statement-breakpoint
create trigger bump_catalogue_version after insert or update or delete or truncate on catalogue_currency for each statement execute function bump_catalogue_version();
--> statement-breakpoint
-- Until now every shop sold in four currencies. The next import gives a position to those that it goes on with; a balance in another one stays visible.
insert into catalogue_currency (currency) select currency from catalogue_price union select currency from desk_day_sale union select currency from wallet;
