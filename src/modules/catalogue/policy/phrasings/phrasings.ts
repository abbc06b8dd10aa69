// What customers write, in three languages: what the gate must stop and what it must let pass. Written before the first rule; the model learns from
// all of it. A new phrase, such as one that a customer wrote, goes to the end of its list.
import { english } from './en.ts';
import { spanish } from './es.ts';
import { japanese } from './jp.ts';

export type Phrasings = { readonly stop: readonly string[]; readonly pass: readonly string[] };

export const phrasings: Readonly<Record<'en' | 'es' | 'jp', Phrasings>> = { en: english, es: spanish, jp: japanese };
