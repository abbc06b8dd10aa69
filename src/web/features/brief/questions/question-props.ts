// What every kind of question is drawn from.
import type { Field as Question } from '../../../../modules/catalogue/shapes.ts';
import type { BriefAnswer } from '../brief.ts';
import type { Give, Said } from '../use-brief.ts';

export type QuestionProps = {
  readonly question: Question;
  readonly value: BriefAnswer;
  readonly said: Said | undefined;
  readonly give: Give;
};

/** An address is no word of a language. */
export const urlInput = { type: 'url', spellCheck: false, autoComplete: 'off', placeholder: 'https://' } as const;
