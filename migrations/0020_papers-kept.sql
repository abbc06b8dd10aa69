-- What was issued is never changed, and nothing that leaves the sales goes without a paper of its own.

create function paper_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a paper is never changed: issue another one';
end $$;
--> statement-breakpoint
create trigger paper_stays before update or delete or truncate on paper for each statement execute function paper_stays();
--> statement-breakpoint

-- Whoever books it, and whatever it is called: the transfer itself says where the money comes from. Only money that goes back pays for this line.
create function refund_waits() returns trigger language plpgsql as $$
begin
  insert into paper_refund (transfer_id) values (new.id);
  return null;
end $$;
--> statement-breakpoint
create trigger refund_waits after insert on ledger_transfer for each row when (new.from_account = 'sales') execute function refund_waits();
--> statement-breakpoint
insert into paper_refund (transfer_id) select id from ledger_transfer where from_account = 'sales' order by id;
