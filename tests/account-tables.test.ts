// The data export and the erasing of an account know every table with an account_id, as
// tests/support/migration-rules.ts says.
import { beforeAll } from 'vitest';
import { eraseDueAccounts } from '#modules/accounts/privacy/delete-account.ts';
import { makeExport } from '#modules/accounts/privacy/export-data.ts';
import { eventHandlers } from '../src/event-handlers.ts';
import { due } from './support/accounts.ts';
import { type AccountTable, accountTables } from './support/migration-rules.ts';
import { addExport, tablesOfAccounts } from './support/rows/accounts.ts';
import { describe, expect, shop as openShop, test } from './support/shop.ts';
import { recordStatements } from './support/test-context.ts';

const sent = { exported: [] as string[], erased: [] as string[] };
let tables: readonly string[] = [];

beforeAll(async () => {
  // Without jobs, so that only these two read and write.
  await using shop = await openShop({ jobs: false });
  const { email } = await due(shop);
  const request = await addExport(shop, email, shop.clock.now());
  sent.exported = await recordStatements(() => makeExport(shop.ctx, eventHandlers, request));
  sent.erased = await recordStatements(() => eraseDueAccounts(shop.ctx, eventHandlers, new AbortController().signal));
  tables = await tablesOfAccounts(shop);
});

const named = (table: string) => new RegExp(`(?:from|join) "?${table}"?(?![\\w])`, 'i');
const written = (table: string) => new RegExp(`(?:update|delete from) (?:only )?"?${table}"?(?![\\w])`, 'i');

test('every table of the database with an account_id is in the list', () => {
  expect(Object.keys(accountTables).toSorted()).toEqual(tables);
});

describe.each(Object.entries(accountTables))('%s', (table, { exported, erased }: AccountTable) => {
  test(exported === true ? 'is read by a data export' : `is not read by a data export: ${exported}`, () => {
    expect(sent.exported.some((statement) => named(table).test(statement))).toBe(exported === true);
  });

  test(erased === true ? 'is written when an account is erased' : `is not written when an account is erased: ${erased}`, () => {
    expect(sent.erased.some((statement) => written(table).test(statement))).toBe(erased === true);
  });
});
