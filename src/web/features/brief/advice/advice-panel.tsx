// Shows how complete the brief is, and advice on its answers.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { memo, useMemo } from 'react';
import type { CatalogueField } from '../../../../modules/catalogue/shapes.ts';
import { UserText } from '../../../../ui/display/user-text.tsx';
import { Meter } from '../../../../ui/feedback/meter.tsx';
import type { DraftAnswers } from '../brief.ts';
import css from './advice-panel.module.css';
import { type Advice, type AdviceLanguage, adviseBrief } from './advise-brief.ts';

export const BriefAdvice = memo(({ fields, answers }: { fields: readonly CatalogueField[]; answers: DraftAnswers }) => {
  const { t } = useLingui();
  const { answered, asked, missing, advice } = useMemo(() => adviseBrief(fields, answers), [fields, answers]);
  return (
    <section className={css.advice} aria-label={t`Your brief so far`}>
      <Meter label={t`Your brief so far`} done={asked === 0 ? 1 : answered / asked} />
      <p>
        <Trans>
          {answered} of {asked} questions answered.
        </Trans>{' '}
        {missing > 0 ? (
          <Plural value={missing} one="# required answer is missing." other="# required answers are missing." />
        ) : (
          <Trans>That’s everything we need.</Trans>
        )}
      </p>
      {advice.length > 0 ? (
        <ul>
          {advice.map((each) => (
            <li key={JSON.stringify(each)}>
              <AdviceText advice={each} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
});

function AdviceText({ advice }: { advice: Advice }) {
  const { t } = useLingui();
  const names: Readonly<Record<AdviceLanguage, string>> = { en: t`English`, es: t`Spanish`, ja: t`Japanese` };
  switch (advice.what) {
    case 'clash':
      return (
        <Trans>
          “<UserText text={advice.phrase} />” is on both lists: to include and to avoid. Please remove one.
        </Trans>
      );
    case 'language': {
      const [written, chosen] = [names[advice.written], names[advice.chosen]];
      return (
        <Trans>
          You wrote this in {written}, but chose {chosen} as the language of the text. Is that right?
        </Trans>
      );
    }
    case 'close': {
      const { label, left } = advice;
      return (
        <Trans>
          {label}: <Plural value={left} one="# character" other="# characters" /> left.
        </Trans>
      );
    }
  }
}
