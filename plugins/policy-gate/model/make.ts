// Builds the model from the corpus: trains, quantizes the weights and sets thresholds by cross-validation.
import { type CorpusBrief, readCorpus } from '../corpus/corpus.ts';
import type { VocabularyEntry } from '../vocabulary.ts';
import { type Language, languages, type Reading, readFeatures } from './features.ts';
import { encodeModel, selectStrongest } from './file.ts';
import { findRelatives, getFold } from './folds.ts';
import { trainKinds } from './kind.ts';
import { makeLexicon } from './lexicon.ts';
import { listWholeText, listWindows, type Pair, scoreWithWholeText, type Weights } from './score.ts';
import { trainWeights } from './train.ts';

/** Maximum share of a language's honest development briefs above the review threshold. */
const MAX_HONEST_HELD = 0.08;
/**
 * Maximum share above the refusal threshold, before its margin: a wrong refusal costs a customer, a wrong
 * review a minute.
 */
const MAX_HONEST_REFUSED = 0.01;
const REFUSAL_MARGIN = 0.75;
/**
 * One template makes many similar briefs, so each counts little. Development briefs are most like those of
 * customers.
 */
const weights = { template: 0.05, training: 1, development: 2 } as const;

type ReadBrief = CorpusBrief & { readonly reading: Reading; readonly weight: number; readonly fold?: number };

export async function makeModel(entries: readonly VocabularyEntry[]): Promise<Buffer> {
  const lexicon = await makeLexicon(entries);
  const training = readCorpus('training').map(
    (brief): ReadBrief => ({
      ...brief,
      reading: readFeatures(brief.text, lexicon),
      weight: brief.template === undefined ? weights.training : weights.template,
    }),
  );
  const development = languages.flatMap((language) =>
    readCorpus('development')
      .filter((brief) => brief.language === language)
      .map(
        (brief, line): ReadBrief => ({
          ...brief,
          reading: readFeatures(brief.text, lexicon),
          weight: weights.development,
          fold: getFold(line),
        }),
      ),
  );
  const kindWeights = trainKinds(
    training.flatMap(({ text, kind }) => (kind ? [{ text, kind }] : [])),
    lexicon,
  );
  const scored = scoreUnseen(training, development).filter(({ brief }) => !brief.isFake);
  const bars = {
    review: createPerLanguage((language) => findBar(scored, language, MAX_HONEST_HELD)),
    refuse: createPerLanguage((language) => findBar(scored, language, MAX_HONEST_REFUSED) + REFUSAL_MARGIN),
  };
  return encodeModel({ ...trainPair([...training, ...development]), kindWeights, bars });
}

function trainPair(briefs: readonly ReadBrief[]): Pair {
  return { windows: trainStoredWeights(briefs, listWindows), wholeText: trainStoredWeights(briefs, listWholeText) };
}

/**
 * Trains twice: the strongest weights, which fit into the file, are trained again without the others, to
 * compensate for the loss.
 */
function trainStoredWeights(briefs: readonly ReadBrief[], windowsFor: typeof listWindows): Weights {
  return trainWeights(briefs, windowsFor, selectStrongest(trainWeights(briefs, windowsFor)));
}

type Scored = readonly { readonly brief: CorpusBrief; readonly score: number }[];

/**
 * Scores each development brief with a model that was trained without its fold and the relatives of the fold.
 */
function scoreUnseen(training: readonly ReadBrief[], development: readonly ReadBrief[]): Scored {
  const natural = [...development, ...training.filter(({ template }) => template === undefined)];
  const made = training.filter(({ template }) => template !== undefined);
  const relatives = findRelatives(natural.map(({ reading }) => reading));
  const folds = [...new Set(development.map(({ fold }) => fold))];
  return folds.flatMap((fold) => {
    const tested = development.filter((brief) => brief.fold === fold);
    const related = new Set(natural.flatMap((brief, index) => (brief.fold === fold ? [index, ...(relatives[index] ?? [])] : [])));
    const model = trainPair([...made, ...natural.filter((_, index) => !related.has(index))]);
    return tested.map((brief) => ({ brief, score: Math.max(...scoreWithWholeText(model, brief.reading, listWindows(brief.reading))) }));
  });
}

const createPerLanguage = (getBar: (language: Language) => number): Record<Language, number> => ({
  en: getBar('en'),
  es: getBar('es'),
  jp: getBar('jp'),
});

/** The lowest score that at most this share of the language's briefs exceed. */
function findBar(scored: Scored, language: Language, share: number): number {
  const scores = scored
    .filter(({ brief }) => brief.language === language)
    .map(({ score }) => score)
    .sort((a, b) => b - a);
  return scores[Math.floor(scores.length * share)] ?? 0;
}
