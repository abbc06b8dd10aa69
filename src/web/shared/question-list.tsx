// Questions that open by themselves, with or without script; the first one is open, so that it is clear that there is something inside.
import type { HomeData } from '../router/page-data.ts';
import { LinkedText } from './linked-text.tsx';
import css from './question-list.module.css';

export function QuestionList({ questions }: Pick<HomeData, 'questions'>) {
  return (
    <div>
      {questions.map(({ id, question, answer }, index) => (
        <details key={id} id={id} className={css.question} open={index === 0}>
          <summary>{question}</summary>
          <p>
            <LinkedText text={answer} />
          </p>
        </details>
      ))}
    </div>
  );
}
