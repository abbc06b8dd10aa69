// Texts of post kits by language. Brackets are filled in by a person; no text promises a result.
import type { TextLanguage } from '../../../shapes-report.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { japanese } from './ja.ts';
import type { SocialWords } from './shape.ts';

export const socialWords: Readonly<Record<TextLanguage, SocialWords>> = { en: english, es: spanish, ja: japanese };
