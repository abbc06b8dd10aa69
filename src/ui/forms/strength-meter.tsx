// Password strength in words, in a chunk of its own that loads when a new password is typed.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type Strength, strengthOf } from './password-strength.ts';

const words: Readonly<Record<Strength, ReactNode>> = {
  short: <Trans>Still too short</Trans>,
  weak: <Trans>Weak: easily guessed. A few unusual words make it better.</Trans>,
  fair: <Trans>Fair: a little longer would be better.</Trans>,
  strong: <Trans>Strong</Trans>,
};

export const StrengthWords = ({ password, own }: { password: string; own: readonly string[] }) => (
  <span role="status">{password ? words[strengthOf(password, own)] : null}</span>
);
