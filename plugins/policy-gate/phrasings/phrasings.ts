// Customer phrasings by language that the gate must stop or allow. The model learns from all of them.
// Append new phrases, such as ones from customers, to the end of their list.
import { englishPhrasings } from './en.ts';
import { spanishPhrasings } from './es.ts';
import { japanesePhrasings } from './jp.ts';

export type Phrasings = { readonly stop: readonly string[]; readonly pass: readonly string[] };

export const phrasings: Readonly<Record<'en' | 'es' | 'jp', Phrasings>> = {
  en: englishPhrasings,
  es: spanishPhrasings,
  jp: japanesePhrasings,
};
