// Filters of a list, stored in the address; its rows; and its pages, by cursor.

import type { ReactNode } from 'react';
import { ButtonLink } from '#ui/display/button.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import button from '#ui/styles/button.module.css';
import { SearchLink } from '../routing/search-link.tsx';
import { useChangeSearch } from '../routing/use-change-search.ts';
import css from './filters.module.css';

type Filter =
  | {
      readonly name: string;
      readonly label: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
      /** What is shown without a choice. */
      readonly none?: string;
    }
  | { readonly name: string; readonly label: string; readonly type: 'date' };

/** A day of a filter is the reader's day, as times in the list are the reader's times. */
export const getOwnZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

type Values = Readonly<Record<string, string | undefined>>;

export function Filters({ filters, values }: { readonly filters: readonly Filter[]; readonly values: Values }) {
  const changeSearch = useChangeSearch();
  const set = (name: string, value: string) => changeSearch({ [name]: value, before: undefined });
  const isFiltered = filters.some(({ name }) => values[name] !== undefined);
  return (
    <search className={css.bar} aria-label="Filters">
      {filters.map((filter) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: it contains one of two fields.
        <label key={filter.name} className={css.filter}>
          <span>{filter.label}</span>
          {'type' in filter ? (
            <input
              className={css.field}
              type={filter.type}
              value={values[filter.name] ?? ''}
              onChange={(event) => set(filter.name, event.target.value)}
            />
          ) : (
            <select className={css.field} value={values[filter.name] ?? ''} onChange={(event) => set(filter.name, event.target.value)}>
              <option value="">{filter.none ?? 'All'}</option>
              {filter.options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </label>
      ))}
      {isFiltered ? (
        <SearchLink
          className={`${button.quiet} ${button.small}`}
          changes={Object.fromEntries(Object.keys(values).map((name) => [name, undefined]))}
        >
          Clear filters
        </SearchLink>
      ) : null}
    </search>
  );
}

/** The file has the rows of the list's filter. `href`: by `getAddress`. */
export const CsvLink = ({ href }: { readonly href: string }) => <ButtonLink text="Download as CSV" small href={href} download />;

type PagedRowsProps<Row extends { readonly id: string }> = Pick<NoRowsProps, 'what'> & {
  readonly rows: readonly Row[];
  readonly more: boolean;
  readonly search: Values;
  readonly children: (rows: readonly Row[]) => ReactNode;
};

/** A page of a list, newest first, or why it is empty. */
export const PagedRows = <Row extends { readonly id: string }>({ rows, more, search, what, children }: PagedRowsProps<Row>) =>
  rows.length === 0 ? (
    <NoRows values={search} what={what} />
  ) : (
    <>
      {children(rows)}
      <Pages before={search.before} last={rows.at(-1)?.id} more={more} />
    </>
  );

type NoRowsProps = { readonly values: Values /** In the plural, such as "orders". */; readonly what: string };

/** An empty list: nothing matches the filters, or there is nothing yet. */
export function NoRows({ values, what }: NoRowsProps) {
  const isFiltered = Object.values(values).some((value) => value !== undefined);
  return <Empty kind={isFiltered ? 'filtered' : 'empty'} title={isFiltered ? `No ${what} match` : `No ${what} yet`} />;
}

type PagesProps = { readonly before: string | undefined; readonly last: string | undefined; readonly more: boolean };

const Pages = ({ before, last, more }: PagesProps) => (
  <nav className={css.pages} aria-label="Pages">
    {before === undefined ? null : (
      <SearchLink className={`${button.quiet} ${button.small}`} changes={{ before: undefined }}>
        Newest
      </SearchLink>
    )}
    {more && last ? (
      <SearchLink className={`${button.quiet} ${button.small}`} changes={{ before: last }}>
        Older
      </SearchLink>
    ) : null}
  </nav>
);
