// The repository follows the rules of support/architecture/layers.ts, and each rule finds planted violations,
// because a broken rule looks like one that is followed.
import { describe, expect, test } from 'vitest';
import { root } from '#platform/paths.ts';
import { readCode, readRepository } from './support/architecture/code.ts';
import { findCircleErrors, findLayerErrors, findPurityErrors, findSqlErrors, findTableErrors } from './support/architecture/layers.ts';

const code = readRepository(root);
const rules = {
  layers: findLayerErrors,
  circles: findCircleErrors,
  SQL: findSqlErrors,
  'pure files': findPurityErrors,
  'tables of modules': findTableErrors,
};

test('the repository has modules and imports to check', () => {
  expect(code.modules.flatMap(({ imports }) => imports).length).toBeGreaterThan(1_000);
});

test.each(Object.entries(rules))('the repository follows the rule: %s', (_, rule) => expect(rule(code)).toEqual([]));

type Planted = readonly [path: string, source: string, error?: RegExp];

/** Each is allowed, or reported. */
const planted: Readonly<Partial<Record<keyof typeof rules, readonly Planted[]>>> = {
  layers: [
    ['src/lib/a.ts', "import '../platform/b.ts';", /lib may import lib, not platform/],
    ['src/platform/a.ts', "import '../api.ts';"],
    ['src/platform/a.ts', "import '../modules/mail/actions.ts';", /platform .* not module/],
    ['src/platform/a.ts', "import type { Post } from '../modules/mail/shapes.ts';", /not module/],
    ['src/platform/a.ts', "let a: import('../modules/mail/shapes.ts').Post;", /not module/],
    ['src/platform/a.ts', "void import('../modules/mail/shapes.ts');", /not module/],
    ['src/platform/a.ts', "export { b } from '../modules/mail/shapes.ts';", /not module/],
    ['src/platform/a.ts', "import '#site/theme.ts';", /not site/],
    ['src/modules/mail/actions.ts', "import '#site/theme.ts';", /not site/],
    ['src/site/a.ts', "import '#modules/mail/rules.ts'; import '../pages.ts';"],
    ['src/site/a.ts', "import '#modules/mail/queries.ts';", /imported through actions/],
    ['src/modules/orders/actions.ts', "import '../wallet/actions.ts';"],
    ['src/modules/orders/actions.ts', "import './queries.ts';"],
    ['src/modules/wallet/actions.ts', "import '../orders/actions.ts';", /orders comes after wallet/],
    ['src/modules/orders/actions.ts', "import '../wallet/queries.ts'; import '../wallet/refunds/actions.ts';"],
    ['src/modules/orders/actions.ts', "import '../wallet/tables.ts';", /tables, routes, calls and jobs belong to their own module/],
    ['src/modules/orders/actions.ts', "import '../wallet/desk-routes.ts';", /belong to their own module/],
    ['src/modules/cellar/actions.ts', "import '../mail/actions.ts';", /there is no module cellar in moduleOrder/],
    ['src/modules/mail/actions.ts', "import '../../sandbox/mails.ts';", /not sandbox/],
    ['src/modules/mail/actions.ts', "import '../../event-handlers.ts';", /not server/],
    ['src/account/a.tsx', "import '../modules/orders/shapes.ts'; import '../modules/orders/rules.ts';"],
    ['src/account/a.tsx', "import '../modules/orders/actions.ts';", /through rules\.ts or shapes\.ts/],
    ['src/account/a.tsx', "import '../platform/log.ts';", /not platform/],
    ['src/ui/a.ts', "import '#modules/orders/shapes.ts'; import '#modules/orders/actions.ts';", /through rules\.ts or shapes\.ts/],
    ['src/desk/app/a.tsx', "import '../../account/features/catalogue/home-page.tsx';", /not account/],
    ['src/desk/shared/api/a.ts', "import type { B } from '../../features/queue/b.tsx';", /from app to features to shared/],
    ['plugins/kits/plugin.ts', "import { definePlugin } from 'fanfare/plugin'; import 'zod/mini'; import './words/en.ts';"],
    ['plugins/kits/plugin.ts', "import '#lib/csv.ts';", /plugin may import plugin, not lib/],
    ['plugins/kits/a/b.ts', "import type { Plugin } from '../../../src/server/plugins/plugin.ts';", /not server/],
    ['plugins/kits/plugin.ts', "import '../checks/text.ts';", /a plugin imports its own files, packages and fanfare\/plugin/],
    ['src/modules/fulfilment/actions.ts', "import '../../../plugins/kits/plugin.ts';", /not plugin/],
    ['src/account/a.module.css', ".a { composes: b from '../desk/app/b.module.css'; }", /not deskApp/],
  ],
  circles: [
    ['src/modules/support/desk/a.ts', "import '../mail/b.ts';"],
    ['src/lib/a.ts', "import './a.ts';", /src\/lib\/a\.ts → src\/lib\/a\.ts/],
  ],
  SQL: [
    ['src/modules/orders/queries-list.ts', "import { sql } from 'drizzle-orm';"],
    ['src/modules/orders/tables.ts', "import { uuid } from 'drizzle-orm/pg-core';"],
    ['src/modules/orders/actions.ts', "import { sql } from 'drizzle-orm';", /actions\.ts:1 imports drizzle-orm: SQL belongs in queries/],
  ],
  'pure files': [
    ['src/modules/orders/rules.ts', "import * as z from 'zod/mini'; export const a = (at: Date) => new Date(at.getTime()); // await"],
    ['src/modules/orders/actions.ts', 'export const a = async () => Date.now();'],
    ['src/modules/orders/rules.ts', 'export const a = () => Date.now();', /rules\.ts:1 is pure and uses Date\.now/],
    ['src/modules/orders/rules.ts', '\nexport const a = () => new Date();', /rules\.ts:2 .* Date\(\)/],
    ['src/lib/time.ts', 'export const a = () => Math.random();', /Math\.random/],
    ['src/pages.ts', 'export async function a() {}', /async/],
    ['src/modules/orders/rules.ts', "import { join } from 'node:path'; export { join as a };", /imports node:path/],
    ['src/modules/orders/shapes.ts', "import './queries.ts';", /imports \.\/queries\.ts/],
  ],
};

describe.each(Object.entries(planted))('planted: %s', (name, cases) => {
  test.for(cases)('%s %s', ([path, source, error]) => {
    const errors = rules[name as keyof typeof rules](readCode(new Map([[path, source]])));
    if (error) expect(errors.join('\n')).toMatch(error);
    else expect(errors).toEqual([]);
  });
});

test.each([
  ['circles', { 'src/lib/a.ts': "import './b.ts';", 'src/lib/b.ts': "import './a.ts';" }, /a\.ts → .*\/b\.ts → .*\/a\.ts/],
  [
    'circles',
    { 'src/modules/support/desk/a.ts': "import '../mail/b.ts';", 'src/modules/support/mail/c.ts': "import '../desk/d.ts';" },
    /support\/desk → src\/modules\/support\/mail → src\/modules\/support\/desk/,
  ],
  [
    'tables of modules',
    {
      'src/modules/orders/tables.ts': "pgTable('piece', {});",
      'src/platform/a.ts': "a('select from piece');",
      'src/platform/b.ts': "b('piece');",
    },
    /^src\/platform\/a\.ts names a table of a module: from piece$/,
  ],
] as const)('planted: %s, several files: reported once', (name, files, error) => {
  expect(rules[name](readCode(new Map(Object.entries(files))))).toEqual([expect.stringMatching(error)]);
});
