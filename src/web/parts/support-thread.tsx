// What was written, by whom and when, with the files: the same in the cabinet and by a mailed link. What people wrote is text and nothing else.
import { Trans, useLingui } from '@lingui/react/macro';
import type { Thread, TicketFile } from '../../rooms/support/shapes-threads.ts';
import { ticketStates } from '../ticket-states.ts';
import { useAlive } from '../ui/alive.ts';
import badge from '../ui/badge.module.css';
import button from '../ui/button.module.css';
import { useAct } from '../ui/use-act.ts';
import { useVisit } from '../visit.ts';
import { MomentOf } from './moment.tsx';
import css from './support-thread.module.css';

type Message = Thread['messages'][number];
/** Fetches the bytes of a file of the thread, and hands them over. */
export type SaveFile = (file: TicketFile) => Promise<void>;
/** Of the two, how a file is saved: by a call, or at an address that the browser can open itself. */
type Saving = { readonly save?: SaveFile; readonly addressOf?: (file: TicketFile) => string };

export function StateOf({ status }: Pick<Thread, 'status'>) {
  const { i18n } = useLingui();
  const state = ticketStates[status];
  return <span className={badge[state.badge]}>{i18n._(state.label)}</span>;
}

/** Behind what stands before it; nothing where it is about no order. */
export const AboutOrder = ({ orderNumber }: Pick<Thread, 'orderNumber'>) =>
  orderNumber ? (
    <>
      {' · '}
      <Trans>Order {orderNumber}</Trans>
    </>
  ) : null;

export const Messages = ({ messages, ...saving }: Saving & { readonly messages: readonly Message[] }) => (
  <ol className={css.messages}>
    {messages.map((message) => (
      <li key={message.id}>
        <One message={message} {...saving} />
      </li>
    ))}
  </ol>
);

function One({ message, ...saving }: Saving & { readonly message: Message }) {
  const { id, author, name, text, createdAt, files } = message;
  const { shell } = useVisit();
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
            <File key={file.id} file={file} {...saving} />
          ))}
        </ul>
      ) : null}
    </article>
  );
}

/** The server does not know the reader's clock. */
function When({ iso }: { readonly iso: string }) {
  return useAlive() ? <MomentOf iso={iso} /> : <time dateTime={iso}>{iso.slice(0, 10)}</time>;
}

function File({ file, save, addressOf }: Saving & { readonly file: TicketFile }) {
  const { t } = useLingui();
  const { name } = file;
  return (
    <li className={css.file}>
      <bdi>{name}</bdi>
      {addressOf ? (
        <a className={`${button.quiet} ${button.small}`} aria-label={t`Save ${name}`} href={addressOf(file)} download={name}>
          <Trans>Save</Trans>
        </a>
      ) : null}
      {save ? <Save file={file} save={save} /> : null}
    </li>
  );
}

function Save({ file, save }: { readonly file: TicketFile; readonly save: SaveFile }) {
  const { t } = useLingui();
  const { busy, wrong, act } = useAct();
  const { name } = file;
  return (
    <>
      <button
        type="button"
        className={`${button.quiet} ${button.small}`}
        aria-label={t`Save ${name}`}
        aria-disabled={busy || undefined}
        onClick={() => act(() => save(file))}
      >
        <Trans>Save</Trans>
      </button>
      <span role="alert" className={css.wrong}>
        {wrong}
      </span>
    </>
  );
}
