// A new password and its repetition. The script says how strong it is.
import { useLingui } from '@lingui/react/macro';
import { PASSWORD_MIN_CHARS } from '#lib/people/password.ts';
import { formatError } from '#ui/forms/form-messages.ts';
import type { Strength } from '#ui/forms/password-strength.ts';
import { accountWords } from '#ui/i18n/account-messages.ts';
import { type Bound, PasswordField } from './fields.tsx';

export function NewPasswordFields({ bind }: { readonly bind: (name: string) => Bound }) {
  const { t, i18n } = useLingui();
  const say = (rule: string) => formatError(i18n, accountWords, { rule, numbers: { minimum: PASSWORD_MIN_CHARS } }, '');
  const words: Readonly<Record<Strength, string>> = {
    short: t`Still too short`,
    weak: t`Weak: easily guessed. A few unusual words make it better.`,
    fair: t`Fair: a little longer would be better.`,
    strong: t`Strong`,
  };
  const password = bind('password');
  const id = `${password.field.id}-strength`;
  return (
    <>
      <PasswordField
        {...password}
        label={t`Password`}
        hint={t`At least 8 characters. Several words in a row are easy to remember and hard to guess.`}
        autoComplete="new-password"
        minLength={PASSWORD_MIN_CHARS}
        checks={{ required: say('account.passwordShort'), short: say('account.passwordShort') }}
        foot={{ id, content: <span id={id} className="soft" role="status" data-strength={JSON.stringify(words)} /> }}
      />
      <PasswordField
        {...bind('repeatedPassword')}
        label={t`Confirm password`}
        autoComplete="new-password"
        checks={{ required: say('account.repeated') }}
      />
    </>
  );
}
