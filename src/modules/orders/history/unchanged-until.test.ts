import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectedOrder } from '../expected/rules.ts';
import { OrderStatus, type PieceState } from '../statuses.ts';
import { clockOf, type ListedOrder } from './queries.ts';
import { unchangedUntil } from './unchanged-until.ts';

const NOW = Date.parse('2026-03-10T12:34:56.789Z');
const HOUR_MS = 3_600_000;
const states: readonly PieceState[] = ['waiting', 'ready', 'inWork', 'inReview', 'revisionAsked'];

const hoursAround = (hour: number, span: number) => fc.integer({ min: NOW + (hour - span) * HOUR_MS, max: NOW + (hour + span) * HOUR_MS });
/** Near the present, near the date of a piece that begins now, and anywhere. */
const moment = fc.oneof(hoursAround(0, 2), hoursAround(48, 1), hoursAround(0, 100));
const perhaps = fc.option(moment, { freq: 2 });
const piece = fc.tuple(
  fc.boolean(),
  fc.constantFrom(...states),
  perhaps,
  perhaps,
  perhaps,
  fc.option(fc.nat(200_000)),
  perhaps,
  fc.boolean(),
);

function orderOf(createdAt: number, isPaid: boolean, pieces: NonNullable<ListedOrder['open_pieces']>) {
  const created_at = new Date(createdAt);
  const row = {
    created_at,
    may_begin_at: null,
    link_expires_at: null,
    silent_since: null,
    open_pieces: isPaid ? pieces : null,
  } as unknown as ListedOrder;
  const status = isPaid ? OrderStatus.InProgress : OrderStatus.New;
  const order = {
    status,
    createdAt: created_at,
    paidAt: isPaid ? created_at : null,
    isFrozen: false,
    start: { startNow: true, hasRight: true },
  };
  const expectedAt = (now: number) => expectedOrder(pieces.map(clockOf), order, pieces.length > 1, new Date(now));
  return { row, expectedAt };
}

describe('a list of orders stays as it is', () => {
  test('random orders: nothing expected changes before the moment that is named, and it comes within the hour', () => {
    fc.assert(
      fc.property(
        moment,
        fc.boolean(),
        fc.array(piece, { minLength: 1, maxLength: 3 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (createdAt, isPaid, pieces, part) => {
          const { row, expectedAt } = orderOf(Math.min(createdAt, NOW), isPaid, pieces);
          const until = unchangedUntil([row], new Date(NOW)).getTime();
          expect(until).toBeGreaterThan(NOW);
          expect(until).toBeLessThanOrEqual(NOW + HOUR_MS);
          for (const now of [NOW + Math.floor((until - 1 - NOW) * part), until - 1]) expect(expectedAt(now)).toEqual(expectedAt(NOW));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test('a link that expires, a date that begins and another moment: until the first of them', () => {
    const at = (minutes: number) => new Date(NOW + minutes * 60_000);
    const row = (more: object) =>
      ({
        created_at: at(0),
        may_begin_at: null,
        link_expires_at: null,
        silent_since: null,
        open_pieces: null,
        ...more,
      }) as unknown as ListedOrder;
    expect(unchangedUntil([], at(0))).toEqual(at(60));
    expect(unchangedUntil([row({ link_expires_at: at(7) })], at(0))).toEqual(at(7));
    // A provider that has been silent for a quarter of an hour is unreachable.
    expect(unchangedUntil([row({ silent_since: at(-6) })], at(0))).toEqual(at(9));
    expect(unchangedUntil([row({}), row({ may_begin_at: at(5) })], at(0))).toEqual(at(5));
    expect(unchangedUntil([row({})], at(0), [null, at(3)])).toEqual(at(3));
  });

  test('an instant piece of three minutes ago: until the usual date applies', () => {
    const startedAt = NOW - 3 * 60_000;
    const { row, expectedAt } = orderOf(startedAt, true, [[true, 'ready', startedAt, startedAt + 48 * HOUR_MS, null, null, null, false]]);
    const until = unchangedUntil([row], new Date(NOW));
    expect(until).toEqual(new Date(startedAt + 10 * 60_000));
    expect([expectedAt(NOW), expectedAt(until.getTime())].map(({ expectedBecause }) => expectedBecause)).toEqual(['instant', 'paid']);
  });
});
