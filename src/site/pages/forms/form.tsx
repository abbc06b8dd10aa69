// A form of a document: the browser posts it to its page, or its script sends a call
// (src/site/enhance/forms.ts).

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { getLanguage } from '#lib/locale.ts';
import type { PostedForm } from '#lib/rendering.ts';
import { type ApiError, apiErrorMessages, toApiError } from '#ui/api/api-error.ts';
import { Button } from '#ui/display/button.tsx';
import summary from '#ui/forms/error-summary.module.css';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import field from '#ui/forms/field.module.css';
import { fieldWords } from '#ui/forms/form-messages.ts';
import { usePage } from '#ui/page/context.ts';
import type { Call } from '../../../api.ts';
import type { FormTexts } from '../../enhance/form-texts.ts';

type Props = {
  /** Prefix of the field ids, and the key of the draft. */
  readonly name: string;
  readonly to: string;
  /** The form as the browser posted it, and the server's errors. */
  readonly posted?: PostedForm | undefined;
  /** Absent: the browser posts the form. */
  readonly call?: Call;
  /** The page after the call, with names of its answer in braces. */
  readonly next?: string;
  /** The call begins a session: the toast after it. */
  readonly begins?: string;
  /**
   * After the call, the page's title and what is below it; an element with `data-value` gets the value of the
   * field that it names.
   */
  readonly done?: { readonly title: string; readonly content: ReactNode };
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

export const Form = ({ name, to, posted, call, next, begins, done, className, children }: Props) => (
  <form className={className} method="post" action={to} noValidate data-form={name} data-call={call} data-next={next} data-begins={begins}>
    <Template />
    {posted ? <PostedErrors name={name} posted={posted} /> : null}
    {children}
    {done ? <template data-title={done.title}>{done.content}</template> : null}
  </form>
);

/** What the script shows: a summary, an error at a field, and texts. */
function Template() {
  const texts = useFormTexts();
  return (
    <template data-texts={JSON.stringify(texts)}>
      <section className={summary.summary} tabIndex={-1} />
      <p className={field.error} />
    </template>
  );
}

const MAX_WAIT_MINUTES = 60;

function useFormTexts(): FormTexts {
  const { i18n, t } = useLingui();
  const rules = new Intl.PluralRules(getLanguage(usePage().locale).intl);
  const requestId = '#';
  const retry = Array.from({ length: MAX_WAIT_MINUTES }, (_, index) => index + 1).map((minutes) => [
    rules.select(minutes),
    t`${plural(minutes, { one: 'Try again in # minute.', other: 'Try again in # minutes.' })}`.replace(String(minutes), '#'),
  ]);
  return {
    general: Object.fromEntries(Object.values(apiErrorMessages).map((message) => [message.id, i18n._(message)])),
    required: i18n._(fieldWords['field.required']),
    short: i18n._(fieldWords['field.invalid']),
    format: i18n._(fieldWords['field.format']),
    retry: Object.fromEntries(retry),
    quote: t`If you write to us, please quote ${requestId}.`,
    typed: t`What you typed is still here.`,
    title: t`Error:`,
  };
}

export function PostedErrors({ name, posted }: { readonly name: string; readonly posted: PostedForm }) {
  const error = readPostedError(posted);
  const { '': _, ...fields } = error.errors;
  const lines = Object.entries(fields).map(([field, texts]) => ({
    ...{ name: field, text: texts.join(' '), solved: false },
    id: Object.hasOwn(posted.values, field) ? `${name}-${field}` : undefined,
  }));
  return <ErrorSummary summary={{ error, lines }} />;
}

/** Says that it is busy, and stays enabled. */
export const SubmitButton = ({ text, meanwhile }: { readonly text: ReactNode; readonly meanwhile?: string }) => (
  <div>
    <Button text={text} look="main" type="submit" />
    {meanwhile ? <span role="status" className="unseen" data-meanwhile={meanwhile} /> : null}
  </div>
);

/** Turns the server's response to a natively posted form into an ApiError. Pure. */
const readPostedError = ({ status, retryAfterSeconds, ...problem }: PostedForm): ApiError =>
  toApiError(status, JSON.stringify(problem), retryAfterSeconds === undefined ? null : String(retryAfterSeconds));
