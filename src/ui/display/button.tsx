// Buttons, and links that look like buttons.
import type { ComponentProps, ReactNode } from 'react';
import css from '#ui/styles/button.module.css';

export type ButtonLook = 'main' | 'quiet' | 'link' | 'bad';

type Shared = {
  readonly text: ReactNode;
  /** Follows the text for screen readers, such as the name of the row that it acts on. */
  readonly about?: ReactNode;
  readonly look?: ButtonLook | undefined;
  readonly small?: boolean | undefined;
};

type ButtonProps = Shared & Omit<ComponentProps<'button'>, 'children'> & { readonly busy?: boolean | undefined };

/** While it is busy it keeps the focus; what it calls has to ignore a second press. */
export const Button = ({ text, about, look, small, className, busy, ...rest }: ButtonProps) => (
  <button type="button" className={getClassNames({ look, small, className })} aria-disabled={busy || undefined} {...rest}>
    <Text text={text} about={about} />
  </button>
);

type ButtonLinkProps = Shared & Omit<ComponentProps<'a'>, 'children'>;

export const ButtonLink = ({ text, about, look, small, className, ...rest }: ButtonLinkProps) => (
  <a className={getClassNames({ look, small, className })} {...rest}>
    <Text text={text} about={about} />
  </a>
);

const getClassNames = ({ look = 'quiet', small, className }: Pick<ButtonProps, 'look' | 'small' | 'className'>): string =>
  [css[look], small ? css.small : undefined, className].filter(Boolean).join(' ');

const Text = ({ text, about }: Pick<Shared, 'text' | 'about'>) => (
  <>
    {text}
    {about === undefined ? null : <span className="unseen"> {about}</span>}
  </>
);
