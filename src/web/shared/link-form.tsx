// The one button of a page that the link of a mail leads to. Programs that look through mails open links, but press no buttons.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import button from '../../ui/styles/button.module.css';
import { usePostOnce } from '../browser/native-post.ts';
import css from './link-form.module.css';

type Props = {
  readonly to: string;
  readonly code: string;
  /** What else is posted. */
  readonly also?: readonly [name: string, value: string];
  /** It was not taken, for a reason that passes: too many requests, or a fault of ours. */
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
          <Trans>That did not work. Please try again in a few minutes.</Trans>
        </p>
      ) : null}
    </form>
  );
}
