// The policy gate: the owner's rules and the trained model.
import { setImmediate } from 'node:timers/promises';
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

/** Takes 100 ms of CPU time, in parts, between which the process can answer. */
export async function openGate({ platforms, entries }: PolicyRules, model: Model): Promise<PolicyGate> {
  await setImmediate();
  const vocabulary = makeVocabulary(entries);
  await setImmediate();
  return { platforms, entries, vocabulary, lexicon: makeLexicon(entries), model };
}
