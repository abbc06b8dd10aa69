// Questions that expand, with and without JavaScript; the first is open to show that they can.

import { LinkedText } from '#ui/display/linked-text.tsx';
import type { HomeData } from '#ui/page/data.ts';
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
