// Each audit rule about work finds a violation planted in a consistent shop.

import { expectAudited } from '../../../tests/support/money.ts';
import { openTransaction } from '../../../tests/support/rows/database.ts';
import { breakWork, type WorkBreach } from '../../../tests/support/rows/work.ts';
import { test as base, expect, type Shop, shop } from '../../../tests/support/shop.ts';
import { delivered, mira, orderedPiece, take } from '../../../tests/support/work.ts';
import { auditBooks } from '../../audit/audit.ts';
import { toWholeSql } from '../../audit/scope.ts';
import { workRules } from '../../audit/work.ts';

const options = { environment: { RATE_LIMITS: 'off' }, jobs: false };
const test = base.extend('shopOptions', { scope: 'file' }, options);

type Rule = keyof typeof workRules;
/** `plant` breaks the rule for a piece; `kind` is the state of that piece before. */
type Breach = { readonly rule: Rule; readonly plant: WorkBreach; readonly kind: 'new' | 'taken' | 'delivered' };

const breaches: readonly Breach[] = [
  {
    rule: 'what is paid for has a beginning, and nothing else has',
    kind: 'new',
    plant: 'paid piece that may not begin',
  },
  {
    rule: 'nobody whose access has ended has a piece or a ticket',
    kind: 'taken',
    plant: 'piece of a maker whose access has ended',
  },
  {
    rule: 'a clock runs or waits, and what is over has none that waits',
    kind: 'taken',
    plant: 'clock that runs and waits',
  },
  {
    rule: 'what is in work is in the hands of somebody, since some moment',
    kind: 'taken',
    plant: 'work without a maker',
  },
  {
    rule: 'nobody has begun what may not be begun yet',
    kind: 'taken',
    plant: 'work begun too early',
  },
  {
    rule: 'a piece knows its newest delivery, and its versions have no gap',
    kind: 'delivered',
    plant: 'version without a delivery',
  },
  {
    rule: 'what was delivered is delivered, accepted or wanted otherwise',
    kind: 'delivered',
    plant: 'accepted piece whose delivery is not',
  },
  { rule: 'nothing but a delivery is accepted with time', kind: 'taken', plant: 'acceptance time without a delivery' },
  {
    rule: 'only the newest delivery is accepted, and each revision is followed by a delivery or waits for one',
    kind: 'delivered',
    plant: 'second delivery without a revision',
  },
  { rule: 'a delivery is what its passport says', kind: 'delivered', plant: 'changed text of a delivery' },
  {
    rule: 'a delivery belongs to its piece, its order and its customer',
    kind: 'delivered',
    plant: 'delivery of another account',
  },
  {
    rule: 'an order that is delivered has nothing left to deliver',
    kind: 'taken',
    plant: 'delivered order with an undelivered piece',
  },
  {
    rule: 'a mark is a passage of the text that it is about',
    kind: 'delivered',
    plant: 'mark that quotes another text',
  },
  {
    rule: 'a pin is on a picture of the delivery that it is about',
    kind: 'delivered',
    plant: 'pin on a file that is not there',
  },
];

async function createPiece(shop: Shop, kind: Breach['kind']): Promise<string> {
  const { pieceId } = await orderedPiece(shop);
  if (kind === 'taken') await take(shop, mira, pieceId);
  if (kind === 'delivered') await delivered(shop, mira, pieceId);
  return pieceId;
}

test.for(breaches)('audit: a violation is found: $rule', async ({ rule, plant, kind }, { shop }) => {
  const pieceId = await createPiece(shop, kind);
  await expectAudited(shop);
  await using planting = await openTransaction(shop);
  await breakWork(planting, plant, pieceId);
  expect(await planting.sql(toWholeSql(workRules[rule]))).not.toEqual([]);
});

test('audit: every rule about work has a test and is part of the audit', async () => {
  // A shop of its own, because this violation stays.
  await using broken = await shop(options);
  expect(new Set(breaches.map(({ rule }) => rule))).toEqual(new Set(Object.keys(workRules)));
  const pieceId = await createPiece(broken, 'delivered');
  await breakWork(broken, 'changed text of a delivery', pieceId);
  expect((await auditBooks(broken.ctx.db.pool)).map(({ rule }) => rule)).toEqual(['a delivery is what its passport says']);
});
