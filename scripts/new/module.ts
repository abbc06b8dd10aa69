// A module with one call and one table, in all tables of the code that name modules.
import { addAfter, addBefore, addImport, type Draft, NewFault, replaceOnce } from './draft.ts';
import { type Names, namesOf, pluralOf, singularOf } from './names.ts';
import { tableSteps, writeTable } from './table.ts';

export function newModule(draft: Draft, given: string): readonly string[] {
  const all = namesOf(given);
  const one = namesOf(singularOf(given));
  if (one.kebab === all.kebab) throw new NewFault(`Name the module in the plural, such as ${pluralOf(all.kebab)}.`);
  const folder = `src/modules/${all.kebab}`;
  for (const [name, text] of Object.entries(filesOf(all, one))) draft.create(`${folder}/${name}`, text);
  writeTable(draft, folder, one, all);
  joinTables(draft, all);
  return [...tableSteps(folder, all), `Write the call that saves one: npm run new -- call ${all.kebab}/add`];
}

/** The new module comes before the desk's, which shows all others. */
function joinTables(draft: Draft, { kebab, camel, pascal }: Names): void {
  draft.change('tests/support/architecture/layers.ts', addBefore("  'desk',\n] as const", `  '${kebab}',`));
  for (const document of ['CONTRIBUTING.md', 'docs/architecture.md'])
    draft.change(document, replaceOnce(/(order: [\w, ]+), desk\./, `$1, ${kebab}, desk.`));
  draft.change(
    'src/api.ts',
    addImport(`import { ${camel}Calls } from './modules/${kebab}/calls.ts';`),
    addBefore('} as const satisfies CallTable;', `  ...${camel}Calls,`),
  );
  draft.change(
    'src/server/commerce.ts',
    addImport(`import { open${pascal} } from '../modules/${kebab}/actions.ts';`),
    addAfter('    withdrawals: openWithdrawals(', `    ${camel}: open${pascal}(ctx),`),
  );
  draft.change(
    'src/server/storefront.ts',
    addImport(`import type { ${pascal}Module } from '../modules/${kebab}/actions.ts';`),
    addImport(`import { ${camel}Routes } from '../modules/${kebab}/routes.ts';`),
    addAfter('  readonly withdrawals: WithdrawalsModule;', `  readonly ${camel}: ${pascal}Module;`),
    addAfter('  ...withdrawalRoutes(', `  ...${camel}Routes(modules.${camel}),`),
  );
}

const filesOf = (all: Names, one: Names): Readonly<Record<string, string>> => ({
  'shapes.ts': `// Shapes of ${all.words} in requests and responses.
import * as z from 'zod/mini';

export const ${all.camel}Shape = z.array(z.object({ id: z.string(), createdAt: z.string() }));
export type ${one.pascal} = z.output<typeof ${all.camel}Shape>[number];
`,
  'calls.ts': `// Calls for ${all.words}.
import type { CallTable } from '../../lib/calls.ts';
import { ${all.camel}Shape } from './shapes.ts';

export const ${all.camel}Calls = {
  'GET /api/${all.kebab}': {
    who: 'token',
    about: 'Lists the ${all.words} of the account, newest first.',
    output: ${all.camel}Shape,
  },
} as const satisfies CallTable;
`,
  'actions.ts': `// ${all.title} of an account.
import type { AppContext } from '../../infra/app-context.ts';
import { list${all.pascal} } from './queries.ts';
import type { ${one.pascal} } from './shapes.ts';

const MAX_LISTED = 200;

export type ${all.pascal}Module = ReturnType<typeof open${all.pascal}>;

export function open${all.pascal}({ db }: AppContext) {
  return {
    async list(accountId: string): Promise<${one.pascal}[]> {
      const rows = await list${all.pascal}(db.orm, accountId, MAX_LISTED);
      return rows.map(({ id, createdAt }) => ({ id, createdAt: createdAt.toISOString() }));
    },
  };
}
`,
  'routes.ts': `import type { Handlers } from '../../infra/http/api-routes.ts';
import type { ${all.pascal}Module } from './actions.ts';
import type { ${all.camel}Calls } from './calls.ts';

export const ${all.camel}Routes = (${all.camel}: ${all.pascal}Module): Pick<Handlers, keyof typeof ${all.camel}Calls> => ({
  'GET /api/${all.kebab}': ({ caller }) => ${all.camel}.list(caller.accountId),
});
`,
  [`${all.kebab}.test.ts`]: `// Tests ${all.words}: what a customer may rely on, and what is refused.
import { member } from '../../../tests/support/account-deletion.ts';
import { describe, expect, type Shop, test } from '../../../tests/support/shop.ts';

const list = (shop: Shop, token: string) => shop.call('GET /api/${all.kebab}', undefined, { token });

describe('${all.words}', () => {
  test('visitor without an account: refused', async ({ shop }) => {
    expect((await list(shop, 'x')).status).toBe(401);
  });

  test('${all.words} of an account: listed for this account only, exported, and erased with it', async ({ shop }) => {
    const [own, other] = [await member(shop), await member(shop)];
    // Save one for the first account here; for the rest of the title, compare src/modules/accounts/brand-kits/brand-kits.test.ts.
    expect((await list(shop, own.token)).body).toHaveLength(1);
    expect((await list(shop, other.token)).body).toEqual([]);
  });
});
`,
});
