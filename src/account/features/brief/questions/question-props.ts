// Props of all kinds of questions.
import type { CatalogueField as Question } from '#modules/catalogue/shapes.ts';
import type { BriefAnswer } from '../brief.ts';
import type { QuestionErrors } from '../brief-errors.ts';
import type { SetAnswer } from '../use-brief.ts';

export type QuestionProps = {
  readonly question: Question;
  readonly value: BriefAnswer;
  readonly errors: QuestionErrors | undefined;
  readonly give: SetAnswer;
};

/** A web address: no spell check, no capitalisation. */
export const urlInput = { type: 'url', spellCheck: false, autoComplete: 'off', placeholder: 'https://' } as const;
