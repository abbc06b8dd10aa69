// Messages of a ticket with author, date and files, in the client area and on the mailed link. Rendered as
// plain text.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentType } from 'react';
import { getDateTag, showDay } from '#lib/time/date.ts';
import type { Thread, TicketFile } from '#modules/support/shapes-threads.ts';
import { usePage } from '#ui/page/context.ts';
import badge from '#ui/styles/badge.module.css';
import { MomentText } from '../../../shared/date-time.tsx';
import css from './thread.module.css';
import { ticketStates } from './ticket-status.ts';

type Message = Thread['messages'][number];
/** How a file is downloaded. */
type AttachmentProps = { readonly save: ComponentType<{ readonly file: TicketFile }> };

export function ThreadState({ status }: Pick<Thread, 'status'>) {
  const { i18n } = useLingui();
  const state = ticketStates[status];
  return <span className={badge[state.badge]}>{i18n._(state.label)}</span>;
}

/** Suffix with the order number; empty if it is about no order. */
export const AboutOrder = ({ orderNumber }: Pick<Thread, 'orderNumber'>) =>
  orderNumber ? (
    <>
      {' · '}
      <Trans>Order {orderNumber}</Trans>
    </>
  ) : null;

export const Messages = ({ messages, save }: AttachmentProps & { readonly messages: readonly Message[] }) => (
  <ol className={css.messages}>
    {messages.map((message) => (
      <li key={message.id}>
        <ThreadMessage message={message} save={save} />
      </li>
    ))}
  </ol>
);

function ThreadMessage({ message, save }: AttachmentProps & { readonly message: Message }) {
  const { id, author, name, text, createdAt, files } = message;
  const { shell } = usePage();
  const isOurs = author === 'desk';
  return (
    <article id={`message-${id}`} tabIndex={-1} className={isOurs ? css.ours : css.theirs} aria-labelledby={`by-${id}`}>
      <header className={css.by} id={`by-${id}`}>
        <b>{isOurs ? <bdi>{name ? `${name}, ${shell.brand}` : shell.brand}</bdi> : <Trans>You</Trans>}</b>
        <When iso={createdAt} />
      </header>
      <p className={css.text} dir="auto">
        {text}
      </p>
      {files.length > 0 ? (
        <ul className={css.files}>
          {files.map((file) => (
            <File key={file.id} file={file} save={save} />
          ))}
        </ul>
      ) : null}
    </article>
  );
}

const moment = JSON.stringify({ dateStyle: 'long', timeStyle: 'short' });

/** The server does not know the reader's time zone: the script of a document does. */
export function When({ iso }: { readonly iso: string }) {
  const { locale, shell } = usePage();
  const { shown, lang } = showDay(iso.slice(0, 'yyyy-mm-dd'.length), shell.dateLocale, locale);
  return typeof window === 'undefined' ? (
    <time dateTime={iso} lang={lang} data-tag={getDateTag(shell.dateLocale, locale)} data-format={moment}>
      {shown}
    </time>
  ) : (
    <MomentText iso={iso} />
  );
}

const File = ({ file, save: Save }: AttachmentProps & { readonly file: TicketFile }) => (
  <li className={css.file}>
    <bdi>{file.name}</bdi>
    <Save file={file} />
  </li>
);
