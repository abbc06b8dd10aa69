// Contact form for visitors. Its script sends the message, and the browser can.

import { Trans, useLingui } from '@lingui/react/macro';
import { MESSAGE_MIN_CHARS } from '#modules/support/shapes-sizes.ts';
import { ButtonLink } from '#ui/display/button.tsx';
import { formatError } from '#ui/forms/form-messages.ts';
import { Space } from '#ui/i18n/space.tsx';
import { ticketWords } from '#ui/i18n/support-messages.ts';
import { usePage } from '#ui/page/context.ts';
import type { ScreenProps } from '#ui/page/data.ts';
import card from '#ui/styles/card.module.css';
import eyebrow from '#ui/styles/eyebrow.module.css';
import split from '#ui/styles/split.module.css';
import { href } from '../../pages.ts';
import { AnswerBy, AnswerTime } from './answer-time.tsx';
import css from './contact-page.module.css';
import { type Bound, bindFields, EmailField, TextArea, TextField } from './forms/fields.tsx';
import { Form, SubmitButton } from './forms/form.tsx';

type Data = ScreenProps<'contact'>['data'];

const FORM = 'contact';
const min = MESSAGE_MIN_CHARS;

const ContactPage = ({ data }: ScreenProps<'contact'>) => (
  <div className={`page ${split.split}`}>
    <div>
      <p className={eyebrow.eyebrow}>
        <Trans>Contact</Trans>
      </p>
      {data.sent === undefined ? <Write data={data} /> : <Arrived ticket={data.sent} promise={data.promise} />}
    </div>
    <Beside promise={data.promise} />
  </div>
);

function Write({ data: { order, posted, messageMaxChars } }: { data: Data }) {
  const { i18n, t } = useLingui();
  // The order number, when coming from an order.
  const bind = bindFields(FORM, posted, order ? { message: `${order}\n` } : {});
  const say = (rule: string) => formatError(i18n, ticketWords, { rule, numbers: { minimum: min } }, '');
  return (
    <>
      <h1>{t`Send us a message`}</h1>
      <p className={split.lead}>{t`About an order or anything else: a person reads every message.`}</p>
      <Form
        name={FORM}
        to={href('contact')}
        posted={posted}
        call="POST /api/support/create-ticket"
        next={`${href('contact')}?sent={ticketNumber}`}
        className={css.form}
      >
        <p className="soft">{t`All fields are required.`}</p>
        <TextField {...bind('name')} label={t`Your name`} autoComplete="name" checks={{ required: say('ticket.name') }} />
        <EmailField {...bind('email')} label={t`Your email address`} hint={t`We’ll answer to this address.`} />
        <TextArea
          {...bind('message')}
          label={t`Your message`}
          hint={`${t`If it’s about an order, include its number.`} ${t`At least ${min} characters.`}`}
          rows={8}
          minLength={min}
          maxChars={messageMaxChars}
          checks={{ required: say('ticket.short'), short: say('ticket.short') }}
        />
        <Trap {...bind('website')} />
        <SubmitButton text={t`Send message`} meanwhile={t`Sending your message…`} />
      </Form>
    </>
  );
}

/** Honeypot: invisible and not focusable, so only bots fill it in. */
const Trap = ({ field: { id, name } }: Bound) => (
  <div className="unseen" aria-hidden="true">
    <label htmlFor={id}>
      <Trans>Leave this field empty</Trans>
    </label>
    <input {...{ id, name }} type="text" tabIndex={-1} autoComplete="off" data-unkept="" />
  </div>
);

const Arrived = ({ ticket, promise }: { readonly ticket: string; readonly promise: Data['promise'] | undefined }) => (
  <div className={css.arrived} data-sent={FORM}>
    {/* biome-ignore lint/a11y/noAutofocus: on a page that answers a form, the reader waits for this; it works without JavaScript. */}
    <h1 tabIndex={-1} autoFocus>
      <Trans>Thanks, we’ve got your message.</Trans>
    </h1>
    <p className={css.ticket}>
      <span>
        <Trans>Your ticket number</Trans>
      </span>
      <b>{ticket}</b>
    </p>
    <p className={split.lead}>
      <Trans>We’re emailing you a confirmation. Our answer will go to the same address.</Trans>
      {promise ? (
        <>
          <Space />
          <AnswerBy promise={promise} />
        </>
      ) : null}
    </p>
    <p className={css.acts}>
      <ButtonLink text={<Trans>Browse services</Trans>} look="main" href={href('services')} />
      <ButtonLink text={<Trans>Send another message</Trans>} href={href('contact')} />
    </p>
  </div>
);

function Beside({ promise }: { promise: Data['promise'] | undefined }) {
  const { t } = useLingui();
  const { shell } = usePage();
  return (
    <aside className={`${card.card} ${css.beside}`}>
      <h2>{t`By email`}</h2>
      <p>
        <a href={`mailto:${shell.supportEmail}`}>{shell.supportEmail}</a>
      </p>
      <h2>{t`When we’ll answer`}</h2>
      {promise ? (
        <AnswerTime promise={promise} />
      ) : (
        <p>{t`You get a ticket number right away. We reply in order of arrival, so we don’t promise a time.`}</p>
      )}
      <h2>{t`Check the FAQ first`}</h2>
      <p>
        <a href={href('faq')}>{t`Questions and answers`}</a>
      </p>
      <p className={css.note}>
        <Trans>
          See our <a href={href('privacyPolicy')}>privacy policy</a> for how we use your message.
        </Trans>
      </p>
    </aside>
  );
}

export { ContactPage as Screen };
