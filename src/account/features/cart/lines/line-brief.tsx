// The answers of a line's brief, on demand.
import { Trans } from '@lingui/react/macro';
import type { CatalogueField } from '#modules/catalogue/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import { LinkedAddresses } from '#ui/display/linked-addresses.tsx';
import { shownAnswers } from '../../brief/shown-answers.ts';
import { useSaid } from '../../brief/use-said.ts';
import css from './line-item.module.css';

export function LineBrief({ fields, answers }: { fields: readonly CatalogueField[]; answers: Answers }) {
  const said = useSaid();
  const shown = shownAnswers(fields, answers, said);
  if (shown.length === 0) return null;
  return (
    <details className={css.brief}>
      <summary>
        <Trans>Show brief</Trans>
      </summary>
      <dl>
        {shown.map(({ name, label, text }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <bdi>
                <LinkedAddresses text={text} />
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
