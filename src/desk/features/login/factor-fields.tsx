// Password, authenticator code and passkey fields, shared by log-in, join and step-up.
import type { ComponentProps } from 'react';
import type { Assertion, PasskeyOptions } from '#lib/people/passkey.ts';
import { knowsPasskeys, signByPasskey } from '#ui/browser/passkey.ts';
import button from '#ui/styles/button.module.css';
import { type DeskMutation, DeskTextField } from '../../shared/forms/form.tsx';

type FactorProps = Omit<ComponentProps<typeof DeskTextField>, 'name' | 'type' | 'inputMode' | 'autoComplete'> & { readonly name?: string };

export const OperatorPasswordField = ({ name = 'password', ...rest }: FactorProps) => (
  <DeskTextField name={name} type="password" autoComplete="current-password" {...rest} />
);

export const CodeField = ({ name = 'code', ...rest }: FactorProps) => (
  <DeskTextField name={name} inputMode="numeric" autoComplete="one-time-code" {...rest} />
);

type PasskeyProps = {
  readonly sending: DeskMutation;
  /** Null: the operator has no passkey. */
  readonly options: () => Promise<{ readonly publicKey: PasskeyOptions['publicKey'] | null }>;
  readonly onSigned: (credential: Assertion) => Promise<void>;
};

/** Renders nothing if the browser does not support passkeys. */
export function PasskeyButton({ sending, options, onSigned }: PasskeyProps) {
  if (!knowsPasskeys()) return null;
  const sign = async () => {
    const { publicKey } = await options();
    const credential = publicKey && (await signByPasskey({ publicKey }));
    if (credential) await onSigned(credential);
  };
  return (
    <button className={button.quiet} type="button" onClick={() => void sending.run(sign)}>
      Use a passkey
    </button>
  );
}
