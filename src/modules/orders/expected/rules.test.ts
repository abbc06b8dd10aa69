import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { at, HOUR, later, minutes, order, ordered, paidAt, piece } from '../../../../tests/support/pieces.ts';
import { estimateStandard } from '../read-clock.ts';
import { OrderStatus, pieceStates } from '../statuses.ts';
import { withdrawUntil } from '../withdrawal-period/rules.ts';
import {
  computeExpected,
  computeExpectedBeforePayment,
  computeExpectedOrder,
  type ExpectedReason,
  expectedReasons,
  type OrderClock,
  type PieceClock,
} from './rules.ts';

type Case = {
  readonly piece?: Partial<PieceClock>;
  readonly order?: Partial<OrderClock>;
  readonly bundle?: true;
  readonly now?: Date;
  readonly gives: readonly [Date | null, ExpectedReason | null];
};

const unpaid = { paidAt: null, status: OrderStatus.AwaitingPayment };
const unbegun = { mayBeginAt: null, dueAt: null };
const wait = { startNow: false, hasRight: true };
const waiting = { state: 'waiting', dueAt: null } as const;

const cases: Readonly<Record<string, Case>> = {
  'unpaid: 48 hours from the order': { order: unpaid, piece: unbegun, now: minutes(59, ordered), gives: [at(48, ordered), 'ordered'] },
  'unpaid for days: the date moves on in whole hours': {
    order: unpaid,
    piece: unbegun,
    now: at(75.5, ordered),
    gives: [at(75 + 48, ordered), 'ordered'],
  },
  'unpaid, buyer waits: 48 hours from the end of the withdrawal period': {
    order: { ...unpaid, start: wait },
    piece: unbegun,
    now: ordered,
    gives: [at(48, withdrawUntil(ordered)), 'mayBeginLater'],
  },
  'unpaid, start not chosen, right of withdrawal: 48 hours from the end of the withdrawal period': {
    order: { ...unpaid, start: { startNow: null, hasRight: true } },
    piece: unbegun,
    now: ordered,
    gives: [at(48, withdrawUntil(ordered)), 'mayBeginLater'],
  },
  'unpaid, buyer waits without right of withdrawal: 48 hours from the order': {
    order: { ...unpaid, start: { startNow: false, hasRight: false } },
    piece: unbegun,
    now: ordered,
    gives: [at(48, ordered), 'ordered'],
  },
  'unpaid, automatic: within a minute': {
    order: unpaid,
    piece: { ...unbegun, isInstant: true },
    now: ordered,
    gives: [minutes(1, ordered), 'instant'],
  },
  'paid: 48 hours from the payment': { gives: [at(48), 'paid'] },
  'in work: 48 hours from the payment': { piece: { state: 'inWork' }, now: at(20), gives: [at(48), 'paid'] },
  'paid, buyer waits: 48 hours from the end of the withdrawal period': {
    piece: { mayBeginAt: later, dueAt: at(48, later) },
    gives: [at(48, later), 'mayBeginLater'],
  },
  'withdrawal period is over: date and reason stay': {
    piece: { mayBeginAt: later, dueAt: at(48, later) },
    now: at(1, later),
    gives: [at(48, later), 'mayBeginLater'],
  },
  'automatic, just paid: within a minute': { piece: { isInstant: true }, now: minutes(0.2), gives: [minutes(1), 'instant'] },
  'automatic, buyer waits: a minute after the withdrawal period': {
    piece: { isInstant: true, mayBeginAt: later, dueAt: at(48, later) },
    gives: [minutes(1, later), 'mayBeginLater'],
  },
  'automatic, no result after ten minutes: 48 hours from the payment': {
    piece: { isInstant: true },
    now: minutes(10),
    gives: [at(48), 'paid'],
  },
  'automatic, program failed: 48 hours from the payment, by a person': {
    piece: { isInstant: true, hasMakerError: true },
    gives: [at(48), 'byHand'],
  },
  'brief is missing: 48 hours from now, in whole hours': { bundle: true, piece: waiting, now: at(5.9), gives: [at(5 + 48), 'paused'] },
  'brief is missing and buyer waits: 48 hours from the end of the withdrawal period': {
    bundle: true,
    piece: { ...waiting, mayBeginAt: later },
    now: at(5),
    gives: [at(48, later), 'mayBeginLater'],
  },
  'brief sent later: 48 hours from the brief': { bundle: true, piece: { dueAt: at(53) }, now: at(6), gives: [at(53), 'briefSent'] },
  'brief sent during the withdrawal period: 48 hours from its end': {
    bundle: true,
    piece: { mayBeginAt: later, dueAt: at(48, later) },
    now: at(6),
    gives: [at(48, later), 'mayBeginLater'],
  },
  'automatic piece of a bundle, brief just sent: within a minute of the brief': {
    bundle: true,
    piece: { isInstant: true, dueAt: at(53) },
    now: at(5),
    gives: [minutes(1, at(5)), 'instant'],
  },
  'question is open: the remaining time from now': {
    piece: { dueAt: null, waitsSince: at(10), leftSeconds: 38 * 3600 },
    now: at(12.5),
    gives: [at(12 + 38), 'paused'],
  },
  'question is answered: the remaining time from the answer': { piece: { dueAt: at(60) }, now: at(30), gives: [at(60), 'paused'] },
  'held for review: 48 hours from now, in whole hours': {
    piece: { dueAt: null, heldSince: paidAt },
    now: at(2.5),
    gives: [at(2 + 48), 'review'],
  },
  'held during the withdrawal period: 48 hours from its end': {
    piece: { dueAt: null, mayBeginAt: later, heldSince: paidAt },
    now: at(2),
    gives: [at(48, later), 'review'],
  },
  'date has passed: late, with the same date': { now: at(48), gives: [at(48), 'late'] },
  'revision is requested: 48 hours from the request': {
    piece: { state: 'revisionAsked', dueAt: at(100) },
    now: at(60),
    gives: [at(100), 'byHand'],
  },
  'payment is disputed: no date': { order: { isFrozen: true }, gives: [null, 'paused'] },
  'delivered: no date': { piece: { state: 'delivered', dueAt: null }, gives: [null, null] },
  'cancelled piece: no date': { piece: { state: 'cancelled', dueAt: null }, gives: [null, null] },
  'cancelled order: no date': { order: { ...unpaid, status: OrderStatus.Cancelled }, piece: unbegun, gives: [null, null] },
};

describe('expected date of a piece', () => {
  test.for(Object.entries(cases))('%s', ([, { piece: of, order: its, bundle = false, now = paidAt, gives }]) => {
    const { expectedAt, expectedBecause } = computeExpected(piece({ hasOwnBrief: bundle, ...of }), order(its), now);
    expect([expectedAt?.toISOString() ?? null, expectedBecause]).toEqual([gives[0]?.toISOString() ?? null, gives[1]]);
  });
});

const clocks = fc.record({
  isInstant: fc.boolean(),
  hasOwnBrief: fc.boolean(),
  state: fc.constantFrom(...pieceStates),
  begin: fc.integer({ min: 0, max: 400 }),
  due: fc.option(fc.integer({ min: 48, max: 900 })),
  waits: fc.option(fc.integer({ min: 0, max: 600 })),
  left: fc.option(fc.integer({ min: 0, max: 48 * 3600 })),
  held: fc.option(fc.integer({ min: 0, max: 600 })),
  hasMakerError: fc.boolean(),
});
const clockFrom = ({ begin, due, waits, left, held, ...rest }: typeof clocks extends fc.Arbitrary<infer T> ? T : never): PieceClock => ({
  ...piece(),
  ...rest,
  mayBeginAt: at(begin),
  leftSeconds: left,
  heldSince: held === null ? null : at(held),
  // The audit requires that a clock either waits or is due, and is never due before work may begin.
  ...(waits === null ? { dueAt: due === null ? null : at(begin + due), waitsSince: null } : { dueAt: null, waitsSince: at(waits) }),
});

/** Its date does not depend on an answer or a brief that has not come. */
const isRunning = (clock: PieceClock | undefined): boolean =>
  clock !== undefined && clock.dueAt !== null && clock.waitsSince === null && clock.state !== 'waiting';

describe('expected date of random pieces', () => {
  test('the reason is late if and only if the date has passed', () => {
    fc.assert(
      fc.property(clocks, fc.integer({ min: 0, max: 1_500 }), (of, hours) => {
        const now = at(hours);
        const { expectedAt, expectedBecause } = computeExpected(clockFrom(of), order(), now);
        if (!expectedAt) return;
        // An automatic report is late only after ten minutes, and a waiting date moves in steps of an hour.
        const slack = expectedBecause === 'instant' ? 10 / 60 : 1;
        if (expectedBecause === 'late') expect(expectedAt <= now).toBe(true);
        else expect(expectedAt.getTime()).toBeGreaterThan(now.getTime() - slack * HOUR);
      }),
    );
  });

  test('date and reason come together, and the date is never before work may begin', () => {
    fc.assert(
      fc.property(clocks, fc.integer({ min: 0, max: 1_500 }), (of, hours) => {
        const clock = clockFrom(of);
        const { expectedAt, expectedBecause } = computeExpected(clock, order(), at(hours));
        expect(expectedAt === null).toBe(expectedBecause === null);
        if (expectedAt && clock.mayBeginAt) expect(expectedAt >= clock.mayBeginAt).toBe(true);
      }),
    );
  });

  test('the date of an order is that of one of its pieces, and no piece that is in work is expected later', () => {
    fc.assert(
      fc.property(fc.array(clocks, { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 1_500 }), (all, hours) => {
        const [pieces, now] = [all.map(clockFrom), at(hours)];
        const each = pieces.map((one) => computeExpected(one, order(), now));
        const whole = computeExpectedOrder(pieces, order(), now);
        const dates = each.flatMap(({ expectedAt }) => (expectedAt ? [expectedAt.getTime()] : []));
        const running = each.flatMap(({ expectedAt, expectedBecause }, index) =>
          expectedAt && expectedBecause !== 'review' && (expectedBecause !== 'paused' || isRunning(pieces[index]))
            ? [expectedAt.getTime()]
            : [],
        );
        expect(whole.expectedAt?.getTime()).toBe(dates.length > 0 ? Math.max(...(running.length > 0 ? running : dates)) : undefined);
      }),
    );
  });

  test('the date before payment equals the date after an immediate payment', () => {
    const starts = fc.record({ startNow: fc.constantFrom(true, false, null), hasRight: fc.boolean() });
    fc.assert(
      fc.property(starts, fc.boolean(), fc.integer({ min: 0, max: 5_000 }), (start, isInstant, hours) => {
        const when = at(hours);
        const before = computeExpectedBeforePayment(when, start, { ...piece(), isInstant }, order().calendar);
        const { mayBeginAt, dueAt } = { mayBeginAt: begin(when, start, isInstant), dueAt: at(48, begin(when, start, isInstant)) };
        const paid = computeExpected(piece({ isInstant, mayBeginAt, dueAt }), order({ paidAt: when, start }), when);
        expect(paid.expectedAt).toEqual(before.expectedAt);
      }),
    );
  });
});

function begin(when: Date, { startNow, hasRight }: OrderClock['start'], isInstant: boolean): Date {
  const waits = hasRight && (isInstant ? startNow === false : startNow !== true);
  return waits ? withdrawUntil(when) : when;
}

test('estimate of an order without one of its own: 48 hours', () => expect(estimateStandard(paidAt)).toEqual(at(48)));

test('reasons: the words of the API', () => {
  expect(expectedReasons).toEqual(['ordered', 'paid', 'briefSent', 'mayBeginLater', 'review', 'paused', 'late', 'instant', 'byHand']);
});

test.each<[string, Partial<PieceClock>, Date, readonly [Date | null, ExpectedReason | null]]>([
  ['a request that waits for its turn in a plan', { mayBeginAt: null, dueAt: null }, at(1), [null, 'paused']],
  ['in review at the desk', { state: 'inReview' }, at(20), [at(48), 'paid']],
  ['an early pause of an hour and a moment', { waitsSince: paidAt, dueAt: null }, new Date(at(1).getTime() - 1), [at(48), 'paused']],
  ['a pause of an hour, with an hour left', { waitsSince: paidAt, dueAt: null, leftSeconds: 3_600 }, at(1), [at(2), 'paused']],
  ['a pause that begins later than now', { waitsSince: at(2), dueAt: null }, at(1), [at(2 + 48), 'paused']],
  ['a pause, with a date from before', { waitsSince: paidAt, dueAt: at(48) }, at(1), [at(49), 'paused']],
  ['without a brief, with a date from before', { state: 'waiting', dueAt: at(48) }, at(1), [at(49), 'paused']],
  ['without a date', { dueAt: null }, at(1), [at(49), 'paused']],
  ['a change is requested', { state: 'revisionAsked', dueAt: at(50) }, at(3), [at(50), 'byHand']],
  [
    'a change of a piece that a program made is requested',
    { state: 'revisionAsked', isInstant: true, dueAt: at(48) },
    at(0),
    [at(48), 'byHand'],
  ],
  ['period runs, with an hour left', { mayBeginAt: later, dueAt: null, leftSeconds: 3_600 }, at(1), [at(1, later), 'mayBeginLater']],
  ['period runs, with a date', { mayBeginAt: later, dueAt: at(50, later), leftSeconds: 3_600 }, at(1), [at(50, later), 'mayBeginLater']],
  ['period runs, without a date', { mayBeginAt: later, dueAt: null }, at(1), [at(48, later), 'mayBeginLater']],
  ['automatic in ten minutes less a moment', { isInstant: true }, new Date(minutes(10).getTime() - 1), [minutes(1), 'instant']],
])('%s: date and reason', (_, more, now, expected) => {
  const { expectedAt, expectedBecause } = computeExpected(piece(more), order(), now);
  expect([expectedAt, expectedBecause]).toEqual(expected);
});
