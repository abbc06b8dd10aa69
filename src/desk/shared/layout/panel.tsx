// A section with a heading, and a list of label–value pairs.
import { Fragment, type ReactNode, useId } from 'react';
import css from './panel.module.css';

type Props = { readonly title: string; readonly beside?: ReactNode; readonly children: ReactNode };

export function Panel({ title, beside, children }: Props) {
  const id = useId();
  return (
    <section className={css.panel} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  );
}

/** Empty values are left out. */
export function FactList({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, what]) =>
        what === null || what === undefined || what === '' ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{what}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}

export const Columns = ({ children }: { readonly children: ReactNode }) => <div className={css.columns}>{children}</div>;
export const PanelColumn = ({ children }: { readonly children: ReactNode }) => <div className={css.column}>{children}</div>;
export const PanelNote = ({ children }: { readonly children: ReactNode }) => <p className={css.none}>{children}</p>;
export const Lines = ({ children }: { readonly children: ReactNode }) => <ul className={css.list}>{children}</ul>;
export const PanelLine = ({ children }: { readonly children: ReactNode }) => <li className={css.line}>{children}</li>;
