// The button of a page that a mailed link leads to. Mail scanners open links, but press no buttons. Its
// script prevents a second submit, which would find the link already used.

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#ui/display/button.tsx';
import { Form } from './form.tsx';
import css from './link-form.module.css';

type Props = {
  readonly to: string;
  readonly code: string;
  /** Further hidden fields. */
  readonly also?: readonly [name: string, value: string];
  /** Temporary error: rate limit or a server error. */
  readonly again?: boolean;
  readonly children: ReactNode;
};

export const LinkForm = ({ to, code, also, again, children }: Props) => (
  <Form name="link" to={to} className={css.form}>
    <input type="hidden" name="code" value={code} />
    {also ? <input type="hidden" name={also[0]} value={also[1]} /> : null}
    <Button text={children} look="main" type="submit" />
    {again ? (
      <p role="alert" className={css.wrong}>
        <Trans>That didn’t work. Try again in a few minutes.</Trans>
      </p>
    ) : null}
  </Form>
);
