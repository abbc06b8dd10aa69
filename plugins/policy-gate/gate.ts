// The policy gate: the owner's rules and the trained model.
import type { Model } from './model/file.ts';
import { type Lexicon, makeLexicon } from './model/lexicon.ts';
import { makeVocabulary, type Vocabulary, type VocabularyEntry } from './vocabulary.ts';

/** The owner's rules as JSON-compatible data. */
export type PolicyRules = {
  readonly platforms: readonly {
    readonly key: string;
    readonly since: string;
    readonly source: string;
    readonly stops: readonly string[];
  }[];
  readonly entries: readonly VocabularyEntry[];
};
export type PolicyGate = PolicyRules & { readonly vocabulary: Vocabulary; readonly lexicon: Lexicon; readonly model: Model };

export const openGate = async (rules: PolicyRules, model: Model): Promise<PolicyGate> => ({
  platforms: rules.platforms,
  entries: rules.entries,
  vocabulary: await makeVocabulary(rules.entries),
  lexicon: await makeLexicon(rules.entries),
  model,
});
