// A brand kit and a brief: what of the one goes into the other. Pure.
import type { BrandKit } from '../../../../modules/accounts/shapes.ts';
import type { Offer } from '../../../../modules/catalogue/shapes.ts';
import type { Answers } from '../../../../modules/orders/shapes.ts';
import { answersOf, type DraftAnswers, readBrief } from '../brief.ts';

/** What every brief asks of a brand. That one may use what one sends is said anew with every order. */
const kitFields: readonly string[] = [
  'brandName',
  'language',
  'tone',
  'audience',
  'referenceUrls',
  'mustInclude',
  'mustAvoid',
  'notes',
] satisfies readonly (keyof BrandKit)[];

const ofBrand = ({ fields }: Pick<Offer, 'fields'>) => fields.filter(({ name }) => kitFields.includes(name));

/** A kit goes in whole, or what an order says of its brand: what it leaves open is empty then, so that two brands never mix. What is not offered any more is left out. */
export function givensOf(kit: Partial<BrandKit> | Answers, offer: Offer): DraftAnswers {
  const { given } = readBrief(JSON.stringify({ given: kit }), [offer], offer);
  return Object.fromEntries(
    ofBrand(offer).map(({ name, options }) => {
      const value = given[name] ?? '';
      return [name, options?.every((option) => option.value !== value) ? '' : value];
    }),
  );
}

/** Those of a brief that a kit would take the place of. */
export const brandGivens = (given: DraftAnswers, offer: Offer): DraftAnswers =>
  Object.fromEntries(ofBrand(offer).map(({ name }) => [name, given[name] ?? '']));

/** As the API keeps it; what is wrong with it, the API says. */
export const kitOf = (given: DraftAnswers, offer: Offer): { readonly brandName: string } => ({
  brandName: '',
  ...answersOf(ofBrand(offer), given),
});
