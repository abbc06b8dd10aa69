// Password, authenticator code and passkey fields, shared by log-in, join and step-up.

import type { ComponentProps } from 'react';
import type { Assertion, PasskeyOptions } from '#lib/people/passkey.ts';
import { signByPasskey, supportsPasskeys } from '#ui/browser/passkey.ts';
import { Button } from '#ui/display/button.tsx';
import { TextField } from '../../shared/forms/fields.tsx';

type FactorProps = Omit<ComponentProps<typeof TextField>, 'name' | 'type' | 'inputMode' | 'autoComplete'> & { readonly name?: string };

export const OperatorPasswordField = ({ name = 'password', ...rest }: FactorProps) => (
  <TextField name={name} type="password" autoComplete="current-password" {...rest} />
);

export const CodeField = ({ name = 'code', ...rest }: FactorProps) => (
  <TextField name={name} inputMode="numeric" autoComplete="one-time-code" {...rest} />
);

type PasskeyProps = {
  readonly form: { readonly submitWith: (work: () => Promise<unknown>) => () => Promise<boolean> };
  /** Null: the operator has no passkey. */
  readonly options: () => Promise<{ readonly publicKey: PasskeyOptions['publicKey'] | null }>;
  readonly onSigned: (credential: Assertion) => Promise<void>;
};

/** Renders nothing if the browser does not support passkeys. */
export function PasskeyButton({ form, options, onSigned }: PasskeyProps) {
  if (!supportsPasskeys()) return null;
  const sign = async () => {
    const { publicKey } = await options();
    const credential = publicKey && (await signByPasskey({ publicKey }));
    if (credential) await onSigned(credential);
  };
  return <Button text="Use a passkey" onClick={() => void form.submitWith(sign)()} />;
}
