// The button of a page that a mailed link leads to. Mail scanners open links, but press no buttons.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import button from '#ui/styles/button.module.css';
import { usePostOnce } from '../browser/native-post.ts';
import css from './link-form.module.css';

type Props = {
  readonly to: string;
  readonly code: string;
  /** Further hidden fields. */
  readonly also?: readonly [name: string, value: string];
  /** Temporary error: rate limit or a server fault. */
  readonly again?: boolean;
  readonly children: ReactNode;
};

export function LinkForm({ to, code, also, again, children }: Props) {
  const once = usePostOnce();
  return (
    <form method="post" action={to} onSubmit={once} className={css.form}>
      <input type="hidden" name="code" value={code} />
      {also ? <input type="hidden" name={also[0]} value={also[1]} /> : null}
      <button type="submit" className={button.main}>
        {children}
      </button>
      {again ? (
        <p role="alert" className={css.wrong}>
          <Trans>That didn’t work. Try again in a few minutes.</Trans>
        </p>
      ) : null}
    </form>
  );
}
