// The answers of a brief with the wording of their questions.
import { useLingui } from '@lingui/react/macro';
import type { CatalogueField } from '../../../../modules/catalogue/shapes.ts';
import type { Answers } from '../../../../modules/orders/shapes.ts';
import { shownAnswers } from '../../brief/shown-answers.ts';

export function BriefAnswers({ fields, answers }: { fields: readonly CatalogueField[]; answers: Answers }) {
  const { t } = useLingui();
  return (
    <dl>
      {shownAnswers(fields, answers, { yes: t`Yes`, no: t`No` }).map(({ name, label, text }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
