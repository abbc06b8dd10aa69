// Texts of post kits by language. Brackets are filled in by a person; no text promises a result.
import type { TextLanguage } from '../../../shapes-report.ts';
import { englishSocialWords } from './en.ts';
import { spanishSocialWords } from './es.ts';
import { japaneseSocialWords } from './ja.ts';
import type { SocialWords } from './shape.ts';

export const socialWords: Readonly<Record<TextLanguage, SocialWords>> = {
  en: englishSocialWords,
  es: spanishSocialWords,
  ja: japaneseSocialWords,
};
