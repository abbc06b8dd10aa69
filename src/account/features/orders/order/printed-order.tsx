// All parts of an order below each other. Prints them when they are loaded.
import { type ReactNode, useEffect, useRef } from 'react';
import skeleton from '#ui/feedback/skeleton.module.css';
import css from './order.module.css';

const POLL_MS = 100;
/** Then it prints what is there. */
const PATIENCE_MS = 10_000;

/** Pieces of a bundle load when they are opened. */
function isLoaded(parts: HTMLElement): boolean {
  const closed = [...parts.querySelectorAll('details:not([open])')];
  for (const each of closed) each.setAttribute('open', '');
  const isHere = [...parts.children].every((part) => part.children.length > 1);
  return isHere && closed.length === 0 && !parts.querySelector(`[inert], .${skeleton.place}`);
}

type Props = {
  readonly parts: readonly { readonly title: string; readonly content: ReactNode }[];
  readonly onDone: () => void;
};

export function PrintedOrder({ parts, onDone }: Props) {
  const own = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const end = Date.now() + PATIENCE_MS;
    const timer = setInterval(() => {
      if (own.current && !isLoaded(own.current) && Date.now() < end) return;
      clearInterval(timer);
      print();
    }, POLL_MS);
    addEventListener('afterprint', onDone);
    return () => {
      clearInterval(timer);
      removeEventListener('afterprint', onDone);
    };
  }, [onDone]);
  return (
    <div ref={own} className={css.printed}>
      {parts.map(({ title, content }) => (
        <section key={title}>
          <h2>{title}</h2>
          {content}
        </section>
      ))}
    </div>
  );
}
