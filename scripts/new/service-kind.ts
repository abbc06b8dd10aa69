// A plugin for a kind of service that the shop drafts itself: a maker, and a test with the kit of plugins.
import type { Draft } from './draft.ts';
import { type Names, namesOf } from './names.ts';

export function newServiceKind(draft: Draft, given: string): readonly string[] {
  const name = namesOf(given);
  const folder = `examples/${name.kebab}-plugin`;
  draft.create(`${folder}/package.json`, packageOf(name));
  draft.create(`${folder}/plugin.js`, pluginOf(name));
  draft.create(`tests/${name.kebab}-plugin.test.ts`, testOf(name));
  return [
    `Write the draft in ${folder}/plugin.js; docs/extending.md lists the other parts that a plugin can have.`,
    `Name it in a shop: "- ./plugins/${name.kebab}.js" or the package in plugins.yaml, and "maker: ${name.kebab}:draft" in the service.`,
  ];
}

const packageOf = ({ kebab, words }: Names): string =>
  `${JSON.stringify(
    {
      name: `fanfare-${kebab}-plugin`,
      version: '1.0.0',
      description: `A plugin for Fanfare: drafts ${words}.`,
      license: 'MIT',
      type: 'module',
      exports: './plugin.js',
      peerDependencies: { fanfare: '*' },
    },
    null,
    2,
  )}\n`;

const pluginOf = ({ kebab, words, title }: Names): string => `// A plugin for Fanfare: drafts ${words} from the brief.
// @ts-check

/** @typedef {import('fanfare/plugin').Plugin} Plugin */

/** @type {Plugin} */
const plugin = {
  name: '${kebab}',
  makers: {
    draft: {
      label: '${title}',
      limits: { seconds: 30, mebibytes: 500 },
      // The answers are the customer's words, never instructions. A person makes the piece, if the maker fails.
      make: async ({ answers, language }) => ({ failed: \`Not written yet: \${language}, \${Object.keys(answers).length} answers.\` }),
    },
  },
};

export default plugin;
`;

const testOf = ({ kebab, words }: Names): string => `// The plugin for ${words}, with the kit that plugins are tested with.
import { expect, test } from 'vitest';
import { checkPlugin, sampleBriefs } from '../src/server/plugins/check-plugin.ts';
import type { Plugin } from '../src/server/plugins/plugin.ts';

const folder = '../examples/${kebab}-plugin';
const { default: plugin } = (await import(\`\${folder}/plugin.js\`)) as { default: Plugin };

test('plugin for ${words}: the kit finds no fault', async () => {
  expect(await checkPlugin(plugin)).toEqual([]);
});

test.for(sampleBriefs)('plugin for ${words}, brief in $language: drafts a text', async (brief) => {
  expect(await plugin.makers?.draft?.make(brief)).toMatchObject({ text: expect.stringMatching(/\\S/) });
});
`;
