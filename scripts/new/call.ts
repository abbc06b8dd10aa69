// A call of a module: its row, its shapes, its handler, and a test.
import { addBefore, append, type Draft, NewFault } from './draft.ts';
import { inModule, type Names } from './names.ts';
import { joinImport } from './table.ts';

export function newCall(draft: Draft, given: string): readonly string[] {
  const { module, name } = inModule(given);
  const folder = `src/modules/${module.kebab}`;
  const call = `POST /api/${module.kebab}/${name.kebab}`;
  const stem = `${name.camel}${module.pascal}`;
  for (const file of ['calls.ts', 'routes.ts', 'shapes.ts'])
    if (draft.read(`${folder}/${file}`) === undefined)
      throw new NewFault(`There is no ${folder}/${file}; a call needs a module that has calls.`);
  draft.change(`${folder}/shapes.ts`, joinZod, append(shapesOf(stem, name, module)));
  draft.change(`${folder}/calls.ts`, joinImport({ names: [`${stem}Shape`, `${stem}AnswerShape`], from: './shapes.ts' }), (text) =>
    lastTable(text, rowOf(call, stem)),
  );
  draft.change(
    `${folder}/routes.ts`,
    joinImport({ names: ['UserError'], from: '../../lib/user-error.ts' }),
    nameCall(call),
    addBefore('});', handlerOf(call)),
  );
  draft.create(`${folder}/${name.kebab}.test.ts`, testOf(call, module, name));
  return [`Write what it takes and answers in ${folder}/shapes.ts, and its action in ${folder}/actions.ts.`];
}

const joinZod = (text: string): string =>
  /from 'zod\/mini';/.test(text) ? text : text.replace(/^(?!\/\/)/m, "import * as z from 'zod/mini';\n");

/** Some modules have several tables of calls; the last one gets the row. */
function lastTable(text: string, row: string): string | undefined {
  const at = text.lastIndexOf('\n} as const satisfies CallTable;');
  return at === -1 ? undefined : `${text.slice(0, at + 1)}${row}\n${text.slice(at + 1)}`;
}

/** The type of the handlers names every call, unless it is `keyof typeof calls`. */
const nameCall = (call: string) => (text: string) => {
  const [whole, listed] = /Pick<Handlers,\s*([^>]+?),?\s*>/.exec(text) ?? [];
  if (whole === undefined || listed === undefined) return undefined;
  if (listed.startsWith('keyof')) return text;
  if (listed.startsWith("'")) return text.replace(listed, `${listed} | '${call}'`);
  const alias = new RegExp(`^type ${listed} =[^;]+`, 'm').exec(text)?.[0];
  return alias && text.replace(alias, `${alias} | '${call}'`);
};

const shapesOf = (stem: string, name: Names, module: Names): string => `/** What \`${name.words}\` of ${module.words} takes. */
export const ${stem}Shape = z.object({ id: z.uuid() });
export const ${stem}AnswerShape = z.object({ id: z.string() });`;

const rowOf = (call: string, stem: string): string => `  '${call}': {
    who: 'token',
    about: 'Says here what it does, for the API reference.',
    input: ${stem}Shape,
    output: ${stem}AnswerShape,
  },`;

/** Refuses everything, so that the test of the call fails until an action of the module answers. */
const handlerOf = (call: string): string => `  '${call}': () => Promise.reject(new UserError(404)),`;

const testOf = (call: string, module: Names, name: Names): string => `// Tests ${name.words} of ${module.words}.
import { randomUUID } from 'node:crypto';
import { member } from '../../../tests/support/account-deletion.ts';
import { expect, test } from '../../../tests/support/shop.ts';

const call = '${call}';

test('${name.words}, visitor without an account: refused', async ({ shop }) => {
  expect((await shop.call(call, { id: randomUUID() })).status).toBe(401);
});

test('${name.words}, input of a wrong type: refused at its field', async ({ shop }) => {
  const { token } = await member(shop);
  const { status, body } = await shop.call(call, { id: 7 }, { token });
  expect([status, Object.keys((body as { errors?: object }).errors ?? {})]).toEqual([400, ['id']]);
});

test('${name.words}, valid input: answered', async ({ shop }) => {
  const { token } = await member(shop);
  const { status } = await shop.call(call, { id: randomUUID() }, { token });
  expect(status).toBe(200);
});
`;
