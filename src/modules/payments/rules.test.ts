import { describe, expect, test } from 'vitest';
import { findNextRetry, getNextPoll, linkExpiry, paymentOutcomes, webhookAnswers } from './rules.ts';

const createdAt = new Date('2026-05-12T09:30:00Z');
const at = (minutes: number): Date => new Date(createdAt.getTime() + minutes * 60_000);
const countMinutes = (date: Date | undefined) => date && (date.getTime() - createdAt.getTime()) / 60_000;

test('payment link: open for a day, or for half an hour if it reserves something scarce', () => {
  expect([countMinutes(linkExpiry(createdAt, false)), countMinutes(linkExpiry(createdAt, true))]).toEqual([24 * 60, 30]);
});

describe('next poll', () => {
  const day = at(24 * 60);
  test.each([
    [0, 5],
    [4.9, 5],
    [5, 12],
    [12, 30],
    [30, 60],
    [60, 180],
    [180, 360],
    [360, 720],
    // Just after the link has expired, then every hour.
    [720, 24 * 60 + 1],
    [24 * 60, 25 * 60],
    [24 * 60 + 1, 25 * 60 + 1],
    [30 * 60, 31 * 60],
  ])('at minute %f of a link of a day: at minute %f', (now, next) => {
    expect(countMinutes(getNextPoll(createdAt, day, at(now)))).toBe(next);
  });

  test.each([
    [0, 5],
    [12, 30],
    // The link expires at minute 30.
    [30, 31],
    [31, 91],
    [45, 105],
    [29.9, 30],
  ])('at minute %f of a link of half an hour: at minute %f', (now, next) => {
    expect(countMinutes(getNextPoll(createdAt, at(30), at(now)))).toBe(next);
  });
});

test.each([
  [0, 1],
  [59, 60],
  [59.9, 60.9],
  [60, undefined],
])('poll that fails at minute %f: retried at minute %s', (now, next) => {
  const minutes = countMinutes(findNextRetry(createdAt, at(now)));
  if (next === undefined) expect(minutes).toBeUndefined();
  else expect(minutes).toBeCloseTo(next);
});

test('words of the API: outcomes and answers to webhooks', () => {
  expect([paymentOutcomes, webhookAnswers]).toEqual([
    ['declined', 'abandoned'],
    ['booked', 'known', 'noted', 'signature', 'old', 'unreadable', 'unknown'],
  ]);
});
