// Says what is wrong with a form of the catalogue: at the field a sentence, in the summary the place before
// it. Pure; the desk is in English.
import type { ErrorValues, SourceError } from '#lib/yaml/source.ts';
import { type FormError, findPlaces, formatReason, languageNames, withoutPath } from '#modules/content/rules.ts';
import type { CatalogueError } from './source/errors.ts';

/** Lists of the form, each item by its number. */
const lists: Readonly<Record<string, string>> = {
  offers: 'Offer',
  fields: 'Question',
  options: 'Option',
  pieces: 'Piece',
  tiers: 'Volume price',
  addOns: 'Add-on',
  stages: 'Stage',
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
const addressNames: ReadonlySet<string> = new Set(['id', 'slug']);

export function describeCatalogueError({ file, path = '', reason, code, values }: SourceError, editedFile: string): FormError {
  // The key of a new service is made of its address.
  const at = code === 'price-missing' ? `${path}.${values.currency}` : path === 'key' ? 'slug' : path;
  const steps = at.split('.');
  // The offers of an add-on are checkboxes, without numbers.
  const numbered = steps[0] === 'addOns' ? steps.slice(0, 2) : steps;
  const isOwn = file === `shop/catalogue/${editedFile}`;
  const place = [...(isOwn ? [] : [toTitle(file)]), ...findPlaces(lists, numbered)].join(', ');
  return {
    field: isOwn && at ? at : undefined,
    place,
    sentence: formatSentence(steps, code, values) ?? formatReason(withoutPath(reason, path)),
  };
}

/** "shop/catalogue/logo-design.yaml" is "Logo design". */
const toTitle = (file: string): string =>
  file
    .replace(/^.*\//, '')
    .replace(/\.yaml$/, '')
    .replaceAll('-', ' ')
    .replace(/^./, (first) => first.toUpperCase());

function formatSentence(steps: readonly string[], code: string, values: ErrorValues): string | undefined {
  const [parent = '', name = ''] = steps.slice(-2);
  const language = languageNames[name];
  const isMissing = code === 'too-small' || code === 'invalid-type';
  if (language && isMissing) return `Enter the ${/^\d*$/.test(parent) ? 'text' : (nouns[parent] ?? parent)} in ${language}.`;
  if (parent === 'prices' && code !== 'tier-not-cheaper') return `Enter a price in ${name}.`;
  if (textNames.has(name) && isMissing) return `Enter the ${nouns[name] ?? name}.`;
  if (code === 'invalid-format' && !addressNames.has(steps.at(-1) ?? '')) return undefined;
  return sentences[code as CatalogueError]?.(values);
}

const formatUsed = () => 'This key is already used.';
const describeUnfitAnswer = () => 'Choose what the answer must be: this doesn’t fit that question.';

type FormErrorCode = CatalogueError | 'too-small' | 'too-big' | 'invalid-type' | 'invalid-value' | 'invalid-format';
const sentences: Readonly<Partial<Record<FormErrorCode, (values: ErrorValues) => string>>> = {
  'too-small': ({ minimum }) => `Enter ${minimum} or more.`,
  'too-big': ({ maximum }) => `Enter at most ${maximum}.`,
  'invalid-type': () => 'Enter a whole number.',
  'invalid-value': () => 'Choose one of the options.',
  'invalid-format': () => 'Use lowercase letters, digits and hyphens, beginning with a letter.',
  'tier-not-more': ({ from }) => `Enter more than ${from}, where the volume price before begins.`,
  'tier-not-cheaper': () => 'Enter less than the price before it.',
  'maximum-missing': () => 'Enter how many a customer may choose.',
  'percent-missing': () => 'Enter a whole percentage, such as 20.',
  'offers-empty': () => 'Choose at least one offer.',
  'offer-unknown': () => 'Choose offers of this service.',
  'minimum-above-maximum': () => 'The minimum is more than the maximum.',
  'address-taken': () => 'Another service has this address.',
  'address-of-archived': ({ name }) => `This address belongs to ${name}, which is archived.`,
  'kind-unknown': () => 'No plugin of this shop has this kind. Choose another one.',
  'offer-of-other': formatUsed,
  'used-twice': formatUsed,
  'number-twice': formatUsed,
  'asked-twice': formatUsed,
  'piece-unknown': () => 'This bundle contains an offer that doesn’t exist.',
  'count-without-unit': () => 'Choose what deliveries are counted in, under “How it is made”.',
  'instant-without-maker': () => 'Only the text checker delivers without a person.',
  'unit-pieces-too-many': ({ maximum }) => `Enter at most ${maximum}: each unit is a piece.`,
  'unit-pieces-measured': () => 'A program delivers or measures this offer, so its units can’t be pieces.',
  'plan-without-interval': () => 'Only a monthly service can have a plan.',
  'plan-of-bundle': () => 'A bundle can’t be a plan.',
  'plan-quantity': () => 'Enter 1: a plan is bought once.',
  'not-of-plan': () => 'A plan takes this from its requests.',
  'plan-without-services': () => 'Enter what at least one service costs.',
  'plan-service-repeated': ({ name }) => `${name} is a bundle or monthly. Name a service that is ordered once.`,
  'plan-credits-too-many': ({ maximum }) => `Enter at most ${maximum}, what the plan gives in a period.`,
  'plan-rollover-idle': () => 'Unlimited requests don’t roll over.',
  'bundle-of-pieces': () => 'A bundle takes this from its pieces.',
  'no-long-text': () => 'Choose a required long text.',
  'must-be-asked': () => 'Choose a question that is always asked.',
  'question-unknown': () => 'Choose a question of this brief.',
  'question-circular': () => 'This question would depend on itself. Choose another one.',
  'question-not-asked': () => 'One of the offers doesn’t ask that question. Choose another one.',
  'condition-missing': () => 'Choose what the answer must be.',
  'no-number': describeUnfitAnswer,
  'no-choice': describeUnfitAnswer,
  'answers-empty': () => 'Choose at least one answer.',
  'answer-unknown': () => 'That question no longer has one of these answers. Choose again.',
  'options-missing': () => 'Add at least one option.',
};
