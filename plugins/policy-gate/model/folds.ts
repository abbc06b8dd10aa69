// Cross-validation over the development briefs, without training on a brief's neighbours or similar briefs.
import type { Reading } from './features.ts';

const FOLDS = 3;
/**
 * Neighbouring lines are often about the same subject, so they are in the same fold. The languages have the
 * same order: a fold has all three.
 */
const LINES_PER_BLOCK = 12;
export const getFold = (line: number): number => Math.floor(line / LINES_PER_BLOCK) % FOLDS;

const LETTERS = 1;
/** Letter n-grams that more briefs contain do not show that two briefs are related. */
const MAX_BRIEFS = 40;
const MIN_LIKENESS = 0.3;

/**
 * For each brief, the others with similar wording: the cosine similarity of their letter n-grams, where rare
 * n-grams weigh more.
 */
export function findRelatives(readings: readonly Reading[]): readonly (readonly number[])[] {
  const sets = readings.map(({ lists, sentences }) => new Set(lists[LETTERS]?.subarray(0, sentences.at(-1)?.end[LETTERS] ?? 0)));
  const owners = new Map<number, number[]>();
  sets.forEach((set, index) => {
    for (const feature of set) owners.set(feature, [...(owners.get(feature) ?? []), index].slice(0, MAX_BRIEFS + 1));
  });
  const weigh = (feature: number): number => {
    const count = owners.get(feature)?.length ?? 0;
    return count > MAX_BRIEFS ? 0 : Math.log(readings.length / count) ** 2;
  };
  const sizes = sets.map((set) => Math.sqrt([...set].reduce((sum, feature) => sum + weigh(feature), 0)));
  return sets.map((set, index) => {
    const shared = new Map<number, number>();
    for (const feature of set) {
      const weight = weigh(feature);
      if (weight > 0) for (const otherIndex of owners.get(feature) ?? []) shared.set(otherIndex, (shared.get(otherIndex) ?? 0) + weight);
    }
    return [...shared].flatMap(([otherIndex, sum]) =>
      otherIndex !== index && sum > MIN_LIKENESS * (sizes[index] as number) * (sizes[otherIndex] as number) ? [otherIndex] : [],
    );
  });
}
