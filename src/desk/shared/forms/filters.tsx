// What a list is filtered by, in the address and nowhere else; and its pages, each by the last of the one before.
import button from '../../../ui/styles/button.module.css';
import { go, Link, usePlace, withQuery } from '../browser/location.tsx';
import css from './filters.module.css';

type Filter =
  | { readonly name: string; readonly label: string; readonly options: readonly { readonly value: string; readonly label: string }[] }
  | { readonly name: string; readonly label: string; readonly type: 'date' };

/** A day of a filter is the reader's day, as times in the list are the reader's times. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function Filters({ filters }: { readonly filters: readonly Filter[] }) {
  const { searchParams } = usePlace();
  const set = (name: string, value: string) => go(withQuery({ [name]: value, before: undefined }), { replace: true });
  const isFiltered = filters.some(({ name }) => searchParams.has(name));
  return (
    <search className={css.bar} aria-label="Filters">
      {filters.map((filter) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: one of two fields is in it.
        <label key={filter.name} className={css.filter}>
          <span>{filter.label}</span>
          {'type' in filter ? (
            <input
              className={css.field}
              type={filter.type}
              value={searchParams.get(filter.name) ?? ''}
              onChange={(event) => set(filter.name, event.target.value)}
            />
          ) : (
            <select
              className={css.field}
              value={searchParams.get(filter.name) ?? ''}
              onChange={(event) => set(filter.name, event.target.value)}
            >
              <option value="">all</option>
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
        <Link className={`${button.quiet} ${button.small}`} href={location.pathname}>
          Show all
        </Link>
      ) : null}
    </search>
  );
}

export function Pages({ last, more }: { readonly last: string | undefined; readonly more: boolean }) {
  const { searchParams } = usePlace();
  return (
    <nav className={css.pages} aria-label="Pages">
      {searchParams.has('before') ? (
        <Link className={`${button.quiet} ${button.small}`} href={withQuery({ before: undefined })}>
          Newest
        </Link>
      ) : null}
      {more && last ? (
        <Link className={`${button.quiet} ${button.small}`} href={withQuery({ before: last })}>
          Older ones
        </Link>
      ) : null}
    </nav>
  );
}
