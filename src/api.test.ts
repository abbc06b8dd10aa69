// The tables of calls are put together from the modules' own tables.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { api, apiV1 } from './api.ts';
import { deskApi } from './desk-api.ts';

const paths = globSync('modules/**/{calls,desk-calls}.ts', { cwd: import.meta.dirname });
const files: readonly Readonly<Record<string, object>>[] = await Promise.all(paths.map((path) => import(join(import.meta.dirname, path))));
const calls = files.flatMap((tables) => Object.values(tables).flatMap((table) => Object.keys(table)));

test("every call of a module is in the storefront's table, the desk's or that of API v1, and no call replaces another", () => {
  expect(calls.toSorted()).toEqual([...Object.keys(api), ...Object.keys(deskApi), ...Object.keys(apiV1)].toSorted());
});
