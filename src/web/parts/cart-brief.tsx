// A brief in short: the first answers, and all of them for who asks.
import { Trans, useLingui } from '@lingui/react/macro';
import type { Field } from '../../rooms/catalogue/shapes.ts';
import type { Answers } from '../../rooms/orders/shapes.ts';
import { type ShownAnswer, shownAnswers } from '../brief-answers.ts';
import css from './cart-line.module.css';

const FIRST = 2;

export function Brief({ fields, answers }: { fields: readonly Field[]; answers: Answers }) {
  const { t } = useLingui();
  const all = shownAnswers(fields, answers, { yes: t`Yes`, no: t`No` });
  const rest = all.slice(FIRST);
  if (all.length === 0) return null;
  return (
    <div className={css.brief}>
      <List answers={all.slice(0, FIRST)} />
      {rest.length === 0 ? null : (
        <details>
          <summary>
            <Trans>Show all answers</Trans>
          </summary>
          <List answers={rest} />
        </details>
      )}
    </div>
  );
}

const List = ({ answers }: { answers: readonly ShownAnswer[] }) => (
  <dl>
    {answers.map(({ name, label, text }) => (
      <div key={name}>
        <dt>{label}</dt>
        <dd>
          <bdi>{text}</bdi>
        </dd>
      </div>
    ))}
  </dl>
);
