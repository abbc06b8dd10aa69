// Shows how complete the brief is, and advice on its answers.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { memo, useMemo } from 'react';
import type { CatalogueField } from '#modules/catalogue/shapes.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { Meter } from '#ui/feedback/meter.tsx';
import type { DraftAnswers } from '../brief.ts';
import css from './advice-panel.module.css';
import { adviseBrief } from './advise-brief.ts';

const AdviceList = createLazyPart(() => import('./advice-list.tsx').then(({ AdviceList }) => AdviceList));

type Props = { readonly fields: readonly CatalogueField[]; readonly hidden: ReadonlySet<string>; readonly answers: DraftAnswers };

export const BriefAdvice = memo(({ fields, hidden, answers }: Props) => {
  const { t } = useLingui();
  const { answered, asked, missing, advice } = useMemo(
    () =>
      adviseBrief(
        fields.filter(({ name }) => !hidden.has(name)),
        answers,
      ),
    [fields, hidden, answers],
  );
  return (
    <section className={css.advice} aria-label={t`Your brief so far`}>
      <Meter label={t`Your brief so far`} done={asked === 0 ? 1 : answered / asked} />
      <p>
        {missing > 0 ? (
          <Plural value={missing} one="# required answer to go." other="# required answers to go." />
        ) : (
          <Trans>That’s everything we need.</Trans>
        )}
      </p>
      {advice.length > 0 ? <AdviceList advice={advice} /> : null}
    </section>
  );
});
