// The one button of a page that the link of a mail leads to. Programs that look through mails open links, but press no buttons.
import type { ReactNode } from 'react';
import type { PostedForm } from '../../lib/rendering.ts';
import { usePostOnce } from '../native-post.ts';
import { refusalOf } from '../posted.ts';
import button from '../ui/button.module.css';
import { Wrong } from '../ui/wrong.tsx';
import css from './account-page.module.css';

type Props = {
  readonly to: string;
  readonly code: string;
  /** What else is posted. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Why it was not taken, if it can be tried again. */
  readonly refused?: PostedForm | undefined;
  readonly children: ReactNode;
};

export function LinkForm({ to, code, fields = {}, refused, children }: Props) {
  const once = usePostOnce();
  return (
    <form method="post" action={to} onSubmit={once} className={css.acts}>
      <input type="hidden" name="code" value={code} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={button.main}>
        {children}
      </button>
      <Wrong of={refused && refusalOf(refused)} />
    </form>
  );
}
