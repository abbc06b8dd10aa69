// A passage with findings: opens what they say, and takes a suggestion or leaves the passage as it is.
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Button } from '#ui/display/button.tsx';
import css from './checked-text.module.css';
import { type Choice, type Choices, isDecidable } from './choices.ts';
import type { Segment } from './text-segments.ts';
import type { Delivery } from './types.ts';

type Finding = NonNullable<Delivery['checked']>['checks'][number]['findings'][number];
/** `index`: its place in the report. */
export type LabelledFinding = Finding & { readonly title: string; readonly state: string; readonly index: number };

type Decide = (index: number, choice: Choice | undefined) => void;

type MarkedProps = {
  readonly segment: Segment<LabelledFinding>;
  /** The whole text. */
  readonly text: string;
  readonly lang: string;
  readonly choices: Choices;
  readonly decide: Decide;
};

export function Marked({ segment, text, lang, choices, decide }: MarkedProps) {
  const { t } = useLingui();
  const { begins } = segment;
  const [open, setOpen] = useState(false);
  const mark = useRef<HTMLButtonElement>(null);
  const id = useId();
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    setOpen(false);
    mark.current?.focus();
  };
  const taken = begins.find(({ index }) => typeof choices[index] === 'number');
  const isLeft = begins.some(({ index }) => choices[index] === 'left');
  const outcome = taken ? t`corrected` : isLeft ? t`kept` : '';
  const titles = [...new Set(begins.map(({ title }) => title)), outcome].filter(Boolean).join(', ');
  const decideAndClose: Decide = (index, choice) => {
    decide(index, choice);
    setOpen(false);
    mark.current?.focus();
  };
  return (
    <>
      <button
        ref={mark}
        type="button"
        className={css.found}
        data-state={taken ? 'taken' : isLeft ? 'left' : begins.some(({ state }) => state === 'wrong') ? 'wrong' : 'look'}
        aria-expanded={open}
        {...(open ? { 'aria-controls': id } : {})}
        onClick={() => setOpen(!open)}
        onKeyDown={onKeyDown}
      >
        {taken ? <Replaced finding={taken} was={text.slice(taken.from, taken.to)} choice={choices[taken.index]} /> : segment.text}
        <span className="unseen" lang={lang}>
          {' '}
          ({titles})
        </span>
      </button>
      {open ? (
        <span id={id} role="note" lang={lang} className={css.note}>
          {begins.map((finding) => (
            <span key={finding.index}>
              <b>{finding.title}:</b> {finding.what} {finding.suggestions}
              {isDecidable(finding) ? (
                <FindingChoice finding={finding} choice={choices[finding.index]} decide={decideAndClose} onKeyDown={onKeyDown} />
              ) : null}
            </span>
          ))}
        </span>
      ) : null}
    </>
  );
}

type ReplacedProps = { readonly finding: LabelledFinding; readonly was: string; readonly choice: Choice | undefined };

const Replaced = ({ finding, was, choice }: ReplacedProps) => (
  <>
    <del>{was}</del>
    <ins>{typeof choice === 'number' ? finding.replacements[choice] : ''}</ins>
  </>
);

type FindingChoiceProps = {
  readonly finding: LabelledFinding;
  readonly choice: Choice | undefined;
  readonly decide: Decide;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

function FindingChoice({ finding: { index, replacements }, choice, decide, onKeyDown }: FindingChoiceProps) {
  return (
    <span className={css.choices}>
      {replacements.map((replacement, place) =>
        choice === place ? null : (
          <Button
            key={replacement}
            text={replacement === '' ? <Trans>Leave it out</Trans> : <Trans>Use “{replacement}”</Trans>}
            small
            onClick={() => decide(index, place)}
            onKeyDown={onKeyDown}
          />
        ),
      )}
      {choice === undefined ? (
        <Button text={<Trans>Keep as it is</Trans>} small onClick={() => decide(index, 'left')} onKeyDown={onKeyDown} />
      ) : (
        <Button text={<Trans>Undo</Trans>} small onClick={() => decide(index, undefined)} onKeyDown={onKeyDown} />
      )}
    </span>
  );
}
