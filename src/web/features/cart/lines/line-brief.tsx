// Summary of a brief: the first answers, and all of them on demand.
import { Trans, useLingui } from '@lingui/react/macro';
import type { CatalogueField } from '../../../../modules/catalogue/shapes.ts';
import type { Answers } from '../../../../modules/orders/shapes.ts';
import { type ShownAnswer, shownAnswers } from '../../brief/shown-answers.ts';
import css from './line-item.module.css';

const FIRST = 2;
/** Longer answers are shortened at first. */
const SHORT_CHARS = 160;

export function LineBrief({ fields, answers }: { fields: readonly CatalogueField[]; answers: Answers }) {
  const { t } = useLingui();
  const all = shownAnswers(fields, answers, { yes: t`Yes`, no: t`No` });
  const first = all.slice(0, FIRST);
  const isAll = first.length === all.length && first.every(({ text }) => text.length <= SHORT_CHARS);
  if (all.length === 0) return null;
  return (
    <div className={css.brief}>
      <List answers={first} />
      {isAll ? null : (
        <details>
          <summary>
            <Trans>Show all answers</Trans>
          </summary>
          <List answers={all} />
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
