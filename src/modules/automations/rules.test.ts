import { describe, expect, test } from 'vitest';
import { isTooOld, meetsConditions } from './rules.ts';
import type { Condition } from './shapes.ts';
import { actionKinds, announcedEvents, eventRows, findEventRow, findNeed, listComparisons } from './shapes-events.ts';

const fields = { service: 1, price: 9_900, country: 'DE', isFirst: true, platform: null };
const tags = ['VIP', 'Bakery'];
const check = (...conditions: Condition[]) => meetsConditions(conditions, fields, tags);

describe('conditions', () => {
  test('none: every event meets them', () => expect(check()).toBe(true));

  test.each<[Condition, boolean]>([
    [{ field: 'service', is: 'is', value: '1' }, true],
    [{ field: 'service', is: 'isNot', value: '1' }, false],
    [{ field: 'price', is: 'atLeast', value: '9900' }, true],
    [{ field: 'price', is: 'atLeast', value: '9901' }, false],
    [{ field: 'price', is: 'atMost', value: '9899' }, false],
    [{ field: 'country', is: 'is', value: 'at, de' }, true],
    [{ field: 'country', is: 'isNot', value: 'AT, DE' }, false],
    [{ field: 'country', is: 'isNot', value: 'D' }, true],
    [{ field: 'isFirst', is: 'is', value: 'false' }, false],
    [{ field: 'platform', is: 'is', value: '0' }, false],
    [{ field: 'platform', is: 'isNot', value: '0' }, true],
    [{ field: 'quantity', is: 'atMost', value: '5' }, false],
    [{ field: 'tags', is: 'is', value: 'vip' }, true],
    [{ field: 'tags', is: 'is', value: 'trade, bakery' }, true],
    [{ field: 'tags', is: 'isNot', value: 'vip' }, false],
    [{ field: 'tags', is: 'isNot', value: 'trade' }, true],
  ])('%o: %s', (condition, expected) => expect(check(condition)).toBe(expected));

  test('several: all of them have to be met', () => {
    expect(check({ field: 'country', is: 'is', value: 'DE' }, { field: 'price', is: 'atMost', value: '1' })).toBe(false);
  });
});

test('a run that has waited for more than a day is too old', () => {
  const now = new Date('2026-11-30T12:00:00Z');
  expect(isTooOld(new Date('2026-11-29T12:00:00Z'), now)).toBe(false);
  expect(isTooOld(new Date('2026-11-29T11:59:59Z'), now)).toBe(true);
});

test('every event names fields that can be compared, and offers at least three actions', () => {
  for (const type of announcedEvents) {
    const { about, fields: names } = findEventRow(type);
    expect(names.every((name) => listComparisons(name).length > 0)).toBe(true);
    expect(actionKinds.filter((kind) => findNeed(kind, about)).length).toBeGreaterThan(2);
  }
  expect(Object.keys(eventRows)).toHaveLength(25);
});
