// Measures the gate on unseen briefs by language, against required rates.
import { type CorpusBrief, readCorpus } from './corpus/corpus.ts';
import type { PolicyGate } from './gate.ts';
import { judgeText } from './judge.ts';
import { type Language, languages } from './model/features.ts';

export type Figures = {
  readonly language: Language;
  readonly fake: number;
  readonly honest: number;
  /** Share of fake briefs caught, and of honest briefs affected. */
  readonly caught: number;
  readonly notRefused: number;
  readonly notHeld: number;
};
export const bars = { caught: 0.92, notRefused: 0.97, notHeld: 0.9 } as const;

export function measureGate(gate: PolicyGate): Figures[] {
  const briefs = readCorpus('heldout');
  return languages.map((language) =>
    countOutcomes(
      gate,
      briefs.filter((brief) => brief.language === language),
      language,
    ),
  );
}

function countOutcomes(gate: PolicyGate, briefs: readonly CorpusBrief[], language: Language): Figures {
  const outcomes = briefs.map(({ text, isFake }) => ({ isFake, outcome: judgeText(gate, { text })?.outcome }));
  const fake = outcomes.filter(({ isFake }) => isFake);
  const honest = outcomes.filter(({ isFake }) => !isFake);
  return {
    language,
    fake: fake.length,
    honest: honest.length,
    caught: fake.filter(({ outcome }) => outcome !== undefined).length / fake.length,
    notRefused: honest.filter(({ outcome }) => outcome !== 'refuse').length / honest.length,
    notHeld: honest.filter(({ outcome }) => outcome === undefined).length / honest.length,
  };
}
