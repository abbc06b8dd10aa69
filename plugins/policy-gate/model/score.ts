// Scores a text for fake engagement. Sentences, pairs of sentences and short whole texts are scored;
// the highest counts, so that honest sentences cannot hide a fake one.
import { CONCEPT_COUNT, CONCEPT_PAIRS, CONCEPTS, GROUPS, type Language, listGroups, type Reading } from './features.ts';

type Bias = { readonly bias: Readonly<Record<Language, number>> };
export type Weights = Bias & { readonly weights: Float32Array };
/** As the file has them: a byte for each weight, and the values of the 256 bytes. */
export type StoredWeights = Bias & { readonly bytes: Uint8Array; readonly values: Float32Array };
/** A run of sentences: the indices of the first and the last. */
export type Window = { readonly from: number; readonly to: number };

/**
 * Weight of each group, and the number of features from which it is scaled down, so that long sentences do
 * not dominate.
 */
const groupWeight = [1, 1, 1, 0.5, 0.4, 0.3];
const groupFloor = [6, 10, 6, 4, 8, 6];
const MAX_WHOLE_TOKENS = 45;

export const getScale = (group: number, count: number): number =>
  (groupWeight[group] as number) / Math.sqrt(Math.max(groupFloor[group] as number, count));

export function listWindows({ sentences }: Reading): Window[] {
  const windows: Window[] = sentences.map((_, index) => ({ from: index, to: index }));
  for (let index = 1; index < sentences.length; index++) windows.push({ from: index - 1, to: index });
  const tokens = sentences.reduce((sum, each) => sum + each.tokens, 0);
  if (sentences.length > 2 && tokens <= MAX_WHOLE_TOKENS) windows.push({ from: 0, to: sentences.length - 1 });
  return windows;
}

/** The language of a window is that of its first sentence. */
export const getWindowLanguage = ({ sentences }: Reading, { from }: Window): Language => sentences[from]?.language ?? 'en';

/**
 * The score of the whole text is added to each window's, within limits: honest sentences must not outweigh a
 * fake one.
 */
const WHOLE_SHARE = 0.7;
const MAX_WHOLE = 3;

/** Two models: one trained on windows, the other on whole texts. */
export type Pair<Each = Weights> = { readonly windows: Each; readonly wholeText: Each };

export function scoreWithWholeText(model: Pair<Weights | StoredWeights>, reading: Reading, windows: readonly Window[]): number[] {
  const [textScore = 0] = scoreWindows(model.wholeText, reading, listWholeText(reading));
  const added = WHOLE_SHARE * Math.max(-MAX_WHOLE, Math.min(MAX_WHOLE, textScore));
  return scoreWindows(model.windows, reading, windows).map((score) => score + added);
}

export const listWholeText = ({ sentences }: Reading): Window[] => (sentences.length > 0 ? [{ from: 0, to: sentences.length - 1 }] : []);

/** The score of each window. The sums of a sentence are computed once for all its windows. */
function scoreWindows(model: Weights | StoredWeights, reading: Reading, windows: readonly Window[]): number[] {
  const weightAt = createReader(model);
  const sums = reading.sentences.map((_, index) => sumWeights(weightAt, reading, index));
  return windows.map((window) => {
    const totals = new Float64Array(GROUPS);
    const counts = new Float64Array(GROUPS);
    for (let index = window.from; index <= window.to; index++) {
      const { start, end } = reading.sentences[index] as Reading['sentences'][number];
      for (let list = 0; list < listGroups.length; list++) {
        const group = listGroups[list] as number;
        totals[group] = (totals[group] as number) + ((sums[index] as Float64Array)[list] as number);
        counts[group] = (counts[group] as number) + (end[list] as number) - (start[list] as number);
      }
    }
    addConcepts(weightAt, listConcepts(reading, window), totals, counts);
    let score = model.bias[getWindowLanguage(reading, window)];
    for (let group = 0; group < GROUPS; group++) score += (totals[group] as number) * getScale(group, counts[group] as number);
    return score;
  });
}

type WeightAt = (feature: number) => number;

function createReader(model: Weights | StoredWeights): WeightAt {
  if ('weights' in model) return (feature) => model.weights[feature] as number;
  const { bytes, values } = model;
  return (feature) => values[bytes[feature] as number] as number;
}

function sumWeights(weightAt: WeightAt, { lists, sentences }: Reading, index: number): Float64Array {
  const { start, end } = sentences[index] as Reading['sentences'][number];
  const sums = new Float64Array(lists.length);
  for (let list = 0; list < lists.length; list++) {
    const features = lists[list] as Int32Array;
    let sum = 0;
    for (let at = start[list] as number; at < (end[list] as number); at++) sum += weightAt(features[at] as number);
    sums[list] = sum;
  }
  return sums;
}

function addConcepts(weightAt: WeightAt, present: readonly number[], totals: Float64Array, counts: Float64Array): void {
  let alone = 0;
  let paired = 0;
  for (let first = 0; first < present.length; first++) {
    alone += weightAt(present[first] as number);
    const row = CONCEPT_COUNT + (present[first] as number) * CONCEPT_COUNT;
    for (let second = first + 1; second < present.length; second++) paired += weightAt(row + (present[second] as number));
  }
  totals[CONCEPTS] = alone;
  totals[CONCEPT_PAIRS] = paired;
  counts[CONCEPTS] = present.length;
  counts[CONCEPT_PAIRS] = (present.length * (present.length - 1)) / 2;
}

/** The numbers of the concepts in a window, in order, each once. */
export function listConcepts({ sentences }: Reading, { from, to }: Window): number[] {
  const present = new Set(sentences.slice(from, to + 1).flatMap(({ concepts }) => concepts));
  return [...present].sort((a, b) => a - b);
}

/**
 * Calls `visit` for each feature of a window with its group, and returns the number of features in each
 * group.
 */
export function visitFeatures(reading: Reading, window: Window, visit: (feature: number, group: number) => void): Int32Array {
  const counts = new Int32Array(GROUPS);
  const note = (feature: number, group: number): void => {
    visit(feature, group);
    counts[group] = (counts[group] as number) + 1;
  };
  for (let index = window.from; index <= window.to; index++) {
    const { start, end } = reading.sentences[index] as Reading['sentences'][number];
    reading.lists.forEach((features, list) => {
      for (let at = start[list] as number; at < (end[list] as number); at++) note(features[at] as number, listGroups[list] as number);
    });
  }
  const present = listConcepts(reading, window);
  present.forEach((concept, at) => {
    note(concept, CONCEPTS);
    for (const second of present.slice(at + 1)) note(CONCEPT_COUNT + concept * CONCEPT_COUNT + second, CONCEPT_PAIRS);
  });
  return counts;
}
