// Message form of the client area, with files: a new ticket or a reply. Files are uploaded first and attached
// when the message is sent.

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { MAX_FILES, MESSAGE_MAX_CHARS } from '#modules/support/shapes-sizes.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { ticketWords } from '#ui/i18n/support-messages.ts';
import { useAccountForm } from '../../shared/use-account-form.ts';
import type { BriefAnswer } from '../brief/brief.ts';
import { readStoredFile } from '../brief/files/stored-file.ts';
import css from './message-form.module.css';

const empty = { message: '' };
const WithFiles = createLazyPart(() => import('../brief/files/file-field.tsx').then(({ WithFiles }) => WithFiles));
/** Whether the upload has finished; see brief/files/use-file-uploads.ts. */
const isThere = (id: string): boolean => /^[\da-f]{8}-/.test(id);

type Props<A> = {
  /** Name of the form; its draft is stored under it. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Above the message. */
  readonly before?: ReactNode;
  readonly shape: Parameters<typeof useAccountForm<typeof empty, A>>[0]['shape'];
  readonly send: (message: string, files: readonly string[]) => Promise<A>;
  readonly onDone: (answer: A) => void;
  /** Label of the button. */
  readonly children: ReactNode;
};

export function MessageForm<A>({ name, label, hint, before, shape, send, onDone, children }: Props<A>) {
  const { t } = useLingui();
  const [files, setFiles] = useState<readonly string[]>([]);
  const fileIds = files.map((each) => readStoredFile(each).id);
  const isComing = fileIds.some((id) => id.startsWith('coming'));
  const ids = fileIds.filter(isThere);
  const form = useAccountForm({
    name,
    empty,
    shape,
    words: { ...ticketWords, ...answerWords },
    onDone,
    send: ({ message }) => send(message, ids),
  });
  const give = (_: string, next: BriefAnswer | ((current: BriefAnswer) => BriefAnswer)) =>
    setFiles((now) => {
      const updated = typeof next === 'function' ? next(now) : next;
      return typeof updated === 'object' ? updated : [];
    });
  // Files that are still uploading would not be attached.
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
    help: t`Up to 5 files of up to 10 MB each: documents, pictures, audio or video.`,
  };
  return (
    <form className={css.form} {...form.props} onSubmit={submit}>
      <ErrorSummary summary={form.summary} id={`${name}-told`} />
      {before}
      <TextArea field={form.field('message')} label={label} hint={hint} rows={6} maxChars={MESSAGE_MAX_CHARS} />
      <WithFiles question={question} value={files} errors={undefined} give={give} />
      <div>
        <SubmitButton
          text={children}
          busy={form.busy || isComing}
          meanwhile={isComing ? t`A file is still uploading…` : t`Sending your message…`}
        />
        {isComing ? <p className="soft">{t`A file is still uploading…`}</p> : null}
      </div>
    </form>
  );
}

const answerWords: Readonly<Record<string, MessageDescriptor>> = {
  'ticket.empty': msg`Write a message.`,
};
