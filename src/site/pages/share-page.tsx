// An order by its link: brief, state, deliveries and messages. Guests comment and accept if its customer
// allows it.

import { Trans, useLingui } from '@lingui/react/macro';
import { readMarkdown } from '#lib/markdown/markdown.ts';
import type { SharedPiece } from '#modules/fulfilment/share/shapes.ts';
import { ButtonLink } from '#ui/display/button.tsx';
import { Blocks, fixOutline } from '#ui/display/markdown.tsx';
import type { ScreenProps } from '#ui/page/data.ts';
import card from '#ui/styles/card.module.css';
import eyebrow from '#ui/styles/eyebrow.module.css';
import fold from '#ui/styles/fold.module.css';
import split from '#ui/styles/split.module.css';
import { BriefAnswers } from '../../account/features/brief/brief-answers.tsx';
import { DeliveredLinks } from '../../account/features/deliveries/links.tsx';
import { PieceStateText } from '../../account/features/orders/order/piece-state.tsx';
import { When } from '../../account/features/support/tickets/thread.tsx';
import { href } from '../../pages.ts';
import { AccountPage } from './account/account-layout.tsx';
import contact from './contact-page.module.css';
import { bindFields, TextArea, TextField } from './forms/fields.tsx';
import { Form, SubmitButton } from './forms/form.tsx';
import css from './share-page.module.css';
import ticket from './ticket-page.module.css';

type Data = ScreenProps<'share'>['data'];
/** With what its link opens. */
type Opened = Data & { readonly order: NonNullable<Data['order']> };

const SharePage = ({ data }: ScreenProps<'share'>) =>
  data.order ? (
    <Shared data={{ ...data, order: data.order }} />
  ) : (
    <AccountPage alone scriptless title={<Trans>A shared order</Trans>} lead={<Trans>Open the link that you were sent.</Trans>}>
      <p className={contact.acts}>
        <ButtonLink text={<Trans>Home</Trans>} href={href('home')} />
      </p>
    </AccountPage>
  );

const Shared = ({ data }: { readonly data: Opened }) => (
  <div className={`page ${ticket.page}`}>
    <p className={eyebrow.eyebrow}>
      <Trans>A shared order</Trans>
    </p>
    <h1>{data.order.title}</h1>
    <Thanks sent={data.posted ? undefined : data.sent} />
    <Brief fields={data.order.fields} answers={data.order.answers} />
    {data.order.pieces.map((piece) => (
      <Piece key={piece.id} piece={piece} data={data} />
    ))}
  </div>
);

function Thanks({ sent }: { readonly sent: Data['sent'] | undefined }) {
  if (!sent) return null;
  return (
    <p className={split.lead} role="status">
      {sent === 'accepted' ? <Trans>Thanks, the delivery is accepted.</Trans> : <Trans>Thanks, your comment is sent.</Trans>}
    </p>
  );
}

function Brief({ fields, answers }: Pick<Opened['order'], 'fields' | 'answers'>) {
  if (Object.keys(answers).length === 0) return null;
  return (
    <details className={fold.fold}>
      <summary>
        <Trans>Brief</Trans>
      </summary>
      <BriefAnswers fields={fields} answers={answers} />
    </details>
  );
}

function Piece({ piece, data }: { readonly piece: SharedPiece; readonly data: Opened }) {
  const { title, brief, fields, delivery, messages } = piece;
  const isOnly = data.order.pieces.length === 1;
  const state = <PieceStateText piece={{ ...piece, waits: false }} />;
  const isOwn = Object.keys(brief).length > 0;
  return (
    <section className={`${card.card} ${css.piece}`}>
      {/* The only piece has the title of the page. */}
      <h2>{isOnly ? state : title}</h2>
      {isOnly ? null : <p className="soft">{state}</p>}
      {isOwn ? <Brief fields={fields} answers={brief} /> : null}
      {delivery ? <Delivery delivery={delivery} code={data.code} /> : null}
      {piece.isOpen ? <Accept piece={piece} data={data} /> : null}
      {messages.length > 0 ? <Messages messages={messages} /> : null}
      {data.order.mayComment ? <Comment piece={piece} data={data} /> : null}
    </section>
  );
}

function Delivery({ delivery, code = '' }: { readonly delivery: NonNullable<SharedPiece['delivery']>; readonly code: string | undefined }) {
  const { text, files, links, deliveredAt } = delivery;
  return (
    <>
      <p className="soft">
        <Trans context="a delivered piece">
          Delivered on <When iso={deliveredAt} />.
        </Trans>
      </p>
      <div className={css.text}>
        <Blocks blocks={fixOutline(readMarkdown(text))} />
      </div>
      {files.length > 0 ? (
        <ul className={css.files}>
          {files.map(({ id, name }) => (
            <li key={id}>
              <a href={`${href('share')}/file?${new URLSearchParams({ code, id })}`} download={name}>
                <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      <DeliveredLinks links={links} />
    </>
  );
}

const Messages = ({ messages }: Pick<SharedPiece, 'messages'>) => (
  <ol className={css.messages}>
    {messages.map(({ id, mine, name, text, at }) => (
      <li key={id}>
        <p className="soft">
          {mine ? <Trans context="who has ordered">Client</Trans> : <bdi>{name}</bdi>} · <When iso={at} />
        </p>
        <p className={css.typed} dir="auto">
          {text}
        </p>
      </li>
    ))}
  </ol>
);

type FormProps = { readonly piece: SharedPiece; readonly data: Opened };

/** What was posted is shown at its own form only. */
const findPosted = ({ posted }: Opened, field: 'pieceId' | 'deliveryId', id: string) => (posted?.values[field] === id ? posted : undefined);

function Accept({ piece, data }: FormProps) {
  const { t } = useLingui();
  const deliveryId = piece.delivery?.id ?? '';
  const name = `accept-${piece.id}`;
  const posted = findPosted(data, 'deliveryId', deliveryId);
  return (
    <Form name={name} to={href('share')} posted={posted} className={contact.form}>
      <input type="hidden" name="code" value={data.code} />
      <input type="hidden" name="deliveryId" value={deliveryId} />
      <TextField
        {...bindFields(name, posted)('name')}
        label={t`Your name`}
        autoComplete="name"
        checks={{ required: t`Enter your name.` }}
      />
      <SubmitButton text={t`Accept delivery`} meanwhile={t`Accepting…`} />
    </Form>
  );
}

function Comment({ piece, data }: FormProps) {
  const { t } = useLingui();
  const name = `comment-${piece.id}`;
  const posted = findPosted(data, 'pieceId', piece.id);
  const bind = bindFields(name, posted);
  return (
    <Form name={name} to={href('share')} posted={posted} className={contact.form}>
      <input type="hidden" name="code" value={data.code} />
      <input type="hidden" name="pieceId" value={piece.id} />
      <TextField {...bind('name')} label={t`Your name`} autoComplete="name" checks={{ required: t`Enter your name.` }} />
      <TextArea {...bind('message')} label={t`Your comment`} rows={4} maxChars={4_000} checks={{ required: t`Write a comment.` }} />
      <SubmitButton text={t`Send comment`} meanwhile={t`Sending your comment…`} />
    </Form>
  );
}

export { SharePage as Screen };
