// What proves who an operator is, as the log-in, the join and the confirmation ask for it: the password, the code of the app, or a passkey.
import type { ComponentProps } from 'react';
import type { Assertion, PasskeyOptions } from '../../../lib/people/passkey.ts';
import { knowsPasskeys, signByPasskey } from '../../../ui/browser/passkey.ts';
import button from '../../../ui/styles/button.module.css';
import { type Sending, TextField } from '../../shared/forms/form.tsx';

type FactorProps = Omit<ComponentProps<typeof TextField>, 'name' | 'type' | 'inputMode' | 'autoComplete'> & { readonly name?: string };

export const PasswordField = ({ name = 'password', ...rest }: FactorProps) => (
  <TextField name={name} type="password" autoComplete="current-password" {...rest} />
);

export const CodeField = ({ name = 'code', ...rest }: FactorProps) => (
  <TextField name={name} inputMode="numeric" autoComplete="one-time-code" {...rest} />
);

type PasskeyProps = {
  readonly sending: Sending;
  /** Null: there is none to sign with. */
  readonly options: () => Promise<{ readonly publicKey: PasskeyOptions['publicKey'] | null }>;
  readonly onSigned: (credential: Assertion) => Promise<void>;
};

/** Nothing where the browser knows no passkeys. */
export function PasskeyButton({ sending, options, onSigned }: PasskeyProps) {
  if (!knowsPasskeys()) return null;
  const sign = async () => {
    const { publicKey } = await options();
    const credential = publicKey && (await signByPasskey({ publicKey }));
    if (credential) await onSigned(credential);
  };
  return (
    <button className={button.quiet} type="button" onClick={() => void sending.send(sign)}>
      Use a passkey
    </button>
  );
}
