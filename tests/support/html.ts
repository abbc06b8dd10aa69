// Checks HTML with html-validate: HTML standard and accessibility.
import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';

const rules: ConfigData['rules'] = {
  // How markup is spelled. React and the browser decide that, and the standard allows it.
  'attr-case': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'doctype-style': 'off',
  'void-style': 'off',
  // Without a type, an input is of type text.
  'no-implicit-input-type': 'off',
  // The lines of one list share a name.
  'form-dup-name': 'off',
  // The standard only forbids white space in an id; the ids that React makes begin with "_".
  'valid-id': ['error', { relaxed: true }],
  // Biome wants it, also around an input.
  'no-redundant-for': 'off',
  // Scripts and styles of the shop itself come over the same connection as the page.
  'require-sri': ['error', { target: 'crossorigin', exclude: ['//localhost:'] }],
};
const rulesOf = {
  page: rules,
  // Many mail programs drop every style that is not inline, and a subject has values in it.
  mail: { ...rules, 'no-inline-style': 'off', 'long-title': 'off' },
} as const;
// The rules allow an option without a text; the standard does not.
const elements: ConfigData['elements'] = ['html5', { option: { inherit: 'option', textContent: 'accessible' } }];

const validatorOf = (kind: keyof typeof rulesOf) =>
  new HtmlValidate(
    new StaticConfigLoader({ extends: ['html-validate:recommended', 'html-validate:document'], elements, rules: rulesOf[kind] }),
  );
const validators = { page: validatorOf('page'), mail: validatorOf('mail') };

/** One line per fault: which rule, what it says, where. */
export function htmlFaults(html: string, kind: keyof typeof validators = 'page'): string[] {
  const { results } = validators[kind].validateStringSync(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? 'document'})`),
  );
}
