// A link to the page that is open, with a part of its query changed.
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type Props = {
  /** What is undefined goes. */
  readonly changes: Readonly<Record<string, string | undefined>>;
  readonly className: string | undefined;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
};

export function SearchLink({ changes, isCurrent = false, ...rest }: Props) {
  // The page that is open checks the query by its own rules.
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
