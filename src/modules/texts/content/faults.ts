// Says what is wrong with a form of the home page, the questions, the menus or the company: at the field a
// sentence, in the summary the place before it. Pure; the desk is in English.
import type { SourceFault } from '#lib/yaml/source.ts';
import { type FormFault, formatReason } from '../rules.ts';

const languages: Readonly<Record<string, string>> = { en: 'English', es: 'Spanish', jp: 'Japanese' };

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
};

export function contentFault({ path = '', reason }: SourceFault): FormFault {
  const said = path && reason.startsWith(`${path}: `) ? reason.slice(path.length + 2) : reason;
  const steps = path.split('.');
  const places = steps.flatMap((step, index) => {
    const list = lists[steps[index - 1] ?? ''];
    return list && /^\d+$/.test(step) ? [`${list} ${Number(step) + 1}`] : [];
  });
  const field = path ? `text.${path}`.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]') : undefined;
  return { field, place: places.join(', '), sentence: sentenceOf(steps, said) };
}

function sentenceOf(steps: readonly string[], said: string): string {
  const language = languages[steps.at(-1) ?? ''];
  if (language && /^must be (at least|of the kind)/.test(said)) {
    const noun = steps.slice(0, -1).findLast((step) => !/^\d+$/.test(step)) ?? '';
    return `Enter the ${nouns[noun] ?? 'text'} in ${language}.`;
  }
  const companyField = companyFields[steps.join('.')];
  if (companyField) return `Enter the ${companyField}.`;
  return rules.find(([pattern]) => pattern.test(said))?.[1](said) ?? formatReason(said);
}

const numberIn = (said: string): string => /\d+/.exec(said)?.[0] ?? '';

const rules: readonly (readonly [RegExp, (said: string) => string])[] = [
  [/^must be at least/, (said) => `Add at least ${numberIn(said)}.`],
  [/^must be at most/, (said) => `At most ${numberIn(said)}. Remove the others.`],
  [/^must be small letters/, () => 'Use lowercase letters, digits and hyphens.'],
  [/^there can be one block/, () => 'This block is there twice. Remove one of them.'],
  [/ is used twice$/, () => 'This address is already used.'],
  [/^there is no group/, () => 'Choose a group.'],
  [
    /^\d+ carry home: true/,
    (said) => {
      const [chosen, wanted] = said.match(/\d+/g) ?? [];
      return `The home page shows ${wanted} questions; ${chosen} are chosen.`;
    },
  ],
  [/^must be a page of the shop/, () => 'Enter a page of the shop, such as /services, or an address that begins with https://.'],
  [/^must be a language/, () => 'Choose a language.'],
  [/^must be two capital letters/, () => 'Choose a country.'],
  [/^a link to /, (said) => `“${/"(.*)"/.exec(said)?.[1]}” is no page of the shop.`],
];
