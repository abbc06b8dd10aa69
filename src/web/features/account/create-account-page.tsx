// Creates an account and logs in immediately. The email address is confirmed later by a mailed link.
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type CallOptions, call } from '#ui/api/client.ts';
import { logIn } from '#ui/api/log-in.ts';
import { ownTimeZone } from '#ui/browser/time-zone.ts';
import { toast } from '#ui/feedback/toasts.tsx';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { Checkbox, TextField } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { href } from '../../../pages.ts';
import { accountWords } from '../../i18n/account-messages.ts';
import { usePage } from '../../router/page/context.ts';
import type { ScreenProps } from '../../router/page/data.ts';
import { NameFields } from '../billing/name-fields.tsx';
import css from './account-layout.module.css';
import { AccountPage } from './account-layout.tsx';
import { PasswordPair } from './new-password-fields.tsx';
import { AccountWays, NextSteps, ToOrder } from './to-order.tsx';

const empty = { firstName: '', lastName: '', email: '', password: '', repeatedPassword: '', agreedToPrivacyPolicy: false };
/** The order of the fields in Japanese. */
const lastNameFirst: typeof empty = Object.assign({ lastName: '' }, empty);
const unkept = ['password', 'repeatedPassword', 'agreedToPrivacyPolicy'] as const;
/** Only its query is used. */
const ANY = 'http://any.invalid';
const shape = () => import('#modules/accounts/shapes.ts').then(({ registerShape }) => registerShape);

/** Starts the session. Undefined: the account was created but the log-in failed. */
async function open(values: typeof empty, options: CallOptions) {
  const { email, password, agreedToPrivacyPolicy } = values;
  // Validated by the schema; the server rejects what the schema does not see.
  const sent = { ...values, agreedToPrivacyPolicy: agreedToPrivacyPolicy as true, timeZone: ownTimeZone() };
  await call('POST /api/Accounts/register', sent, options);
  const { signal } = options;
  return logIn({ email, password }, signal ? { signal } : {}).catch(() => undefined);
}

const CreateAccountPage = ({ data: { order } }: ScreenProps<'createAccount'>) => (
  <AccountPage title={order ? <ToOrder order={order} /> : <Trans>Create an account</Trans>} beside={order && <NextSteps order={order} />}>
    <AccountWays />
    <CreateAccountForm />
  </AccountPage>
);

function CreateAccountForm() {
  const { t, i18n } = useLingui();
  const { address, go, locale } = usePage();
  const { search } = new URL(address, ANY);
  const form = useForm({
    name: 'register',
    empty: locale === 'jp' ? lastNameFirst : empty,
    shape,
    unkept,
    words: accountWords,
    send: open,
    done: (begin) => {
      toast({ text: i18n._(msg`Your account is ready. Confirm your address with the link we’ve emailed you.`) });
      begin?.();
      // The access rules redirect logged-in users from here, as from the log-in.
      void go(href('login') + search, { replace: true });
    },
  });
  const [firstName, lastName, email] = [form.field('firstName'), form.field('lastName'), form.field('email')];
  return (
    <form className={css.form} {...form.props} data-script="">
      <ErrorSummary of={form.summary} />
      <p className="soft">
        <Trans>All fields are required.</Trans>
      </p>
      <div className={css.names}>
        <NameFields field={form.field} />
      </div>
      <TextField of={email} label={t`Email address`} type="email" autoComplete="email" />
      <PasswordPair
        password={form.field('password')}
        repeated={form.field('repeatedPassword')}
        own={[firstName.value, lastName.value, email.value]}
      />
      <Checkbox
        of={form.field('agreedToPrivacyPolicy')}
        label={
          <Trans>
            I agree to the <a href={href('privacyPolicy')}>privacy policy</a>.
          </Trans>
        }
      />
      <div>
        <SubmitButton busy={form.busy} meanwhile={t`Creating your account…`}>
          <Trans>Create account</Trans>
        </SubmitButton>
      </div>
    </form>
  );
}

export { CreateAccountPage as Screen };
