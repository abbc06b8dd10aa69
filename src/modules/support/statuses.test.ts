import { expect, test } from 'vitest';
import { deskMoves, findStatusAfterMove, isUnproven, knownBys, type Move, ticketStatuses } from './statuses.ts';

test.each<[Move, readonly (string | undefined)[]]>([
  ['write', ['open', 'open', 'open']],
  ['answer', ['waiting', 'waiting', 'waiting']],
  ['wait', ['waiting', undefined, undefined]],
  ['reopen', [undefined, 'open', 'open']],
  ['close', ['closed', 'closed', undefined]],
])('%s: a ticket that is open, waiting or closed is then %j', (move, after) => {
  expect(ticketStatuses.map((status) => findStatusAfterMove(status, move))).toEqual(after);
});

test('moves of the desk: no ticket that is open is opened, and each ends in its status', () => {
  expect(deskMoves.map((move) => findStatusAfterMove('open', move))).toEqual(['waiting', undefined, 'closed']);
});

test('writers who could be someone else: by the form, and by a mail without proof', () => {
  expect(knownBys).toEqual(['loggedIn', 'form', 'mailedLink', 'mailProven', 'mailUnproven']);
  expect(knownBys.filter(isUnproven)).toEqual(['form', 'mailUnproven']);
  expect(isUnproven(null)).toBe(false);
});
