// The words of post kits, in the language of the posts. What stands in brackets is for a person to fill in; nothing promises a result.
import type { TextLanguage } from '../../../shapes-report.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { japanese } from './ja.ts';
import type { SocialWords } from './shape.ts';

export const socialWords: Readonly<Record<TextLanguage, SocialWords>> = { en: english, es: spanish, ja: japanese };
