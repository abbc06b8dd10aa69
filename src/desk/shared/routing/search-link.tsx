// A link to the open page with some search parameters changed.
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type Props = {
  /** Undefined removes a parameter. */
  readonly changes: Readonly<Record<string, string | undefined>>;
  readonly className: string | undefined;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
};

export function SearchLink({ changes, isCurrent = false, ...rest }: Props) {
  // The open page validates its parameters.
  const to = { to: '.', search: (before: object) => ({ ...before, ...changes }) } as LinkProps;
  return (
    <Link
      {...to}
      {...rest}
      aria-current={isCurrent ? 'true' : undefined}
      activeProps={{ 'aria-current': isCurrent ? 'true' : undefined }}
    />
  );
}
