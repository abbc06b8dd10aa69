// What customers write, in three languages: what the gate must stop and what it must let pass. Written before the first rule.
//
// The discipline, without which the numbers mean nothing: each list is split by index. The even half is for writing rules and may be looked at,
// phrase by phrase. The odd half is held out: rules are never written, mended or tuned because of it. Only its two error rates are read, at the
// end of a change, and written down as they are (policy.test.ts, docs/decisions). A new phrase, such as one that a customer wrote, goes to the
// end of its list, before the rules are changed for it. Phrases are never moved, mended or taken out to please the rules.
import { english } from './phrasings.en.ts';
import { spanish } from './phrasings.es.ts';
import { japanese } from './phrasings.jp.ts';

export type Phrasings = { readonly stop: readonly string[]; readonly pass: readonly string[] };

export const phrasings: Readonly<Record<'en' | 'es' | 'jp', Phrasings>> = { en: english, es: spanish, jp: japanese };

export const halfOf = (phrases: readonly string[], half: 'development' | 'heldOut'): string[] =>
  phrases.filter((_, index) => (index % 2 === 0) === (half === 'development'));
