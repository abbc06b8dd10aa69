// Writes to the desk from the cabinet, with files: a question, perhaps about an order, or the next message of a thread. Files go ahead, as those of a
// brief do, and are the thread's when the message is sent.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { MAX_FILES, MESSAGE_MAX_CHARS } from '../../../modules/support/shapes-sizes.ts';
import { LazyPart } from '../../../ui/display/lazy.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import { SubmitButton } from '../../../ui/forms/submit-button.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { forgetDraft, useForm } from '../../../ui/forms/use-form.ts';
import { answerWords } from '../../i18n/reply-messages.ts';
import { ticketWords } from '../../i18n/support-messages.ts';
import type { BriefAnswer } from '../brief/brief.ts';
import { readKept } from '../brief/files/stored-file.ts';
import css from './message-form.module.css';

const empty = { message: '' };
const loadFiles = () => import('../brief/files/file-field.tsx').then(({ WithFiles }) => WithFiles);
const nothing = () => undefined;
/** Whether its bytes are with the shop; see files-going.ts. */
const isThere = (id: string): boolean => /^[\da-f]{8}-/.test(id);

type Props<A> = {
  /** Of the form: what is typed is kept under it. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Above the message. */
  readonly before?: ReactNode;
  readonly shape: Parameters<typeof useForm<typeof empty, A>>[0]['shape'];
  readonly send: (message: string, files: readonly string[]) => Promise<A>;
  readonly done: (answer: A) => void;
  /** What the button says. */
  readonly children: ReactNode;
};

export function MessageForm<A>({ name, label, hint, before, shape, send, done, children }: Props<A>) {
  const { t } = useLingui();
  const [files, setFiles] = useState<readonly string[]>([]);
  const kept = files.map((each) => readKept(each).id);
  const isComing = kept.some((id) => id.startsWith('coming'));
  const ids = kept.filter(isThere);
  const form = useForm({
    name,
    empty,
    shape,
    words: { ...ticketWords, ...answerWords },
    done: (answer: A) => {
      // The next form begins before this one has forgotten it.
      forgetDraft(name);
      done(answer);
    },
    send: ({ message }) => send(message, ids),
  });
  const give = (_: string, next: BriefAnswer | ((given: BriefAnswer) => BriefAnswer)) =>
    setFiles((now) => {
      const given = typeof next === 'function' ? next(now) : next;
      return typeof given === 'object' ? given : [];
    });
  // What is still on its way would stay behind.
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    if (isComing) event.preventDefault();
    else void form.props.onSubmit(event);
  };
  const question = {
    name: 'files',
    kind: 'file' as const,
    required: false,
    max: MAX_FILES,
    label: t`Files`,
    help: t`Up to 5 files: txt, md, docx, png, jpg or pdf, 10 MB each.`,
  };
  return (
    <form className={css.form} {...form.props} onSubmit={submit}>
      <ErrorSummary of={form.summary} id={`${name}-told`} />
      {before}
      <TextArea of={form.field('message')} label={label} hint={hint} rows={6} maxChars={MESSAGE_MAX_CHARS} />
      <LazyPart load={loadFiles} given={{ question, value: files, said: undefined, give }} failed={nothing} />
      <div>
        <SubmitButton busy={form.busy || isComing} meanwhile={isComing ? t`A file is still on its way…` : t`Sending your message…`}>
          {children}
        </SubmitButton>
        {isComing ? (
          <p className="soft">
            <Trans>A file is still on its way…</Trans>
          </p>
        ) : null}
      </div>
    </form>
  );
}
