import { describe, expect, test } from 'vitest';
import { at, later, order, paidAt, piece as toPiece } from '../../../../tests/support/pieces.ts';
import { computeExpectedOrder, type ExpectedReason, type PieceClock } from './rules.ts';

const piece = (more: Partial<PieceClock> = {}): PieceClock => toPiece({ hasOwnBrief: true, ...more });
const waiting = { state: 'waiting', dueAt: null } as const;

describe('expected date of a bundle', () => {
  const open = piece({ dueAt: at(53) });
  test.for<readonly [string, readonly PieceClock[], number, readonly [Date | null, ExpectedReason | null]]>([
    ['one brief is sent: the date of that piece', [piece(waiting), open, piece(waiting)], 6, [at(53), 'briefSent']],
    ['two briefs are sent: the date of the last piece', [open, piece({ dueAt: at(60) }), piece(waiting)], 14, [at(60), 'briefSent']],
    ['no brief is sent: 48 hours from now', [piece(waiting), piece(waiting)], 6, [at(54), 'paused']],
    [
      'an automatic piece may begin at once, the others after the withdrawal period: the date of the others',
      [piece({ ...waiting, isInstant: true }), piece({ ...waiting, mayBeginAt: later }), piece({ ...waiting, mayBeginAt: later })],
      1,
      [at(48, later), 'mayBeginLater'],
    ],
    [
      'a brief is in review, another is sent: the date of the piece that is not in review',
      [piece({ dueAt: null, heldSince: paidAt }), open],
      8,
      [at(53), 'briefSent'],
    ],
    [
      'a question is open, another clock runs: the date of the running clock',
      [piece({ dueAt: null, waitsSince: at(1), leftSeconds: 3_600 }), open],
      8,
      [at(53), 'briefSent'],
    ],
    [
      'the first piece is delivered: the date of the next piece',
      [piece({ state: 'accepted', dueAt: null }), open],
      30,
      [at(53), 'briefSent'],
    ],
    ['one piece is late: the date of the next piece', [open, piece({ dueAt: at(49) })], 50, [at(53), 'briefSent']],
    ['the last piece is late: the bundle is late', [open, piece({ dueAt: at(49) })], 54, [at(53), 'late']],
    ['all pieces are delivered: no date', [piece({ state: 'delivered', dueAt: null })], 50, [null, null]],
  ])('%s', ([, pieces, hours, [date, because]]) => {
    expect(computeExpectedOrder(pieces, order(), at(hours))).toEqual({ expectedAt: date, expectedBecause: because });
  });
});

test('of two pieces with the same date: the reason of the first', () => {
  const pieces = [piece({ state: 'revisionAsked' }), piece(), piece({ state: 'delivered' })];
  expect(computeExpectedOrder(pieces, order(), at(1))).toEqual({ expectedAt: at(48), expectedBecause: 'byHand' });
  expect(computeExpectedOrder(pieces.toReversed(), order(), at(1))).toEqual({ expectedAt: at(48), expectedBecause: 'paid' });
  expect(computeExpectedOrder(pieces, order({ isFrozen: true }), at(1))).toEqual({ expectedAt: null, expectedBecause: 'paused' });
});
