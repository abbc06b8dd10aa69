// Creates an account and logs in immediately. The email address is confirmed later by a mailed link.
import { Trans, useLingui } from '@lingui/react/macro';
import { formatError } from '#ui/forms/form-messages.ts';
import { accountWords } from '#ui/i18n/account-messages.ts';
import { usePage } from '#ui/page/context.ts';
import type { ScreenProps } from '#ui/page/data.ts';
import { href } from '../../../pages.ts';
import { bindFields, Checkbox, EmailField, TextField } from '../forms/fields.tsx';
import { Form, SubmitButton } from '../forms/form.tsx';
import { NewPasswordFields } from '../forms/new-password.tsx';
import css from './account-layout.module.css';
import { AccountPage } from './account-layout.tsx';
import { AccountWays, NextSteps, ToOrder } from './to-order.tsx';

const FORM = 'register';
const bind = bindFields(FORM, undefined);

const CreateAccountPage = ({ data: { order } }: ScreenProps<'createAccount'>) => (
  <AccountPage title={order ? <ToOrder order={order} /> : <Trans>Create an account</Trans>} beside={order && <NextSteps order={order} />}>
    <AccountWays />
    <CreateAccountForm />
  </AccountPage>
);

function CreateAccountForm() {
  const { t, i18n } = useLingui();
  const say = (rule: string) => ({ required: formatError(i18n, accountWords, { rule }, '') });
  return (
    <Form
      name={FORM}
      to={href('createAccount')}
      call="POST /api/Accounts/register"
      begins={t`Your account is ready. Confirm your address with the link we’ve emailed you.`}
      className={css.form}
    >
      <p className="soft">{t`All fields are required.`}</p>
      <div className={css.names}>
        <NameFields />
      </div>
      <EmailField {...bind('email')} label={t`Email address`} />
      <NewPasswordFields bind={bind} />
      <Checkbox
        {...bind('agreedToPrivacyPolicy')}
        label={
          <Trans>
            I agree to the <a href={href('privacyPolicy')}>privacy policy</a>.
          </Trans>
        }
        checks={say('account.agreed')}
      />
      <SubmitButton text={t`Create account`} meanwhile={t`Creating your account…`} />
    </Form>
  );
}

/** In the order of the page's language. */
function NameFields() {
  const { t, i18n } = useLingui();
  const { locale } = usePage();
  const say = (rule: string) => ({ required: formatError(i18n, accountWords, { rule }, '') });
  const first = (
    <TextField key="first" {...bind('firstName')} label={t`First name`} autoComplete="given-name" checks={say('account.firstName')} />
  );
  const last = (
    <TextField key="last" {...bind('lastName')} label={t`Last name`} autoComplete="family-name" checks={say('account.lastName')} />
  );
  return locale === 'jp' ? [last, first] : [first, last];
}

export { CreateAccountPage as Screen };
