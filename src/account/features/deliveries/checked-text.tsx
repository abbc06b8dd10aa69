// A checked text with each finding highlighted, to take or to leave, and a list of all findings.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { getLanguage, isLocale } from '#lib/locale.ts';
import { readDraft, saveDraft } from '#ui/browser/draft-store.ts';
import { getDraftKey } from '#ui/browser/storage.ts';
import fold from '#ui/styles/fold.module.css';
import css from './checked-text.module.css';
import { type Choice, type Choices, keepChoices, readChoices, setChoice, takeAll } from './choices.ts';
import { CorrectionBar } from './correction-bar.tsx';
import { type LabelledFinding, Marked } from './marked-finding.tsx';
import { splitSegments } from './text-segments.ts';
import type { Delivery } from './types.ts';

type TextReport = NonNullable<Delivery['checked']>;

export function CheckedTextView({ delivery, checked }: { readonly delivery: Delivery; readonly checked: TextReport }) {
  const { t, i18n } = useLingui();
  const { text, language, numbers, notes, checks } = checked;
  const found = useMemo(
    () =>
      checks
        .flatMap(({ title, state, findings }) => findings.map((each) => ({ ...each, title, state })))
        .map((each, index): LabelledFinding => ({ ...each, index })),
    [checks],
  );
  const segments = useMemo(() => splitSegments(text, found), [text, found]);
  const [choices, decide, decideAll] = useChoices(delivery.id, found);
  const lang = isLocale(i18n.locale) ? getLanguage(i18n.locale).html : 'en';
  const takenFindings = found.filter(({ index }) => typeof choices[index] === 'number');
  /** Inside a passage that is replaced, and not its beginning. */
  const isReplaced = (at: number) => takenFindings.some(({ from, to }) => from < at && at < to);
  return (
    <div className={css.checked}>
      <div className={css.yours}>
        <h2>{t`Your text`}</h2>
        <p className={css.soft}>{numbers.map(({ name, text: value }) => `${name} ${value}`).join(' · ')}</p>
        <p className={css.soft}>
          {found.length === 0 ? (
            <Trans>No findings.</Trans>
          ) : (
            <Plural
              value={found.length}
              one="# finding. Select it to see what we suggest."
              other="# findings. Select one to see what we suggest."
            />
          )}
        </p>
        <CorrectionBar {...{ delivery, text, found, choices, decideAll }} />
        <div className={css.text} lang={language}>
          {segments.map((segment) =>
            isReplaced(segment.from) ? null : segment.begins.length > 0 ? (
              <Marked key={segment.from} {...{ segment, text, lang, choices, decide }} />
            ) : segment.isMarked ? (
              <mark key={segment.from}>{segment.text}</mark>
            ) : (
              segment.text
            ),
          )}
        </div>
      </div>
      <div className={css.checks}>
        <h2>{t`What we checked`}</h2>
        {checks.map((check) => (
          <TextCheck key={check.name} check={check} language={language} />
        ))}
        {notes.map((note) => (
          <p key={note} className={css.soft}>
            {note}
          </p>
        ))}
      </div>
    </div>
  );
}

/** Kept in this tab, as drafts are. */
function useChoices(
  deliveryId: string,
  found: readonly LabelledFinding[],
): readonly [Choices, (index: number, choice: Choice | undefined) => void, () => void] {
  const key = getDraftKey(`checked-${deliveryId}`);
  const [choices, setChoices] = useState(() => readChoices(readDraft(key), found));
  const keep = (next: Choices) => {
    setChoices(next);
    saveDraft(key, () => keepChoices(next) || null);
  };
  return [choices, (index, choice) => keep(setChoice(found, choices, index, choice)), () => keep(takeAll(found, choices))];
}

type TextCheckProps = { readonly check: TextReport['checks'][number]; readonly language: string };

function TextCheck({ check: { title, state, stateText, sentence, findings, more }, language }: TextCheckProps) {
  return (
    <section className={css.check}>
      <h3>
        {title} <span data-state={state}>{stateText}</span>
      </h3>
      <p>{sentence}</p>
      {findings.length > 0 ? (
        <details className={fold.fold}>
          <summary>
            <Plural value={findings.length} one="Show # finding" other="Show # findings" />
          </summary>
          <ul>
            {findings.map(({ from, to, quoted, what, suggestions }) => (
              <li key={`${from} ${to} ${what}`}>
                <span lang={language}>{quoted}</span> {what} <b>{suggestions}</b>
              </li>
            ))}
          </ul>
          {more ? <p className={css.soft}>{more}</p> : null}
        </details>
      ) : null}
    </section>
  );
}
