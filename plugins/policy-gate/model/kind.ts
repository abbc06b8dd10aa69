// Classifies the kind of a fake brief: a small softmax over concepts and hashed words.
import { type PolicyKind, policyKinds } from '../kinds.ts';
import { CONCEPT_COUNT, type Reading, readFeatures } from './features.ts';
import type { Lexicon } from './lexicon.ts';
import { createSeededRandom } from './random.ts';
import { listConcepts, type Window } from './score.ts';

const HASHED = 1 << 11;
export const KIND_WEIGHT_COUNT = policyKinds.length * (CONCEPT_COUNT + HASHED);
const [LISTS_OF_WORDS, EPOCHS, RATE] = [2, 12, 0.3];

export function classifyKind(weights: Float32Array, reading: Reading, window: Window): PolicyKind {
  const scores = scoreKinds(weights, listFeatures(reading, window));
  return policyKinds[scores.indexOf(Math.max(...scores))] ?? 'bought';
}

function listFeatures(reading: Reading, window: Window): number[] {
  const features = listConcepts(reading, window);
  for (let index = window.from; index <= window.to; index++) {
    const sentence = reading.sentences[index];
    for (let list = 0; sentence && list < LISTS_OF_WORDS; list++)
      for (const feature of reading.lists[list]?.subarray(sentence.start[list], sentence.end[list]) ?? [])
        features.push(CONCEPT_COUNT + (feature & (HASHED - 1)));
  }
  return features;
}

function scoreKinds(weights: Float32Array, features: readonly number[]): number[] {
  const scale = 1 / Math.sqrt(Math.max(8, features.length));
  return policyKinds.map((_, kind) => {
    const row = kind * (CONCEPT_COUNT + HASHED);
    return features.reduce((sum, feature) => sum + (weights[row + feature] as number), 0) * scale;
  });
}

export function trainKinds(examples: readonly { text: string; kind: PolicyKind }[], lexicon: Lexicon): Float32Array {
  const weights = new Float32Array(KIND_WEIGHT_COUNT);
  const items = examples.map(({ text, kind }) => {
    const reading = readFeatures(text, lexicon);
    return { features: listFeatures(reading, { from: 0, to: reading.sentences.length - 1 }), kind: policyKinds.indexOf(kind) };
  });
  const random = createSeededRandom(3);
  for (let step = 0; step < EPOCHS * items.length; step++) {
    const { features, kind } = items[Math.floor(random() * items.length)] as (typeof items)[number];
    const powers = scoreKinds(weights, features).map(Math.exp);
    const sum = powers.reduce((total, each) => total + each, 0);
    const scale = RATE / Math.sqrt(Math.max(8, features.length));
    powers.forEach((power, each) => {
      const slope = (power / sum - (each === kind ? 1 : 0)) * scale;
      const row = each * (CONCEPT_COUNT + HASHED);
      for (const feature of features) weights[row + feature] = (weights[row + feature] as number) - slope;
    });
  }
  return weights;
}
