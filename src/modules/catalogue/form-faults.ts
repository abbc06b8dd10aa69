// Says what is wrong with a form of the catalogue: at the field a sentence, in the summary the place before
// it. Pure; the desk is in English.
import type { SourceFault } from '#lib/yaml/source.ts';
import { type FormFault, formatReason } from '#modules/texts/rules.ts';

const languages: Readonly<Record<string, string>> = { en: 'English', es: 'Spanish', jp: 'Japanese' };

/** Lists of the form, each item by its number. */
const lists: Readonly<Record<string, string>> = {
  offers: 'Offer',
  fields: 'Question',
  options: 'Option',
  pieces: 'Piece',
  tiers: 'Volume price',
  addOns: 'Add-on',
  contains: 'Included',
  excludes: 'Not included',
};

const nouns: Readonly<Record<string, string>> = {
  id: 'key',
  value: 'key',
  slug: 'address',
  minQuantity: 'minimum quantity',
  maxQuantity: 'maximum quantity',
};

const textNames: ReadonlySet<string> = new Set(['id', 'value', 'name', 'offer', 'slug']);

export function formFault({ file, path = '', reason }: SourceFault, editedFile: string): FormFault {
  const said = path && reason.startsWith(`${path}: `) ? reason.slice(path.length + 2) : reason;
  const [, currency] = /^has no price in (\w+)$/.exec(said) ?? [];
  // The key of a new service is made of its address.
  const at = currency ? `${path}.${currency}` : path === 'key' ? 'slug' : path;
  const steps = at.split('.');
  const isOwn = file === `shop/catalogue/${editedFile}`;
  const place = [...(isOwn ? [] : [titleOf(file)]), ...findPlaces(steps)].join(', ');
  return { field: isOwn && at ? at : undefined, place, sentence: sentenceOf(steps, said) };
}

/** "offers.1.prices.EUR" is in offer 2. The offers of an add-on are checkboxes, without numbers. */
const findPlaces = (steps: readonly string[]): string[] =>
  steps.flatMap((step, index) => {
    const list = steps[0] === 'addOns' && index > 1 ? undefined : lists[steps[index - 1] ?? ''];
    return list && /^\d+$/.test(step) ? [`${list} ${Number(step) + 1}`] : [];
  });

/** "shop/catalogue/logo-design.yaml" is "Logo design". */
const titleOf = (file: string): string =>
  file
    .replace(/^.*\//, '')
    .replace(/\.yaml$/, '')
    .replaceAll('-', ' ')
    .replace(/^./, (first) => first.toUpperCase());

function sentenceOf(steps: readonly string[], said: string): string {
  const [parent = '', name = ''] = steps.slice(-2);
  const language = languages[name];
  const isMissing = /^must be (at least|of the kind)/.test(said);
  if (language && isMissing) return `Enter the ${/^\d*$/.test(parent) ? 'text' : (nouns[parent] ?? parent)} in ${language}.`;
  if (parent === 'prices' && !said.startsWith('is not less')) return `Enter a price in ${name}.`;
  if (textNames.has(name) && isMissing) return `Enter the ${nouns[name] ?? name}.`;
  return rules.find(([pattern]) => pattern.test(said))?.[1](said) ?? formatReason(said);
}

const numberIn = (said: string): string => /-?\d+/.exec(said)?.[0] ?? '';

const rules: readonly (readonly [RegExp, (said: string) => string])[] = [
  [/^must be at least/, (said) => `Enter ${numberIn(said)} or more.`],
  [/^must be at most/, (said) => `Enter at most ${numberIn(said)}.`],
  [/^must be (a whole number|of the kind)/, () => 'Enter a whole number.'],
  [/^must be one of/, () => 'Choose one of the options.'],
  [/^is not more than \d+, where/, (said) => `Enter more than ${numberIn(said)}, where the volume price before begins.`],
  [/^is not less than the price before$/, () => 'Enter less than the price before it.'],
  [/^is needed if it is counted$/, () => 'Enter how many a customer may choose.'],
  [/^is needed if a percentage is charged$/, () => 'Enter a whole percentage, such as 20.'],
  [/^needs an offer$/, () => 'Choose at least one offer.'],
  [/ is no offer of this service$/, () => 'Choose offers of this service.'],
  [/is more than max/, () => 'The minimum is more than the maximum.'],
  [/ is used by two files$/, () => 'Another service has this address.'],
  [
    / is the address of /,
    (said) => `This address belongs to ${/ is the address of (.+), which is archived$/.exec(said)?.[1]}, which is archived.`,
  ],
  [/^no plugin has the kind/, () => 'No plugin of this shop has this kind. Choose another one.'],
  [/^must be small letters/, () => 'Use lowercase letters, digits and hyphens, beginning with a letter.'],
  [/ is an offer of .+: orders refer to it$/, () => 'This key is already used.'],
  [/ is (used|asked) twice$/, () => 'This key is already used.'],
  [/is no offer of a single service$/, () => 'This bundle contains an offer that doesn’t exist.'],
  [/^needs countedIn of the service$/, () => 'Choose what deliveries are counted in, under “How it is made”.'],
  [/^needs the maker text-checker$/, () => 'Only the text checker delivers without a person.'],
  [/is no required longText question of this service$/, () => 'Choose a required long text.'],
  [/ must always be asked$/, () => 'Choose a question that is always asked.'],
  [/ is no question of this brief$/, () => 'Choose a question of this brief.'],
  [/^the question depends on itself$/, () => 'This question would depend on itself. Choose another one.'],
  [/ is not asked by the offer /, () => 'One of the offers doesn’t ask that question. Choose another one.'],
  [/^needs one of isOneOf/, () => 'Choose what the answer must be.'],
  [/^"\w+" is no (number|choice)$/, () => 'Choose what the answer must be: this doesn’t fit that question.'],
  [/^needs an answer$/, () => 'Choose at least one answer.'],
  [/ is no option of /, () => 'That question no longer has one of these answers. Choose again.'],
  [/^a choice needs options$/, () => 'Add at least one option.'],
];
