// A section of an account page; its title can take the focus when the pressed button is gone.
import type { ReactNode, RefObject } from 'react';
import css from './section.module.css';

type Props = {
  /** Of the title, for links to the section. */
  readonly id: string;
  readonly title: string;
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  readonly children: ReactNode;
};

export const Section = ({ id, title, heading, children }: Props) => (
  <section className={css.section} aria-labelledby={id}>
    <h2 id={id} ref={heading} tabIndex={-1}>
      {title}
    </h2>
    {children}
  </section>
);
