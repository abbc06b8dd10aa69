import { expect, test } from 'vitest';
import { databaseFaults } from './check-database.ts';

const good = { version: '180004', fsync: 'on', commit: 'on', encoding: 'UTF8' };

test.each([
  [{}, true, []],
  [{ version: '150018' }, true, []],
  [{ version: '140022' }, false, [/15 or later.*is 14/]],
  [{ encoding: 'SQL_ASCII' }, false, [/UTF8.*SQL_ASCII/]],
  [{ fsync: 'off' }, false, []],
  [{ fsync: 'off' }, true, [/fsync is off/]],
  [{ commit: 'off' }, false, []],
  [{ commit: 'off' }, true, [/synchronous_commit is off/]],
  // A lagging standby loses nothing that this server acknowledged.
  [{ commit: 'local' }, true, []],
  [{ version: '130000', fsync: 'off', commit: 'off' }, true, [/15 or later/, /fsync/, /synchronous_commit/]],
])('database settings %j, in production %s: unsafe settings are reported', (settings, production, faults) => {
  const found = databaseFaults({ ...good, ...settings }, production);
  expect(found).toHaveLength(faults.length);
  faults.forEach((fault, index) => {
    expect(found[index]).toMatch(fault);
  });
});
