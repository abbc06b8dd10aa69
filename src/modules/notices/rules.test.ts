import { describe, expect, test } from 'vitest';
import { composeNoticeText, formatLineTitle, getEmailGapStart, isEmailedTo, isQuiet, toQuietColumns, toQuietHours } from './rules.ts';
import { isEmailed, listEventsFor, staffEventNames } from './shapes-events.ts';

describe('quiet hours', () => {
  const night = { from: '22:00', until: '07:00' };
  const noon = { from: '12:00', until: '13:30' };
  test.each([
    { hours: night, timeZone: 'UTC', now: '2026-05-12T21:59:59Z', isIn: false },
    { hours: night, timeZone: 'UTC', now: '2026-05-12T22:00:00Z', isIn: true },
    { hours: night, timeZone: 'UTC', now: '2026-05-12T00:00:00Z', isIn: true },
    { hours: night, timeZone: 'UTC', now: '2026-05-12T06:59:59Z', isIn: true },
    { hours: night, timeZone: 'UTC', now: '2026-05-12T07:00:00Z', isIn: false },
    { hours: noon, timeZone: 'UTC', now: '2026-05-12T11:59:59Z', isIn: false },
    { hours: noon, timeZone: 'UTC', now: '2026-05-12T12:00:00Z', isIn: true },
    { hours: noon, timeZone: 'UTC', now: '2026-05-12T13:29:00Z', isIn: true },
    { hours: noon, timeZone: 'UTC', now: '2026-05-12T13:30:00Z', isIn: false },
    { hours: night, timeZone: 'Asia/Kathmandu', now: '2026-05-12T16:15:00Z', isIn: true },
    // The clocks of Oslo go forward at 01:00 UTC, from 02:00 to 03:00, so its night ends at 05:00 UTC instead
    // of 06:00.
    { hours: night, timeZone: 'Europe/Oslo', now: '2026-03-28T05:30:00Z', isIn: true },
    { hours: night, timeZone: 'Europe/Oslo', now: '2026-03-29T05:30:00Z', isIn: false },
  ])('$now is in $hours.from–$hours.until of $timeZone: $isIn', ({ hours, timeZone, now, isIn }) => {
    expect(isQuiet({ ...hours, timeZone }, new Date(now))).toBe(isIn);
  });
  test('without hours, no time is quiet', () => expect(isQuiet(null, new Date())).toBe(false));

  test('stored and read again: all three columns, or none', () => {
    const columns = { quietFrom: '22:00', quietUntil: '07:00', timeZone: 'Europe/Oslo' };
    expect(toQuietHours(columns)).toEqual({ ...night, timeZone: 'Europe/Oslo' });
    expect(toQuietColumns(toQuietHours(columns))).toEqual(columns);
    for (const name of Object.keys(columns)) expect(toQuietHours({ ...columns, [name]: null })).toBeNull();
    expect(toQuietColumns(null)).toEqual({ quietFrom: null, quietUntil: null, timeZone: null });
  });

  test('next email: five minutes after the last one', () => {
    expect(getEmailGapStart(new Date('2026-05-12T10:00:00Z'))).toEqual(new Date('2026-05-12T09:55:00Z'));
  });
});

describe('recipients', () => {
  const piece = { event: 'pieceOverdue', makerId: 'mira', operatorId: null } as const;
  test.each([
    ['maker of the piece', { id: 'mira', role: 'maker' as const }, piece, true],
    ['other maker', { id: 'noor', role: 'maker' as const }, piece, false],
    ['maker, of an unassigned piece', { id: 'mira', role: 'maker' as const }, { ...piece, makerId: null }, false],
    ['manager', { id: 'max', role: 'manager' as const }, piece, true],
    [
      'manager, of work assigned to someone else',
      { id: 'max', role: 'manager' as const },
      { ...piece, event: 'workAssigned', operatorId: 'mira' } as const,
      false,
    ],
    ['maker, of an order', { id: 'mira', role: 'maker' as const }, { ...piece, event: 'orderPaid' } as const, false],
  ])('%s', (_, who, notice, isTold) => {
    const choices = Object.fromEntries(staffEventNames.map((event) => [event, true]));
    expect(isEmailedTo({ ...who, ownRole: null, choices }, notice)).toBe(isTold);
  });

  test('defaults: a role is emailed by default about nothing that it may not see', () => {
    for (const role of ['owner', 'manager', 'maker', 'support'] as const)
      for (const event of staffEventNames) if (isEmailed(role, {}, event)) expect(listEventsFor(role)).toContain(event);
  });
});

test('message: what needs an answer first, 20 events, and a count of each kind', () => {
  const line = (event: 'orderPaid' | 'pieceOverdue') => ({ event, title: `about ${event}`, details: [], amount: '', link: '' });
  const { summary, lines, more } = composeNoticeText([...Array.from({ length: 22 }, () => line('orderPaid')), line('pieceOverdue')]);
  expect([summary, lines[0]?.event, lines.length, more]).toEqual(['1 overdue piece, 22 new orders', 'pieceOverdue', 20, 3]);
  expect(composeNoticeText([line('orderPaid')])).toMatchObject({ summary: 'about orderPaid', more: 0 });
  expect(['orderPaid', 'pieceOverdue', 'workAssigned'].map((event) => formatLineTitle(event as 'orderPaid', 'F-1'))).toEqual([
    'New order: F-1',
    'Overdue: F-1',
    'Assigned to you: F-1',
  ]);
});
