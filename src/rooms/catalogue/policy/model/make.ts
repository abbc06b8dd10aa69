// Makes the model from the corpus: trains, writes the weights as bytes, and sets the bars on the development briefs.
import { type Brief, readCorpus } from '../corpus/corpus.ts';
import type { Entry } from '../vocabulary.ts';
import { type Language, languages, makeLexicon, read } from './features.ts';
import { decodeModel, encodeModel, type Model } from './file.ts';
import { trainKinds } from './kind.ts';
import { scoreWindows, type Weights, windowsOf } from './score.ts';
import { trainWeights } from './train.ts';

/** What share of the honest development briefs of a language may be held, and refused. */
const MAX_HONEST_HELD = 0.08;
const MAX_HONEST_REFUSED = 0.015;
const TEMPLATE_WEIGHT = 0.35;

export function makeModel(entries: readonly Entry[]): Buffer {
  const lexicon = makeLexicon(entries);
  const briefs = readCorpus('training');
  const weights = trainWeights(
    briefs.map(({ text, isFake, template }) => ({ text, isFake, weight: template === undefined ? 1 : TEMPLATE_WEIGHT })),
    lexicon,
  );
  const kindWeights = trainKinds(
    briefs.flatMap(({ text, kind }) => (kind ? [{ text, kind }] : [])),
    lexicon,
  );
  const none = { en: 0, es: 0, jp: 0 };
  const draft: Model = { ...{ weights: weights.weights, bias: weights.bias }, kindWeights, bars: { review: none, refuse: none } };
  // The bars belong to the weights as they are in the file, rounded.
  const rounded = decodeModel(encodeModel(draft));
  const honest = readCorpus('development').filter(({ isFake }) => !isFake);
  const scored = honest.map((brief) => ({ brief, score: scoreOf(rounded, brief) }));
  const barsAt = (share: number) =>
    Object.fromEntries(languages.map((language) => [language, barAt(scored, language, share)])) as Record<Language, number>;
  return encodeModel({ ...draft, bars: { review: barsAt(MAX_HONEST_HELD), refuse: barsAt(MAX_HONEST_REFUSED) } });

  function scoreOf(model: Weights, { text }: Brief): number {
    const reading = read(text, lexicon);
    return Math.max(...scoreWindows(model, reading, windowsOf(reading)));
  }
}

/** The score that no more than the share of the language's honest briefs lie above. */
function barAt(scored: readonly { brief: Brief; score: number }[], language: Language, share: number): number {
  const scores = scored.flatMap(({ brief, score }) => (brief.language === language ? [score] : [])).sort((one, other) => other - one);
  return scores[Math.floor(scores.length * share)] ?? 0;
}
