-- Days that were reckoned before knew nothing of the makers' load: all are reckoned anew, by the job, within the hour.
delete from desk_day;
--> statement-breakpoint
-- Deliveries that lie there say since when they were worked on in their passports; by when they were due, nobody knows any more.
update delivery set taken_at = (passport ->> 'takenAt')::timestamptz where taken_at is null and passport ->> 'takenAt' is not null;
