// Logistic regression by AdaGrad in a seeded order, so that training is reproducible.
// In a fake brief only the window with the highest score is a positive example; in an honest brief all
// windows are negative.
import { type Language, type Reading, WEIGHT_COUNT } from './features.ts';
import { createSeededRandom } from './random.ts';
import { getScale, getWindowLanguage, visitFeatures, type Weights, type Window } from './score.ts';

export type Example = { readonly reading: Reading; readonly isFake: boolean; readonly weight: number };

const EPOCHS = 10;
const DECAY = 5e-3;
const RATE = 0.1;
const BIAS_RATE = 0.02;
const SMOOTHING = 1e-3;
/** Weight of an honest brief's other windows, relative to the one with the highest score. */
const OTHER_WINDOWS = 0.4;

/** `features` are the numbers of the learner, `values` the weight's factor. */
type Vector = { readonly features: Int32Array; readonly values: Float32Array; readonly language: Language };
type Item = { readonly vectors: readonly Vector[]; readonly isFake: boolean; readonly weight: number };

/**
 * `windowsFor` selects the windows to train on. With `kept`, only features that have a weight there are
 * trained.
 */
export function trainWeights(examples: readonly Example[], windowsFor: (reading: Reading) => Window[], trainable?: Weights): Trained {
  const numbers = new FeatureNumbers();
  const items = examples.map(
    ({ reading, isFake, weight }): Item => ({
      isFake,
      weight,
      vectors: windowsFor(reading).map((window) => toVector(reading, window, numbers, trainable)),
    }),
  );
  const learner = new Learner(numbers.count);
  const order = items.map((_, index) => index);
  const random = createSeededRandom(20_261_122);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random);
    for (const index of order) teachItem(learner, items[index] as Item);
  }
  return learner.trained(numbers);
}

function teachItem(learner: Learner, { vectors, isFake, weight }: Item): void {
  const scores = vectors.map((vector) => learner.score(vector));
  const highest = scores.indexOf(Math.max(...scores));
  // Until something is learned, the scores are current.
  let isChanged = false;
  const learn = (index: number, share: number) => {
    const vector = vectors[index] as Vector;
    learner.learn(vector, isChanged ? learner.score(vector) : (scores[index] as number), isFake, share);
    isChanged = true;
  };
  const share = (weight * OTHER_WINDOWS) / Math.sqrt(vectors.length);
  for (let index = 0; index < vectors.length; index++) {
    if (index === highest) learn(index, weight);
    else if (!isFake) learn(index, share);
  }
}

/** `seen`: how often a feature was trained, by the weight of the examples. */
export type Trained = Weights & { readonly seen: Float32Array };

/**
 * Numbers the features in the order of their first use, so that the weights of one brief lie close together
 * in memory.
 */
class FeatureNumbers {
  private readonly numbers = new Int32Array(WEIGHT_COUNT);
  count = 0;

  of(feature: number): number {
    const known = this.numbers[feature] as number;
    if (known > 0) return known - 1;
    this.numbers[feature] = ++this.count;
    return this.count - 1;
  }

  /** An array by feature of an array by number. */
  byFeature(values: Float32Array): Float32Array {
    return Float32Array.from(this.numbers, (number) => (number === 0 ? 0 : (values[number - 1] as number)));
  }
}

class Learner {
  private readonly seen: Float32Array;
  private readonly weights: Float32Array;
  private readonly squares: Float32Array;
  private readonly bias: Record<Language, number> = { en: 0, es: 0, jp: 0 };
  private readonly biasSquares: Record<Language, number> = { en: 0, es: 0, jp: 0 };

  constructor(count: number) {
    this.seen = new Float32Array(count);
    this.weights = new Float32Array(count);
    this.squares = new Float32Array(count);
  }

  trained(numbers: FeatureNumbers): Trained {
    return { weights: numbers.byFeature(this.weights), bias: this.bias, seen: numbers.byFeature(this.seen) };
  }

  score({ features, values, language }: Vector): number {
    const { weights } = this;
    let sum = this.bias[language];
    for (let at = 0; at < features.length; at++) sum += (weights[features[at] as number] as number) * (values[at] as number);
    return sum;
  }

  learn({ features, values, language }: Vector, score: number, isFake: boolean, weight: number): void {
    const { weights, squares, seen: featureCounts } = this;
    const error = (1 / (1 + Math.exp(-score)) - (isFake ? 1 : 0)) * weight;
    for (let at = 0; at < features.length; at++) {
      const feature = features[at] as number;
      const before = weights[feature] as number;
      featureCounts[feature] = (featureCounts[feature] as number) + weight;
      const slope = error * (values[at] as number) + DECAY * before;
      const sum = (squares[feature] as number) + slope * slope;
      squares[feature] = sum;
      weights[feature] = before - (RATE * slope) / Math.sqrt(sum + SMOOTHING);
    }
    this.biasSquares[language] += error * error;
    this.bias[language] -= (BIAS_RATE * error) / Math.sqrt(this.biasSquares[language] + SMOOTHING);
  }
}

function toVector(reading: Reading, window: Window, numbers: FeatureNumbers, trainable?: Weights): Vector {
  const features: number[] = [];
  const groups: number[] = [];
  const counts = visitFeatures(reading, window, (feature, group) => {
    if (trainable?.weights[feature] === 0) return;
    features.push(numbers.of(feature));
    groups.push(group);
  });
  return {
    features: Int32Array.from(features),
    values: Float32Array.from(groups, (group) => getScale(group, counts[group] as number)),
    language: getWindowLanguage(reading, window),
  };
}

function shuffle(values: number[], random: () => number): void {
  for (let at = values.length - 1; at > 0; at--) {
    const swapWith = Math.floor(random() * (at + 1));
    [values[at], values[swapWith]] = [values[swapWith] as number, values[at] as number];
  }
}
