// Logistic regression by AdaGrad in a seeded order, so that training is reproducible.
// Of a fake brief only the most suspicious window is a positive example; of an honest brief all windows are negative.
import { type Language, type Reading, WEIGHT_COUNT } from './features.ts';
import { seededRandom } from './random.ts';
import { languageOf, scaleOf, visitFeatures, type Weights, type Window } from './score.ts';

export type Example = { readonly reading: Reading; readonly isFake: boolean; readonly weight: number };

const EPOCHS = 10;
const DECAY = 5e-3;
const RATE = 0.1;
const BIAS_RATE = 0.02;
const SMOOTHING = 1e-3;
/** How much the other windows of an honest brief count beside the one that looks most fake. */
const OTHER_WINDOWS = 0.4;

type Vector = { readonly features: Int32Array; readonly values: Float32Array; readonly language: Language };
type Item = { readonly vectors: readonly Vector[]; readonly isFake: boolean; readonly weight: number };

/** `windowsFor` says which windows of a text are taught. With `kept`, only the features that have a weight there are taught. */
export function trainWeights(examples: readonly Example[], windowsFor: (reading: Reading) => Window[], kept?: Weights): Trained {
  const items = examples.map(
    ({ reading, isFake, weight }): Item => ({
      isFake,
      weight,
      vectors: windowsFor(reading).map((window) => vectorOf(reading, window, kept)),
    }),
  );
  const learner = new Learner();
  const order = items.map((_, index) => index);
  const random = seededRandom(20_261_122);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random);
    for (const index of order) teach(learner, items[index] as Item);
  }
  return learner;
}

function teach(learner: Learner, { vectors, isFake, weight }: Item): void {
  const scores = vectors.map((vector) => learner.score(vector));
  const highest = scores.indexOf(Math.max(...scores));
  vectors.forEach((vector, index) => {
    if (index === highest) learner.learn(vector, isFake, weight);
    else if (!isFake) learner.learn(vector, false, (weight * OTHER_WINDOWS) / Math.sqrt(vectors.length));
  });
}

/** `seen` says how often a feature was taught. */
export type Trained = Weights & { readonly seen: Float32Array };

class Learner implements Trained {
  readonly seen = new Float32Array(WEIGHT_COUNT);
  readonly weights = new Float32Array(WEIGHT_COUNT);
  readonly bias: Record<Language, number> = { en: 0, es: 0, jp: 0 };
  private readonly squares = new Float32Array(WEIGHT_COUNT);
  private readonly biasSquares: Record<Language, number> = { en: 0, es: 0, jp: 0 };

  score({ features, values, language }: Vector): number {
    let sum = this.bias[language];
    for (let at = 0; at < features.length; at++) sum += (this.weights[features[at] as number] as number) * (values[at] as number);
    return sum;
  }

  learn(vector: Vector, isFake: boolean, weight: number): void {
    const { features, values, language } = vector;
    const error = (1 / (1 + Math.exp(-this.score(vector))) - (isFake ? 1 : 0)) * weight;
    for (let at = 0; at < features.length; at++) {
      const feature = features[at] as number;
      const before = this.weights[feature] as number;
      this.seen[feature] = (this.seen[feature] as number) + weight;
      const slope = error * (values[at] as number) + DECAY * before;
      const squares = (this.squares[feature] as number) + slope * slope;
      this.squares[feature] = squares;
      this.weights[feature] = before - (RATE * slope) / Math.sqrt(squares + SMOOTHING);
    }
    this.biasSquares[language] += error * error;
    this.bias[language] -= (BIAS_RATE * error) / Math.sqrt(this.biasSquares[language] + SMOOTHING);
  }
}

function vectorOf(reading: Reading, window: Window, kept?: Weights): Vector {
  const features: number[] = [];
  const groups: number[] = [];
  const counts = visitFeatures(reading, window, (feature, group) => {
    if (kept?.weights[feature] === 0) return;
    features.push(feature);
    groups.push(group);
  });
  return {
    features: Int32Array.from(features),
    values: Float32Array.from(groups, (group) => scaleOf(group, counts[group] as number)),
    language: languageOf(reading, window),
  };
}

function shuffle(values: number[], random: () => number): void {
  for (let at = values.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [values[at], values[other]] = [values[other] as number, values[at] as number];
  }
}
