// Makes the model from the corpus: trains, writes the weights as bytes, and sets the bars on the development briefs.
import { type Brief, readCorpus } from '../corpus/corpus.ts';
import type { Entry } from '../vocabulary.ts';
import { type Language, read } from './features.ts';
import { decodeModel, encodeModel, type Model } from './file.ts';
import { trainKinds } from './kind.ts';
import { makeLexicon } from './lexicon.ts';
import { scoreWindows, type Weights, windowsOf } from './score.ts';
import { trainWeights } from './train.ts';

/** What share of the honest development briefs may be held. */
const MAX_HONEST_HELD = 0.07;
/** How far above the highest honest development brief the bar of refusal lies: a wrong refusal costs a customer, a wrong hold a minute. */
const REFUSAL_MARGIN = 0.75;
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
  const bars = {
    review: perLanguage((language) => sharedBar(scored, language, MAX_HONEST_HELD)),
    refuse: perLanguage((language) => sharedBar(scored, language, 0) + REFUSAL_MARGIN),
  };
  return encodeModel({ ...draft, bars });

  function scoreOf(model: Weights, { text }: Brief): number {
    const reading = read(text, lexicon);
    return Math.max(...scoreWindows(model, reading, windowsOf(reading)));
  }
}

const perLanguage = (barOf: (language: Language) => number): Record<Language, number> => ({
  ...{ en: barOf('en'), es: barOf('es'), jp: barOf('jp') },
});

type Scored = readonly { readonly brief: Brief; readonly score: number }[];
/** Halfway between the language's own bar and that of all: 74 briefs alone would move it by chance. */
const sharedBar = (scored: Scored, language: Language, share: number): number =>
  (barAt(
    scored.filter(({ brief }) => brief.language === language),
    share,
  ) +
    barAt(scored, share)) /
  2;

/** The score that no more than the share of the honest briefs lie above. */
function barAt(scored: Scored, share: number): number {
  const scores = scored.map(({ score }) => score).sort((one, other) => other - one);
  return scores[Math.floor(scores.length * share)] ?? 0;
}
