// An empty or missing page: the reason, and a link.
import button from '#ui/styles/button.module.css';
import styles from './notice.module.css';

type Props = { readonly title: string; readonly text: string; readonly onAgain?: () => unknown; readonly as?: 'main' | 'section' };

export function Notice({ title, text, onAgain, as: Element = 'main' }: Props) {
  return (
    <Element className={styles.notice}>
      <h1>{title}</h1>
      <p>{text}</p>
      {onAgain ? (
        <button className={button.main} type="button" onClick={() => void onAgain()}>
          Try again
        </button>
      ) : null}
    </Element>
  );
}
