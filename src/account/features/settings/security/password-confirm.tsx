// A button that opens a short form asking for the password. The first field takes the focus; closing the form
// returns it.

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CallOptions } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { PasswordField } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { useFocusOnMount } from '#ui/hooks/use-focus.ts';
import { useOpened } from '#ui/hooks/use-opened.ts';
import { accountWords } from '#ui/i18n/account-messages.ts';
import button from '#ui/styles/button.module.css';
import { useAccountForm } from '../../../shared/use-account-form.ts';
import css from './password-confirm.module.css';

/** For password managers. */
export const UserName = ({ email }: { email: string }) => (
  <input className="unseen" aria-hidden="true" tabIndex={-1} type="text" name="username" autoComplete="username" value={email} readOnly />
);

const empty = { currentPassword: '' };
const unkept = ['currentPassword'] as const;
const loadShape = () => import('#modules/accounts/shapes.ts').then(({ currentPasswordShape }) => currentPasswordShape);

type ConfirmFormProps<Answer> = {
  /** Prefix of the field ids. */
  readonly name: string;
  readonly email: string;
  readonly send: (values: typeof empty, options: CallOptions) => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
  /** Label of the submit button, and its text while busy. */
  readonly act: ReactNode;
  readonly meanwhile: string;
  /** `bad`: what it does cannot be undone. */
  readonly look: 'quiet' | 'bad';
};
type Props<Answer> = ConfirmFormProps<Answer> & {
  /** Label of the button that opens the form. */
  readonly opens: ReactNode;
};

export function PasswordAct<Answer>({ opens, ...form }: Props<Answer>) {
  const { isOpen, opener, open, leave } = useOpened();
  if (isOpen) return <ActForm {...form} leave={leave} />;
  return (
    // Before the app is there, nothing can be pressed.
    <div inert={typeof window === 'undefined'}>
      <button ref={opener} type="button" className={button[form.look]} onClick={open}>
        {opens}
      </button>
    </div>
  );
}

function ActForm<Answer>({ name, email, send, onDone, act, meanwhile, look, leave }: ConfirmFormProps<Answer> & { leave: () => void }) {
  const { t } = useLingui();
  const form = useAccountForm({ name, empty, shape: loadShape, words: accountWords, unkept, send, onDone });
  const { id } = form.field('currentPassword');
  useFocusOnMount(() => document.getElementById(id));
  return (
    <form className={css.form} {...form.props}>
      <ErrorSummary summary={form.summary} id={`${name}-told`} />
      <UserName email={email} />
      <PasswordField field={form.field('currentPassword')} label={t`Current password`} autoComplete="current-password" />
      <div className={css.acts}>
        <SubmitButton text={act} busy={form.busy} meanwhile={meanwhile} look={look === 'bad' ? 'bad' : 'main'} />
        <Button text={t`Cancel`} onClick={leave} />
      </div>
    </form>
  );
}
