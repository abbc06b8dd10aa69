// Says what is wrong with a form of the home page, the questions, the menus or the company: at the field a
// sentence, in the summary the place before it. Pure; the desk is in English.
import type { ErrorValues, SourceError } from '#lib/yaml/source.ts';
import { type FormError, findPlaces, formatReason, languageNames, toFieldPath, withoutPath } from './rules.ts';
import type { ContentError } from './source/errors.ts';

/** Lists of the forms, each item by its number. */
const lists: Readonly<Record<string, string>> = {
  blocks: 'Block',
  points: 'Point',
  facts: 'Fact',
  groups: 'Group',
  questions: 'Question',
  header: 'Header link',
  columns: 'Column',
  links: 'Link',
};

const nouns: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  eyebrow: 'line above the title',
  lead: 'introduction',
  facts: 'fact',
  text: 'text',
  question: 'question',
  answer: 'answer',
  label: 'label',
  note: 'note',
  representative: 'name of the person responsible',
};

const companyFields: Readonly<Record<string, string>> = {
  legalName: 'legal name',
  registrationNumber: 'registration number',
  vatId: 'VAT ID',
  street: 'street',
  city: 'city',
  postalCode: 'postal code',
  email: 'email address',
  phone: 'phone number',
  iban: 'IBAN',
  bic: 'BIC',
};

export function describeContentError({ path = '', reason, code, values }: SourceError): FormError {
  const steps = path.split('.');
  const field = path ? toFieldPath(path) : undefined;
  const sentence = formatSentence(steps, code, values) ?? formatReason(withoutPath(reason, path));
  return { field, place: findPlaces(lists, steps).join(', '), sentence };
}

function formatSentence(steps: readonly string[], code: string, values: ErrorValues): string | undefined {
  const [last = '', before = ''] = steps.toReversed();
  const language = languageNames[last];
  if (language && (code === 'too-small' || code === 'invalid-type')) {
    const noun = steps.slice(0, -1).findLast((step) => !/^\d+$/.test(step)) ?? '';
    return `Enter the ${nouns[noun] ?? 'text'} in ${language}.`;
  }
  const companyField = companyFields[steps.join('.')];
  if (companyField) return `Enter the ${companyField}.`;
  if (last === 'country') return 'Choose a country.';
  if (code === 'custom' && last === 'to') return 'Enter a page of the shop, such as /services, or an address that begins with https://.';
  if (code === 'custom' && before === 'languages') return 'Choose a language.';
  return sentences[code as ContentError]?.(values);
}

const sentences: Readonly<Partial<Record<ContentError | 'too-small' | 'too-big' | 'invalid-format', (values: ErrorValues) => string>>> = {
  'too-small': ({ minimum }) => `Add at least ${minimum}.`,
  'too-big': ({ maximum }) => `At most ${maximum}. Remove the others.`,
  'invalid-format': () => 'Use lowercase letters, digits and hyphens.',
  'block-twice': () => 'This block is there twice. Remove one of them.',
  'used-twice': () => 'This address is already used.',
  'group-unknown': () => 'Choose a group.',
  'home-questions': ({ chosen, wanted }) => `The home page shows ${wanted} questions; ${chosen} are chosen.`,
  'link-unknown': ({ target }) => `“${target}” is no page of the shop.`,
};
