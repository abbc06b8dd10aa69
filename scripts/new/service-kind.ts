// A plugin with a kind of service and its maker, and a test with the kit of plugins.
import type { Draft } from './draft.ts';
import { type Names, namesOf } from './names.ts';

export function newServiceKind(draft: Draft, given: string): readonly string[] {
  const name = namesOf(given);
  const folder = `examples/${name.kebab}-plugin`;
  draft.create(`${folder}/package.json`, packageOf(name));
  draft.create(`${folder}/plugin.js`, pluginOf(name));
  draft.create(`tests/${name.kebab}-plugin.test.ts`, testOf(name));
  return [
    `Write the checks and the draft in ${folder}/plugin.js; docs/extending.md lists what a kind can have.`,
    `Name it in a shop: "- ./plugins/${name.kebab}.js" or the package in plugins.yaml, and "kind: ${name.kebab}:${name.kebab}" in the service.`,
  ];
}

const packageOf = ({ kebab, words }: Names): string =>
  `${JSON.stringify(
    {
      name: `fanfare-${kebab}-plugin`,
      version: '1.0.0',
      description: `A plugin for Fanfare: the kind of service ${words}.`,
      license: 'MIT',
      type: 'module',
      exports: './plugin.js',
      peerDependencies: { fanfare: '*' },
    },
    null,
    2,
  )}\n`;

const pluginOf = ({ kebab, words, title }: Names): string => `// A plugin for Fanfare: the kind of service ${words}.
// @ts-check

/** @typedef {import('fanfare/plugin').Plugin} Plugin */

/** @type {Plugin} */
const plugin = {
  name: '${kebab}',
  serviceKinds: {
    '${kebab}': {
      label: '${title}',
      maker: '${kebab}:draft',
      // \`refuse\`: the customer changes the answer. \`review\`: a person decides before work begins.
      checkBrief: () => [],
      // \`wrong\`: delivered with a reason only. \`look\`: advice.
      checkDelivery: ({ text }) => [{ state: 'wrong', message: \`Not checked yet: \${text.length} characters.\` }],
    },
  },
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
import { checkPlugin, sampleBriefs, sampleKindBriefs } from '../src/server/plugins/check-plugin.ts';
import type { Plugin } from '../src/server/plugins/plugin.ts';

const folder = '../examples/${kebab}-plugin';
const { default: plugin } = (await import(\`\${folder}/plugin.js\`)) as { default: Plugin };

test('plugin for ${words}: the kit finds no fault', async () => {
  expect(await checkPlugin(plugin)).toEqual([]);
});

test.for(sampleBriefs)('plugin for ${words}, brief in $language: drafts a text', async (brief) => {
  expect(await plugin.makers?.draft?.make(brief)).toMatchObject({ text: expect.stringMatching(/\\S/) });
});

test('plugin for ${words}: a good delivery has no findings', async () => {
  const [brief = expect.fail()] = sampleKindBriefs;
  const delivery = { brief, ordered: undefined, language: 'en', text: 'Write a good delivery here.', files: [] } as const;
  expect(await plugin.serviceKinds?.['${kebab}']?.checkDelivery?.(delivery)).toEqual([]);
});
`;
