// Error summary above a form, with a link to each field. It takes the focus, with and without JavaScript.
import { Trans, useLingui } from '@lingui/react/macro';
import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import css from './error-summary.module.css';
import { RetryAfter } from './retry-after.tsx';
import type { Summary } from './use-form.ts';

type Props = {
  readonly of: Summary | undefined;
  /** Needed if a page has more than one form. */
  readonly id?: string;
  /** What to do if the form may have been received although no response came. */
  readonly unanswered?: ReactNode;
  /** Focuses a field that may be hidden; without it, every field can take the focus. */
  readonly leadTo?: ((id: string) => void) | undefined;
};

export function ErrorSummary({ of, id = 'told', unanswered, leadTo }: Props) {
  const { i18n } = useLingui();
  if (!of) return null;
  const { general, lines, place, waitSeconds, requestId, lost } = of;
  const mayBeDone = of.unanswered ? unanswered : undefined;
  return (
    // biome-ignore lint/a11y/noAutofocus: on a page that answers a posted form, the reader waits for this; it works without JavaScript.
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
                <a href={`#${field}`} onClick={(event) => lead(event, field, leadTo)}>
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

/** A message that does not name its field is shown with the field's label. */
function Named({ id, text }: { id: string; text: string }) {
  // The label is elsewhere in the document, so it is read from there; the server renders the message alone.
  const label = useSyncExternalStore(
    never,
    () => labelOf(id),
    () => '',
  );
  return label ? `${label}${document.documentElement.lang === 'ja' ? '：' : ': '}${text}` : text;
}

const never = () => () => undefined;
const labelOf = (id: string): string => document.querySelector(`label[for="${CSS.escape(id)}"]`)?.firstChild?.textContent?.trim() ?? '';

const Quote = ({ requestId }: { requestId: string }) => (
  <p>
    <Trans>If you write to us, please quote {requestId}.</Trans>
  </p>
);

/** Focuses the field without adding a history entry. */
function lead(event: MouseEvent, id: string, leadTo: Props['leadTo']): void {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  if (leadTo) leadTo(id);
  else field.focus();
}
