// Error summary above a form, with a link to each field. It takes the focus, with and without JavaScript.
import { Trans, useLingui } from '@lingui/react/macro';
import { type MouseEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { type ApiError, NETWORK_ERROR, NoResponseError } from '../api/api-error.ts';
import css from './error-summary.module.css';
import { RetryAfter } from './retry-after.tsx';

export type Summary = {
  /** The same object until the next submit, so that the summary takes the focus once. */
  readonly error: ApiError;
  /**
   * Unchanged until the next submit, so that nothing moves while the visitor types. `solved`: edited since
   * then. `general`: the message does not name the field.
   */
  readonly lines: readonly {
    readonly name: string;
    readonly id: string | undefined;
    readonly text: string;
    readonly solved: boolean;
    readonly general?: boolean;
  }[];
};

/** In the order of the form, a line of a list at its field; what is no field of the form comes last. */
export function sortLines<L extends { readonly name: string }>(lines: readonly L[], names: readonly string[]): readonly L[] {
  const rank = ({ name }: L) => {
    const place = names.indexOf(name.split('[', 1)[0] ?? name);
    return place < 0 ? names.length : place;
  };
  return lines.toSorted((a, b) => rank(a) - rank(b));
}

type Props = {
  readonly summary: Summary | undefined;
  /** Needed if a page has more than one form. */
  readonly id?: string;
  /** What to do if no response came, although the form may have been received. */
  readonly unanswered?: ReactNode;
  /** Focuses a field that may be hidden; without it, every field can take the focus. */
  readonly leadTo?: ((id: string) => void) | undefined;
};

export const ErrorSummary = ({ summary, ...props }: Props) => (summary ? <Errors {...summary} {...props} /> : null);

function Errors({ error, lines, id = 'told', unanswered, leadTo }: Omit<Props, 'summary'> & Summary) {
  const { t, i18n } = useLingui();
  const { general, waitSeconds, requestId } = error;
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // A submit that fails again has another error.
    if (error) place.current?.focus();
  }, [error]);
  useErrorTitle(true);
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
      {error.status === NETWORK_ERROR ? <p>{t`What you typed is still here.`}</p> : null}
      {unanswered && error instanceof NoResponseError ? <p>{unanswered}</p> : null}
      {lines.length === 0 ? null : (
        <ul>
          {lines.map(({ name, id: field, text, solved, general: isGeneral }) => (
            <li key={name} data-solved={solved ? '' : undefined}>
              {field ? (
                <a href={`#${field}`} onClick={(event) => focusField(event, field, leadTo)}>
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
    subscribeToNothing,
    () => findLabel(id),
    () => '',
  );
  return label ? `${label}${document.documentElement.lang === 'ja' ? '：' : ': '}${text}` : text;
}

const subscribeToNothing = () => () => undefined;
const findLabel = (id: string): string => document.querySelector(`label[for="${CSS.escape(id)}"]`)?.firstChild?.textContent?.trim() ?? '';

const Quote = ({ requestId }: { requestId: string }) => (
  <p>
    <Trans>If you write to us, please quote {requestId}.</Trans>
  </p>
);

/** Focuses the field without adding a history entry. */
function focusField(event: MouseEvent, id: string, leadTo: Props['leadTo']): void {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  if (leadTo) leadTo(id);
  else field.focus();
}

/**
 * The title says first that there is an error. The layout resets the title on navigation and language change.
 */
export function useErrorTitle(hasError: boolean): void {
  const { t } = useLingui();
  const prefix = `${t`Error:`} `;
  useEffect(() => {
    if (!hasError) return undefined;
    if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
    return () => {
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [hasError, prefix]);
}
