// The gate as the owner's file and the model have it, ready to judge briefs.
import type { Model } from './model/file.ts';
import { type Lexicon, makeLexicon } from './model/lexicon.ts';
import { type Entry, makeVocabulary, type Vocabulary } from './vocabulary.ts';

/** As the owner's file has it, in words; survives being written as JSON. */
export type PolicyRules = {
  readonly platforms: readonly {
    readonly key: string;
    readonly since: string;
    readonly source: string;
    readonly stops: readonly string[];
  }[];
  readonly entries: readonly Entry[];
};
export type PolicyGate = PolicyRules & { readonly vocabulary: Vocabulary; readonly lexicon: Lexicon; readonly model: Model };

export const openGate = (rules: PolicyRules, model: Model): PolicyGate => ({
  platforms: rules.platforms,
  entries: rules.entries,
  vocabulary: makeVocabulary(rules.entries),
  lexicon: makeLexicon(rules.entries),
  model,
});
