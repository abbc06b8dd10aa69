// What is wrong with a form, on top of it: in words, with a way to each field. It takes the focus, with script or without.
import { Trans, useLingui } from '@lingui/react/macro';
import { type MouseEvent, type ReactNode, useLayoutEffect, useState } from 'react';
import css from './error-summary.module.css';
import { RetryAfter } from './retry-after.tsx';
import type { Summary } from './use-form.ts';

type Props = {
  readonly of: Summary | undefined;
  /** Of its own if more than one form stands on a page. */
  readonly id?: string;
  /** What to do if the form may have been received although no answer came. */
  readonly unanswered?: ReactNode;
};

export function ErrorSummary({ of, id = 'told', unanswered }: Props) {
  const { i18n } = useLingui();
  if (!of) return null;
  const { general, lines, place, waitSeconds, requestId, lost } = of;
  const mayBeDone = of.unanswered ? unanswered : undefined;
  return (
    // biome-ignore lint/a11y/noAutofocus: of a page that answers a form, this is what the reader waits for; script is not needed for it.
    <section ref={place} className={css.summary} aria-labelledby={id} tabIndex={-1} autoFocus>
      <h2 id={id}>{typeof general === 'string' ? general : i18n._(general)}</h2>
      {waitSeconds === undefined ? null : (
        <p>
          <RetryAfter seconds={waitSeconds} />
        </p>
      )}
      {requestId === undefined ? null : <Quote requestId={requestId} />}
      {lost ? (
        <p>
          <Trans>What you typed is still here.</Trans>
        </p>
      ) : null}
      {mayBeDone ? <p>{mayBeDone}</p> : null}
      {lines.length === 0 ? null : (
        <ul>
          {lines.map(({ name, id: field, text, solved, general: isGeneral }) => (
            <li key={name} data-solved={solved ? '' : undefined}>
              {field ? (
                <a href={`#${field}`} onClick={(event) => lead(event, field)}>
                  {isGeneral ? <Named id={field} text={text} /> : text}
                </a>
              ) : (
                text
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A sentence that every field has is said with the label of its own. */
function Named({ id, text }: { id: string; text: string }) {
  const [label, setLabel] = useState('');
  useLayoutEffect(() => setLabel(labelOf(id)), [id]);
  return label ? `${label}: ${text}` : text;
}

const labelOf = (id: string): string => document.querySelector(`label[for="${CSS.escape(id)}"]`)?.firstChild?.textContent?.trim() ?? '';

const Quote = ({ requestId }: { requestId: string }) => (
  <p>
    <Trans>If you write to us, please quote {requestId}.</Trans>
  </p>
);

/** To the field, and without an entry in the history for each look. */
function lead(event: MouseEvent, id: string): void {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  field.focus();
}
