// What every kind of question is drawn from.
import type { Field as Question } from '../../rooms/catalogue/shapes.ts';
import type { Given } from '../brief.ts';
import type { Said } from '../use-brief.ts';

/** The answer, or what becomes of the one that is there. */
export type Give = (name: string, next: Given | ((given: Given) => Given)) => void;

export type QuestionProps = {
  readonly question: Question;
  readonly value: Given;
  readonly said: Said | undefined;
  readonly give: Give;
};

/** An address is no word of a language. */
export const urlInput = { type: 'url', spellCheck: false, autoCapitalize: 'none', autoComplete: 'off', placeholder: 'https://' } as const;
