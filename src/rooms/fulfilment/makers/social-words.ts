// The words of post kits, in the language of the posts. What stands in brackets is for a person to fill in; nothing promises a result.
import type { TextLanguage } from '../shapes-report.ts';
import { english } from './social-words-en.ts';
import { spanish } from './social-words-es.ts';
import { japanese } from './social-words-ja.ts';
import type { SocialWords } from './social-words-shape.ts';

export const socialWords: Readonly<Record<TextLanguage, SocialWords>> = { en: english, es: spanish, ja: japanese };
