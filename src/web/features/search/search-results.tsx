// The results of the search, in a list for each kind, and what is said when there are none.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import button from '#ui/styles/button.module.css';
import { href } from '../../../pages.ts';
import type { FoundGroup, SearchItem, SearchKind } from '../../../site/enhance/search-items.ts';
import { Glyph } from '../../shared/service-icon.tsx';
import { PriceFrom } from '../../shared/service-name.tsx';
import type { SearchLoading } from './use-search-items.ts';

const titles: Readonly<Record<SearchKind, MessageDescriptor>> = {
  orders: msg`Your orders`,
  services: msg`Services`,
  questions: msg`Questions`,
};

/** Without an item, it leads to all matches of its kind. */
type ResultOption = { readonly id: string; readonly href: string; readonly item?: SearchItem };
type ResultList = { readonly kind: SearchKind; readonly titleId: string; readonly options: readonly ResultOption[] };

export const listsOf = (groups: readonly FoundGroup[], id: string): readonly ResultList[] =>
  groups.map(({ kind, items, all }) => {
    const found = items.map((item, index): ResultOption => ({ id: `${id}-${kind}-${index}`, href: item.href, item }));
    const further = all === undefined ? [] : [{ id: `${id}-${kind}-all`, href: all }];
    return { kind, titleId: `${id}-${kind}`, options: [...found, ...further] };
  });

type ResultListsProps = {
  readonly id: string;
  readonly lists: readonly ResultList[];
  readonly activeId: string | undefined;
  readonly close: () => void;
};

export function ResultLists({ id, lists, activeId, close }: ResultListsProps) {
  const { t, i18n } = useLingui();
  return (
    <div id={id} role="listbox" aria-label={t`Results`}>
      {lists.map(({ kind, titleId, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
        <div key={kind} role="group" aria-labelledby={titleId}>
          <p id={titleId} className="search-kind" role="presentation">
            {i18n._(titles[kind])}
          </p>
          {options.map((option) => (
            <a
              key={option.id}
              id={option.id}
              className="search-result"
              role="option"
              aria-selected={option.id === activeId}
              tabIndex={-1}
              href={option.href}
              onClick={close}
            >
              {option.item ? (
                <Found item={option.item} />
              ) : (
                <b>
                  <Trans>Show all matches</Trans>
                </b>
              )}
            </a>
          ))}
        </div>
      ))}
    </div>
  );
}

const Found = ({ item: { title, note, service } }: { item: SearchItem }) => (
  <>
    {service ? <Glyph icon={service.icon} /> : null}
    <span>
      <b>{title}</b>
      <small>{note}</small>
    </span>
    {service ? (
      <span className="search-price">
        <PriceFrom card={service} />
      </span>
    ) : null}
  </>
);

type SearchStatusProps = {
  readonly query: string;
  readonly count: number;
  readonly loading: SearchLoading;
  readonly close: () => void;
};

export function SearchStatus({ query, count, loading: { items, failed, ordersFailed, again }, close }: SearchStatusProps) {
  const { t } = useLingui();
  if (failed)
    return (
      <div role="alert" className="search-message">
        <p>
          <Trans>The search couldn’t be loaded. Check your connection.</Trans>
        </p>
        <button type="button" className={button.quiet} onClick={again}>
          <Trans>Try again</Trans>
        </button>
      </div>
    );
  const wanted = query.trim();
  const isEmpty = items !== undefined && count === 0;
  return (
    <>
      <p role="status" className={isEmpty || !items ? 'search-message' : 'unseen'}>
        {!items ? (
          <Trans>Loading…</Trans>
        ) : isEmpty ? (
          // A text node of its own, because words that look like markup would be parsed as part of the
          // sentence.
          t`No results for “${wanted}”.`
        ) : (
          <Plural value={count} one="# result" other="# results" />
        )}
      </p>
      {isEmpty ? (
        <p className="search-message">
          <a className={button.link} href={href('contact')} onClick={close}>
            <Trans>Ask us instead</Trans>
          </a>
        </p>
      ) : null}
      {ordersFailed ? (
        <p className="search-message">
          <Trans>Your orders couldn’t be loaded.</Trans>
        </p>
      ) : null}
    </>
  );
}
