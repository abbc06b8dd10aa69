// Collapsible section of an order whose content is loaded when it is opened.
import { type ComponentType, type ReactNode, useState } from 'react';
import { LazyPart } from '../../../../ui/display/lazy.tsx';
import css from './order-card.module.css';

type Props<PartProps extends object> = {
  readonly title: ReactNode;
  /** The order number, which tells the sections apart for screen readers. */
  readonly number: string;
  readonly load: () => Promise<ComponentType<PartProps>>;
  readonly partProps: PartProps;
};

export function CollapsibleDetails<PartProps extends object>({ title, number, load, partProps }: Props<PartProps>) {
  const [wanted, setWanted] = useState(false);
  return (
    <details className={css.brief} onToggle={({ currentTarget }) => currentTarget.open && setWanted(true)}>
      <summary>
        {title} <span className="unseen">{number}</span>
      </summary>
      {wanted ? <LazyPart load={load} props={partProps} failed={() => setWanted(false)} /> : null}
    </details>
  );
}
