// A checked text with each finding highlighted and suggested corrections, and a list of all findings.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { isLocale, languageOf } from '#lib/locale.ts';
import fold from '#ui/styles/fold.module.css';
import css from './checked-text.module.css';
import { type Segment, segmentsOf } from './text-segments.ts';
import type { Delivery } from './types.ts';

type TextReport = NonNullable<Delivery['checked']>;
type Finding = TextReport['checks'][number]['findings'][number];
type LabelledFinding = Finding & { readonly title: string; readonly state: string };

export function CheckedTextView({ checked }: { readonly checked: TextReport }) {
  const { i18n } = useLingui();
  const { text, language, numbers, notes, checks } = checked;
  const found = useMemo(
    () => checks.flatMap(({ title, state, findings }) => findings.map((each): LabelledFinding => ({ ...each, title, state }))),
    [checks],
  );
  const segments = useMemo(() => segmentsOf(text, found), [text, found]);
  const lang = isLocale(i18n.locale) ? languageOf(i18n.locale).html : 'en';
  return (
    <div className={css.checked}>
      <div className={css.yours}>
        <h2>
          <Trans>Your text</Trans>
        </h2>
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
        <div className={css.text} lang={language}>
          {segments.map((segment) =>
            segment.begins.length > 0 ? (
              <Marked key={segment.from} segment={segment} lang={lang} />
            ) : segment.isMarked ? (
              <mark key={segment.from}>{segment.text}</mark>
            ) : (
              segment.text
            ),
          )}
        </div>
      </div>
      <div className={css.checks}>
        <h2>
          <Trans>What we checked</Trans>
        </h2>
        {checks.map((check) => (
          <CheckOf key={check.name} check={check} language={language} />
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

type CheckOfProps = { readonly check: TextReport['checks'][number]; readonly language: string };

function CheckOf({ check: { title, state, stateText, sentence, findings, more }, language }: CheckOfProps) {
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

type MarkedProps = { readonly segment: Segment<LabelledFinding>; readonly lang: string };

function Marked({ segment: { text, begins }, lang }: MarkedProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false);
  return (
    <>
      <button
        type="button"
        className={css.found}
        data-state={begins.some(({ state }) => state === 'wrong') ? 'wrong' : 'look'}
        aria-expanded={open}
        {...(open ? { 'aria-controls': id } : {})}
        onClick={() => setOpen(!open)}
        onKeyDown={onKeyDown}
      >
        {text}
        <span className="unseen" lang={lang}>
          {' '}
          ({[...new Set(begins.map(({ title }) => title))].join(', ')})
        </span>
      </button>
      {open ? (
        <span id={id} role="note" lang={lang} className={css.note}>
          {begins.map(({ from, to, title, what, suggestions }) => (
            <span key={`${from} ${to} ${what}`}>
              <b>{title}:</b> {what} {suggestions}
            </span>
          ))}
        </span>
      ) : null}
    </>
  );
}
