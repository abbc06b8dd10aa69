// Questions that expand, with and without JavaScript; the first is open to show that they can.
import type { HomeData } from '../router/page/data.ts';
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
