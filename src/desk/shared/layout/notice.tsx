// An empty or missing page: the reason, and a link.
import { Button } from '#ui/display/button.tsx';
import styles from './notice.module.css';

type Props = { readonly title: string; readonly text: string; readonly onAgain?: () => unknown; readonly as?: 'main' | 'section' };

export function Notice({ title, text, onAgain, as: Element = 'main' }: Props) {
  return (
    <Element className={styles.notice}>
      <h1>{title}</h1>
      <p>{text}</p>
      {onAgain ? <Button text="Try again" look="main" onClick={() => void onAgain()} /> : null}
    </Element>
  );
}
