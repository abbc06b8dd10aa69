// Audit rules for work on pieces, manual or automatic.
import type { AuditRules } from './scope.ts';

export const workRules = {
  'what is paid for has a beginning, and nothing else has': `
    select piece.id, o.status, o.paid_at, piece.may_begin_at from order_piece as piece join shop_order as o on o.id = piece.order_id
    where touched(piece.id) and ((o.paid_at is null and piece.may_begin_at is not null) or (o.status in (2, 3, 4) and piece.state <> 'cancelled' and piece.may_begin_at is null
        and not exists (select from plan_request where order_id = o.id and begun_at is null))
      or piece.may_begin_at < o.paid_at)`,
  'a clock runs or waits, and what is over has none that waits': `
    select id, state, due_at, waits_since, left_seconds from order_piece
    where touched(id) and ((waits_since is not null and due_at is not null) or (waits_since is null) <> (left_seconds is null)
      or (waits_since is not null and state not in ('ready', 'inWork', 'revisionAsked')))`,
  'what is in work is in the hands of somebody, since some moment': `
    select id, state, maker_id, taken_at from order_piece
    where touched(id) and ((state = 'inWork' and maker_id is null) or (maker_id is null) <> (taken_at is null)
      or (maker_id is not null and state in ('waiting', 'ready')))`,
  'nobody has begun what may not be begun yet': `
    select piece.id, piece.taken_at, piece.may_begin_at from order_piece as piece where touched(piece.id) and piece.taken_at < piece.may_begin_at`,
  'a piece knows its newest delivery, and its versions have no gap': `
    select coalesce(piece.id, sent.piece_id) as id, piece.version, sent.newest, sent.count
    from (select id, version from order_piece where version is not null and touched(id)) as piece
    full join (select piece_id, max(version) as newest, count(*) as count from delivery where touched(piece_id) group by piece_id) as sent on sent.piece_id = piece.id
    where piece.version is distinct from sent.newest or sent.count <> sent.newest`,
  'what was delivered is delivered, accepted or wanted otherwise': `
    select piece.id, piece.state, piece.version, piece.accept_at, newest.accepted_at, asked.id as revision
    from order_piece as piece
    join delivery as newest on newest.piece_id = piece.id and newest.version = piece.version
    left join delivery_revision as asked on asked.delivery_id = newest.id
    where touched(piece.id) and piece.version is not null and case piece.state
      when 'delivered' then newest.accepted_at is not null or asked.id is not null
      when 'accepted' then newest.accepted_at is null or asked.id is not null or piece.accept_at is not null
      when 'revisionAsked' then newest.accepted_at is not null or asked.id is null or piece.accept_at is not null
      else piece.state <> 'cancelled' end`,
  'nothing but a delivery is accepted with time': `
    select id, state, accept_at from order_piece where touched(id) and accept_at is not null and state <> 'delivered'`,
  'only the newest delivery is accepted, and each revision is followed by a delivery or waits for one': `
    select sent.id, sent.piece_id, sent.version, sent.accepted_at from delivery as sent join order_piece as piece on piece.id = sent.piece_id
    where touched(sent.id) and sent.version < piece.version and (sent.accepted_at is not null or not exists (select from delivery_revision where delivery_id = sent.id))`,
  'a delivery is what its passport says': `
    select id, piece_id, version from delivery
    where touched(id) and (passport -> 'text' ->> 'sha256' is distinct from encode(sha256(convert_to(text, 'UTF8')), 'hex') or (passport ->> 'version')::int <> version
      or jsonb_array_length(passport -> 'files') <> (select count(*) from delivery_file where delivery_id = delivery.id and uploaded_at is not null))`,
  'a delivery belongs to its piece, its order and its customer': `
    select sent.id, sent.account_id, sent.order_id from delivery as sent
    left join order_piece as piece on piece.id = sent.piece_id left join shop_order as o on o.id = piece.order_id
    where touched(sent.id) and ((o.id, o.account_id) is distinct from (sent.order_id, sent.account_id) or o.paid_at is null)`,
  'an order that is delivered has nothing left to deliver': `
    select o.id, piece.id as piece, piece.state from shop_order as o join order_piece as piece on piece.order_id = o.id
    where touched(o.id) and o.status = 4 and piece.state in ('waiting', 'ready', 'inWork')`,
  'a mark is a passage of the text that it is about': `
    select asked.id, mark.value from delivery_revision as asked join delivery as sent on sent.id = asked.delivery_id
    cross join lateral jsonb_array_elements(asked.marks) as mark
    where touched(asked.id) and (position(mark.value ->> 'quote' in sent.text) = 0 or mark.value ->> 'quote' = '')`,
  'a pin is on a picture of the delivery that it is about': `
    select asked.id, pin.value from delivery_revision as asked cross join lateral jsonb_array_elements(asked.pins) as pin
    where touched(asked.id) and not ((pin.value ->> 'x')::float8 between 0 and 1 and (pin.value ->> 'y')::float8 between 0 and 1
      and exists (select from delivery_file where id::text = pin.value ->> 'fileId' and delivery_id = asked.delivery_id))`,
  'nobody whose access has ended has a piece or a ticket': `
    select order_piece.id, maker_id from order_piece join operator as gone on gone.id::text = maker_id
    where touched(order_piece.id) and gone.ended_at is not null and order_piece.state in ('inWork', 'revisionAsked', 'delivered')
    union all select ticket.order_id, assigned_id::text from support_ticket as ticket join operator as gone on gone.id = assigned_id
    where gone.ended_at is not null`,
} as const satisfies AuditRules;
