// Checks HTML with html-validate: HTML standard and accessibility.
import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';

const rules: ConfigData['rules'] = {
  // Spelling of markup, which React and the browser decide; the standard allows it.
  'attr-case': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'doctype-style': 'off',
  'void-style': 'off',
  // An input without a type is a text input.
  'no-implicit-input-type': 'off',
  // The lines of one list share a name.
  'form-dup-name': 'off',
  // The standard forbids only white space in an id; React's ids begin with "_".
  'valid-id': ['error', { relaxed: true }],
  // Biome requires `for`, also on a label around its input.
  'no-redundant-for': 'off',
  // The shop's own scripts and styles come over the same connection as the page.
  'require-sri': ['error', { target: 'crossorigin', exclude: ['//localhost:'] }],
};
const rulesOf = {
  page: rules,
  // Many mail programs drop styles that are not inline, and a subject contains values of unknown length.
  mail: { ...rules, 'no-inline-style': 'off', 'long-title': 'off' },
} as const;
// The tool allows an option without text; the standard does not.
const elements: ConfigData['elements'] = ['html5', { option: { inherit: 'option', textContent: 'accessible' } }];

const validatorOf = (kind: keyof typeof rulesOf) =>
  new HtmlValidate(
    new StaticConfigLoader({ extends: ['html-validate:recommended', 'html-validate:document'], elements, rules: rulesOf[kind] }),
  );
const validators = { page: validatorOf('page'), mail: validatorOf('mail') };

/** One line per fault: rule, message and place. */
export function htmlFaults(html: string, kind: keyof typeof validators = 'page'): string[] {
  const { results } = validators[kind].validateStringSync(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? 'document'})`),
  );
}
