// Copies values between a brand kit and a brief. Pure.
import type { BrandKit } from '#modules/accounts/shapes.ts';
import type { Offer } from '#modules/catalogue/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import { type DraftAnswers, isAnswered, listHiddenQuestions, parseAnswers, readBrief } from '../brief.ts';

/** Brand questions of every brief. The permission to use the files is asked again with every order. */
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

const listBrandFields = ({ fields }: Pick<Offer, 'fields'>) => fields.filter(({ name }) => kitFields.includes(name));

/**
 * A kit replaces all brand answers, also with empty values, so that two brands never mix. Options no longer
 * offered are left out.
 */
export function readKitAnswers(kit: Partial<BrandKit> | Answers, offer: Offer): DraftAnswers {
  const { given: answers } = readBrief(JSON.stringify({ given: kit }), [offer], offer);
  return Object.fromEntries(
    listBrandFields(offer).map(({ name, options }) => {
      const value = answers[name] ?? '';
      return [name, options?.every((option) => option.value !== value) ? '' : value];
    }),
  );
}

/** The brief's answers that a kit would replace. */
export const selectBrandAnswers = (answers: DraftAnswers, offer: Offer): DraftAnswers =>
  Object.fromEntries(listBrandFields(offer).map(({ name }) => [name, answers[name] ?? '']));

/**
 * The questions whose answers in the brief are those of the kit. None if the brief answers one of them
 * otherwise.
 */
export function listKnownFields(kit: Partial<BrandKit>, answers: DraftAnswers, offer: Offer): readonly string[] {
  const filled = Object.entries(readKitAnswers(kit, offer)).filter(([, answer]) => isAnswered(answer));
  const fits = filled.every(([name, answer]) => JSON.stringify(answers[name]) === JSON.stringify(answer));
  return fits ? filled.map(([name]) => name) : [];
}

/** As the API stores it; the API validates it. */
export const toKit = (answers: DraftAnswers, offer: Offer): { readonly brandName: string } => ({
  brandName: '',
  ...parseAnswers(
    listBrandFields(offer).filter(({ name }) => !listHiddenQuestions(offer, answers).includes(name)),
    answers,
  ),
});
