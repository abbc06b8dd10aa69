// New password with repetition and strength meter; contains the user name for password managers.
import { useLingui } from '@lingui/react/macro';
import { LazyPart } from '#ui/display/lazy.tsx';
import { PasswordField } from '#ui/forms/field.tsx';
import type { FieldOf } from '#ui/forms/use-form.ts';

export const Whose = ({ email }: { email: string }) => (
  <input className="unseen" aria-hidden="true" tabIndex={-1} type="text" name="username" autoComplete="username" value={email} readOnly />
);

type Props = { readonly password: FieldOf<string>; readonly repeated: FieldOf<string>; readonly own: readonly string[] };

const loadWords = () => import('#ui/forms/strength-meter.tsx').then(({ StrengthWords }) => StrengthWords);
/** Optional: without its chunk, no strength is shown. */
const without = () => undefined;

export function PasswordPair({ password, repeated, own }: Props) {
  const { t } = useLingui();
  const id = `${password.id}-strength`;
  const shown = (
    <span id={id} className="soft">
      {password.value ? <LazyPart load={loadWords} props={{ password: password.value, own }} failed={without} /> : null}
    </span>
  );
  return (
    <>
      <PasswordField
        of={password}
        label={t`Password`}
        hint={t`At least 8 characters. Several words in a row are easy to remember and hard to guess.`}
        autoComplete="new-password"
        foot={{ id, shown }}
      />
      <PasswordField of={repeated} label={t`Confirm password`} autoComplete="new-password" />
    </>
  );
}
