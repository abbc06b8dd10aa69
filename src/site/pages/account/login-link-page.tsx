// Logs in by a mailed link. Without its code, the page requests one; the response is the same for every
// address. Opening the link uses nothing up: programs that check mails open links too.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ScreenProps } from '#ui/page/data.ts';
import { href } from '../../../pages.ts';
import { bindFields, Checkbox, EmailField, OneTimeCode } from '../forms/fields.tsx';
import { Form, SubmitButton } from '../forms/form.tsx';
import css from './account-layout.module.css';
import { AccountPage, Lead, Onward } from './account-layout.tsx';

const REQUEST = 'login-link-request';
const FORM = 'login-link';

const LoginLinkPage = ({ data: { code } }: ScreenProps<'loginLink'>) => (code ? <UseLink code={code} /> : <RequestLink />);

function RequestLink() {
  const { t } = useLingui();
  return (
    <AccountPage title={t`Log in by email`} lead={t`Enter your account’s email address, and we’ll send you a link that logs you in.`}>
      <Form
        name={REQUEST}
        to={href('loginLink')}
        call="POST /api/Accounts/login-link"
        done={{ title: t`Check your email`, content: <LinkSent /> }}
        className={css.form}
      >
        <EmailField {...bindFields(REQUEST, undefined)('email')} label={t`Email address`} />
        <SubmitButton text={t`Send me a link`} meanwhile={t`Sending the link…`} />
      </Form>
    </AccountPage>
  );
}

/** The script puts the address into it. */
const LinkSent = () => (
  <>
    <Lead>
      <Trans>
        If there’s an account for <bdi data-value="email" />, we’ve sent it a link. It works once, within 15 minutes.
      </Trans>
    </Lead>
    <Onward to={href('login')}>
      <Trans>Log in</Trans>
    </Onward>
  </>
);

function UseLink({ code }: { readonly code: string }) {
  const { t } = useLingui();
  const bind = bindFields(FORM, undefined);
  return (
    <AccountPage alone title={t`Log in`}>
      <Form name={FORM} to={href('loginLink')} call="POST /api/Accounts/login-link/use" begins={t`You’re logged in.`} className={css.form}>
        <input type="hidden" name="code" value={code} />
        <OneTimeCode {...bind('totp')} />
        <Checkbox {...bind('rememberMe')} label={t`Remember me on this device`} optional />
        <SubmitButton text={t`Log in`} meanwhile={t`Logging in…`} />
      </Form>
    </AccountPage>
  );
}

export { LoginLinkPage as Screen };
