// Withdrawal from a contract, and cancellation of one, without log-in and without JavaScript: what it is
// about, a step to confirm, and thanks. The thanks are the same whatever was found. The browser posts the
// forms.

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import type { DeclarationData } from '#ui/page/data.ts';
import card from '#ui/styles/card.module.css';
import eyebrow from '#ui/styles/eyebrow.module.css';
import split from '#ui/styles/split.module.css';
import { href } from '../../pages.ts';
import contact from './contact-page.module.css';
import { DeclarationFields } from './declaration-fields.tsx';
import css from './declaration-page.module.css';
import { Form, PostedErrors, SubmitButton } from './forms/form.tsx';

type OfKind = { readonly kind: DeclarationData['kind'] };

const DeclarationPage = ({ data }: { readonly data: DeclarationData }) => (
  <div className={`page ${split.split}`}>
    <div>
      <p className={eyebrow.eyebrow}>
        <Trans>Your contract</Trans>
      </p>
      <Step data={data} />
    </div>
    <Aside kind={data.kind} supportEmail={data.supportEmail} />
  </div>
);

function Step({ data }: { readonly data: DeclarationData }) {
  if (data.sent) return <Thanks kind={data.kind} />;
  return data.toConfirm ? <Confirm data={data} toConfirm={data.toConfirm} /> : <Fill data={data} />;
}

const Fill = ({ data }: { readonly data: DeclarationData }) => (
  <>
    <h1>{data.kind === 'withdrawal' ? <Trans>Withdraw from contract</Trans> : <Trans>Cancel a contract</Trans>}</h1>
    <p className={split.lead}>
      {data.kind === 'withdrawal' ? (
        <Trans>You don’t need an account or a reason. Tell us which order it’s about, then check and confirm it on the next page.</Trans>
      ) : (
        <Trans>This ends a monthly bundle. You don’t need an account. Tell us which one, then check and confirm it on the next page.</Trans>
      )}
    </p>
    {data.expired && !data.posted ? (
      <p className={css.expired} role="alert">
        <Trans>This page was open for too long. Fill in the form again.</Trans>
      </p>
    ) : null}
    <Form name={data.kind} to={href(data.kind)} posted={data.posted} className={contact.form}>
      <DeclarationFields kind={data.kind} posted={data.posted} />
      <SubmitButton text={<Trans>Continue</Trans>} />
    </Form>
  </>
);

type ConfirmProps = { readonly data: DeclarationData; readonly toConfirm: NonNullable<DeclarationData['toConfirm']> };

const Confirm = ({ data: { kind, posted }, toConfirm: { id, declaration, endsOn } }: ConfirmProps) => (
  <>
    <Answer>
      {kind === 'withdrawal' ? <Trans>Check and confirm your withdrawal</Trans> : <Trans>Check and confirm your cancellation</Trans>}
    </Answer>
    <p className={split.lead}>
      {kind === 'withdrawal' ? (
        <Trans>You’re withdrawing from the contract for this order.</Trans>
      ) : (
        <Trans>You’re cancelling this contract.</Trans>
      )}
    </p>
    {posted ? <PostedErrors name={kind} posted={posted} /> : null}
    <dl className={css.facts}>
      <Fact name={<Trans>Name</Trans>}>{declaration.name}</Fact>
      <Fact name={<Trans>Email address</Trans>}>{declaration.email}</Fact>
      <Fact name={<Trans>Number</Trans>}>{declaration.number}</Fact>
      {declaration.kind === 'cancel' ? (
        <>
          <Fact name={<Trans>Kind of cancellation</Trans>}>
            {declaration.ground === 'cause' ? <Trans>For cause</Trans> : <Trans>Ordinary</Trans>}
          </Fact>
          {declaration.reason ? <Fact name={<Trans>Reason</Trans>}>{declaration.reason}</Fact> : null}
          <Fact name={<Trans>End</Trans>}>
            {endsOn ? (
              <time dateTime={endsOn.iso} lang={endsOn.lang}>
                {endsOn.shown}
              </time>
            ) : (
              <Trans>As soon as possible</Trans>
            )}
          </Fact>
        </>
      ) : null}
    </dl>
    <Form name="confirm" to={href(kind)} className={contact.acts}>
      <input type="hidden" name="request" value={id} />
      <Button text={kind === 'withdrawal' ? <Trans>Confirm withdrawal</Trans> : <Trans>Cancel now</Trans>} look="main" type="submit" />
      <ButtonLink text={<Trans>Start over</Trans>} href={href(kind)} />
    </Form>
  </>
);

const Fact = ({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Thanks = ({ kind }: OfKind) => (
  <div className={contact.arrived} data-sent={kind}>
    <Answer>
      {kind === 'withdrawal' ? <Trans>Thank you. We have your withdrawal.</Trans> : <Trans>Thank you. We have your cancellation.</Trans>}
    </Answer>
    <p className={split.lead}>
      <Trans>We’re emailing you a receipt with the date and time. Keep it as proof.</Trans>
    </p>
    <p className={split.lead}>
      <Trans>If your details match, it’s done automatically. Otherwise a person checks it and gets back to you by email.</Trans>
    </p>
  </div>
);

/** The reader of a page that answers a form waits for its title. */
const Answer = ({ children }: { readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noAutofocus: on a page that answers a posted form, the reader waits for this; it works without JavaScript.
  <h1 className={css.answer} tabIndex={-1} autoFocus>
    {children}
  </h1>
);

const Aside = ({ kind, supportEmail }: OfKind & Pick<DeclarationData, 'supportEmail'>) => (
  <aside className={`${card.card} ${contact.beside}`}>
    <h2>
      <Trans>In your account</Trans>
    </h2>
    <p>
      {kind === 'withdrawal' ? (
        <Trans>
          Logged in, you see what you get back before you withdraw: <a href={href('orderHistory')}>order history</a>.
        </Trans>
      ) : (
        <Trans>
          Logged in, you can pause a monthly bundle too: <a href={href('orderHistory')}>order history</a>.
        </Trans>
      )}
    </p>
    <h2>
      <Trans>By email</Trans>
    </h2>
    <p>
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </p>
    <p className={contact.note}>
      {kind === 'withdrawal' ? (
        <Trans>
          Who may withdraw, until when and with what effect: <a href={href('refundPolicy')}>refunds</a>.
        </Trans>
      ) : (
        <Trans>
          To withdraw from a contract within 14 days instead, <a href={href('withdrawal')}>go here</a>.
        </Trans>
      )}
    </p>
  </aside>
);

export { DeclarationPage as Screen };
