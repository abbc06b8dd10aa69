// Parts of every brief besides its questions: error summary, sections and advice.
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { CatalogueField } from '#modules/catalogue/shapes.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { ErrorSummary, type Summary } from '#ui/forms/error-summary.tsx';
import type { DraftAnswers } from './brief.ts';
import css from './brief-form.module.css';
import type { StepName } from './brief-steps.ts';
import type { Steps } from './use-steps.ts';

const AskPerson = createLazyPart(() => import('./advice/ask-support.tsx').then(({ AskPerson }) => AskPerson));
const BriefAdvice = createLazyPart(() => import('./advice/advice-panel.tsx').then(({ BriefAdvice }) => BriefAdvice));
const QuestionNews = createLazyPart(() => import('./questions/question-news.tsx').then(({ QuestionNews }) => QuestionNews));

type BriefNoticeProps = {
  readonly summary: Summary | undefined;
  readonly service: string;
  readonly fields: readonly CatalogueField[];
  /** Names of the questions that the policy rejected. */
  readonly stops: readonly string[];
  readonly answers: DraftAnswers;
  readonly leadTo?: (id: string) => void;
};

/** Offers support after a policy rejection. */
export function BriefNotice({ summary, service, fields, stops, answers, leadTo }: BriefNoticeProps) {
  if (!summary) return null;
  const stopped = fields
    .filter(({ name }) => stops.includes(name))
    .map(({ name, label }) => ({ name, question: label, text: [answers[name] ?? ''].flat().join('\n') }));
  return (
    <div className={css.told}>
      <ErrorSummary summary={summary} leadTo={leadTo} />
      {stopped.length > 0 ? <AskPerson service={service} stopped={stopped} /> : null}
    </div>
  );
}

export function BriefSection({ title, children }: { title: ReactNode; children: readonly ReactNode[] }) {
  if (children.every((child) => child === null)) return null;
  return (
    <fieldset className={css.part}>
      <legend>{title}</legend>
      <div className={css.questions}>{children}</div>
    </fieldset>
  );
}

type StepProgressProps = { readonly steps: Steps; readonly title: string };

/** On a phone: where one is in the brief. It takes the focus when the step changes. */
export const StepProgress = ({ steps: { index, count, line }, title }: StepProgressProps) => (
  <div className={css.progress}>
    <p ref={line} tabIndex={-1}>
      <b>
        <Trans>
          Step {index + 1} of {count}
        </Trans>
      </b>{' '}
      · {title}
    </p>
    <progress value={index + 1} max={count} aria-hidden="true" />
  </div>
);

type BriefStepProps = { readonly name: StepName; readonly steps: Steps; readonly children: ReactNode };

/** Groups of questions that a phone shows at a time. */
export const BriefStep = ({ name, steps: { current }, children }: BriefStepProps) => (
  <div className={css.step} data-away={name === current ? undefined : ''}>
    {children}
  </div>
);

type AdviceProps = {
  readonly fields: readonly CatalogueField[];
  /** Names of the questions that are not asked now. */
  readonly hidden: ReadonlySet<string>;
  readonly answers: DraftAnswers;
};

export function BriefAdvicePlace(props: AdviceProps) {
  const [first] = useState(props.hidden);
  return (
    <>
      <BriefAdvice {...props} />
      {props.fields.some(({ askedIf }) => askedIf) ? <QuestionNews {...props} first={first} /> : null}
    </>
  );
}
