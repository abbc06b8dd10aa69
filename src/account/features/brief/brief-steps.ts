// The steps of a brief on a phone: one group of questions at a time. Pure.
import type { CatalogueField, Offer } from '#modules/catalogue/shapes.ts';
import { type Brief, isAnswered, needsPlatform, type Section } from './brief.ts';

export type StepName = 'offer' | 'brand' | 'addOns' | Exclude<Section, 'common'>;

/** `fields`: names of the fields whose errors it shows. */
export type Step = { readonly name: StepName; readonly fields: readonly string[] };

type Asked = {
  readonly offer: Offer;
  /** The service has more than one offer. */
  readonly hasChoice: boolean;
  /** The quantity follows from the text. */
  readonly counts: boolean;
  readonly sections: Readonly<Record<Section, readonly CatalogueField[]>>;
  /** Names of the questions that are not asked now. */
  readonly hidden: ReadonlySet<string>;
};

/** Only steps in which something is asked. */
export function listSteps({ offer, hasChoice, counts, sections, hidden }: Asked): readonly Step[] {
  const listAsked = (questions: readonly CatalogueField[]) => questions.map(({ name }) => name).filter((name) => !hidden.has(name));
  const ofLine = [...(offer.maxQuantity > 1 && !counts ? ['quantity'] : []), ...(needsPlatform(offer) ? ['platform'] : [])];
  const all: readonly (Step & { readonly isAsked?: boolean })[] = [
    { name: 'offer', fields: ofLine, isAsked: hasChoice },
    { name: 'work', fields: listAsked(sections.work) },
    { name: 'brand', fields: listAsked(sections.common) },
    { name: 'addOns', fields: [], isAsked: offer.addOns !== undefined },
    { name: 'last', fields: listAsked(sections.last) },
  ];
  return all.filter(({ fields, isAsked }) => isAsked || fields.length > 0).map(({ name, fields }) => ({ name, fields }));
}

/**
 * Where a brief is continued: a new one at its beginning, a draft where the first required answer is missing,
 * or at its end.
 */
export function findStepToContinue(steps: readonly Step[], { fields }: Offer, { given, platform }: Brief): Step | undefined {
  if (platform === '' && Object.values(given).every((answer) => !isAnswered(answer))) return steps[0];
  const isMissing = (name: string) =>
    name === 'platform' ? platform === '' : fields.some((field) => field.name === name && field.required && !isAnswered(given[name]));
  return steps.find((step) => step.fields.some(isMissing)) ?? steps.at(-1);
}
