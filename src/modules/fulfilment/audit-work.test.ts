// Each audit rule about work finds a violation planted in a consistent shop.
import { expectAudited } from '../../../tests/support/money.ts';
import { test as base, expect, type Shop } from '../../../tests/support/shop.ts';
import { delivered, mira, orderedPiece, take } from '../../../tests/support/work.ts';
import { audit } from '../../audit/audit.ts';
import { workRules } from '../../audit/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' }, jobs: false });

type Rule = keyof typeof workRules;
/** `plant` is SQL that breaks the rule for piece $1; `kind` is the state of that piece. */
type Breach = { readonly rule: Rule; readonly plant: string; readonly kind: 'new' | 'taken' | 'delivered' };

const breaches: readonly Breach[] = [
  {
    rule: 'what is paid for has a beginning, and nothing else has',
    kind: 'new',
    plant: 'update order_piece set may_begin_at = null where id = $1',
  },
  {
    rule: 'nobody whose access has ended has a piece or a ticket',
    kind: 'taken',
    plant: `with gone as (insert into operator (id, email, email_key, name, role, created_at, ended_at)
      values (gen_random_uuid(), 'gone@desk.example', 'gone@desk.example', 'Gone', 'maker', now(), now()) returning id)
      update order_piece set maker_id = (select id::text from gone) where id = $1`,
  },
  {
    rule: 'a clock runs or waits, and what is over has none that waits',
    kind: 'taken',
    plant: 'update order_piece set waits_since = now(), left_seconds = 5 where id = $1',
  },
  {
    rule: 'what is in work is in the hands of somebody, since some moment',
    kind: 'taken',
    plant: 'update order_piece set maker_id = null, taken_at = null where id = $1',
  },
  {
    rule: 'nobody has begun what may not be begun yet',
    kind: 'taken',
    plant: `update order_piece set may_begin_at = taken_at + interval '1 day' where id = $1`,
  },
  {
    rule: 'a piece knows its newest delivery, and its versions have no gap',
    kind: 'delivered',
    plant: 'update order_piece set version = 2 where id = $1',
  },
  {
    rule: 'what was delivered is delivered, accepted or wanted otherwise',
    kind: 'delivered',
    plant: `update order_piece set state = 'accepted', accept_at = null where id = $1`,
  },
  { rule: 'nothing but a delivery is accepted with time', kind: 'taken', plant: 'update order_piece set accept_at = now() where id = $1' },
  {
    rule: 'only the newest delivery is accepted, and each revision is followed by a delivery or waits for one',
    kind: 'delivered',
    plant: `with more as (insert into delivery select gen_random_uuid(), piece_id, order_id, account_id, service_type, 2::smallint, text, report,
        jsonb_set(passport, '{version}', '2'), delivered_at, by_id, by_name, null, null, null from delivery where piece_id = $1)
      update order_piece set version = 2 where id = $1`,
  },
  { rule: 'a delivery is what its passport says', kind: 'delivered', plant: `update delivery set text = text || '!' where piece_id = $1` },
  {
    rule: 'a delivery belongs to its piece, its order and its customer',
    kind: 'delivered',
    plant: 'update delivery set account_id = gen_random_uuid() where piece_id = $1',
  },
  {
    rule: 'an order that is delivered has nothing left to deliver',
    kind: 'taken',
    plant: 'update shop_order set status = 4 where id = (select order_id from order_piece where id = $1)',
  },
  {
    rule: 'a mark is a passage of the text that it is about',
    kind: 'delivered',
    plant: `with asked as (insert into delivery_revision select gen_random_uuid(), piece_id, account_id, id, now(), '', '[{"from": 0, "to": 1, "quote": "never said", "note": ""}]' from delivery where piece_id = $1)
      update order_piece set state = 'revisionAsked', accept_at = null, due_at = now() where id = $1`,
  },
];

async function pieceOf(shop: Shop, kind: Breach['kind']): Promise<string> {
  const { pieceId } = await orderedPiece(shop);
  if (kind === 'taken') await take(shop, mira, pieceId);
  if (kind === 'delivered') await delivered(shop, mira, pieceId);
  return pieceId;
}

test.for(breaches)('audit: a violation is found: $rule', async ({ rule, plant, kind }, { shop }) => {
  const pieceId = await pieceOf(shop, kind);
  await expectAudited(shop);
  const client = await shop.ctx.db.pool.connect();
  try {
    await client.query('begin');
    await client.query(plant, [pieceId]);
    const { rows } = await client.query(workRules[rule]);
    expect(rows).not.toEqual([]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('audit: every rule about work has a test and is part of the audit', async ({ shop }) => {
  expect(new Set(breaches.map(({ rule }) => rule))).toEqual(new Set(Object.keys(workRules)));
  const pieceId = await pieceOf(shop, 'delivered');
  await shop.sql(`update delivery set text = text || '!' where piece_id = $1`, [pieceId]);
  expect((await audit(shop.ctx.db.pool)).map(({ rule }) => rule)).toEqual(['a delivery is what its passport says']);
});
