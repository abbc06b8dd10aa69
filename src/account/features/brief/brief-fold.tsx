// Questions that need no answer now, folded.
import { Plural } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { CatalogueField } from '#modules/catalogue/shapes.ts';
import fold from '#ui/styles/fold.module.css';
import { type DraftAnswers, isAnswered } from './brief.ts';
import css from './brief-fold.module.css';

type FoldProps = {
  readonly className: string | undefined;
  readonly isOpen?: boolean;
  /** An error in it opens it. */
  readonly hasErrors: boolean;
  readonly summary: ReactNode;
  readonly children: ReactNode;
};

export function Fold({ className, isOpen = false, hasErrors, summary, children }: FoldProps) {
  const [open, setOpen] = useState(isOpen);
  const [hadErrors, setHadErrors] = useState(false);
  if (hasErrors !== hadErrors) {
    setHadErrors(hasErrors);
    if (hasErrors) setOpen(true);
  }
  return (
    <details className={className} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      <div className={css.questions}>{children}</div>
    </details>
  );
}

export type FoldedQuestions = {
  readonly questions: readonly CatalogueField[];
  readonly answers: DraftAnswers;
  readonly hasErrors: boolean;
  readonly draw: (question: CatalogueField) => ReactNode;
};

/** Open from the start if something is answered, so that no answer is overlooked. */
export function OptionalQuestions({ questions, answers, hasErrors, draw }: FoldedQuestions) {
  const [isOpen] = useState(() => questions.some(({ name }) => isAnswered(answers[name])));
  return (
    <Fold
      className={`${fold.fold} ${css.optional}`}
      {...{ isOpen, hasErrors }}
      summary={<Plural value={questions.length} one="# optional question" other="# optional questions" />}
    >
      {questions.map(draw)}
    </Fold>
  );
}
