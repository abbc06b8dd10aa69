// Names of services, offers and platforms in the page's language, which the orders API does not return.
import { useCallback, useEffect, useState } from 'react';
import { throwNetworkError } from '#ui/api/client.ts';
import { usePage } from '#ui/page/context.ts';
import type { HistoryData } from '#ui/page/data.ts';
import { href } from '../../../pages.ts';
import { type QueryResult, useQuery } from '../../api/use-query.ts';
import { loadPage } from '../../app/data-cache.ts';

/** The last names, so that the next page of orders shows them at once. */
let last: { readonly key: string; readonly names: HistoryData } | undefined;

type Loading<T> = Omit<QueryResult<T>, 'change'>;

/** Loaded data with the names; busy until both are there. */
export function useWithNames<T extends object>(loading: Loading<T>): QueryResult<T & { readonly names: HistoryData }> {
  const names = useNames();
  return {
    data: loading.data && names.data && { ...loading.data, names: names.data },
    failure: loading.failure ?? names.failure,
    busy: loading.busy || names.busy,
    again() {
      loading.again();
      names.again();
    },
    change() {},
  };
}

function useNames(): QueryResult<HistoryData> {
  const { locale, currency } = usePage();
  const key = `${locale} ${currency}`;
  const load = useCallback(
    () =>
      loadPage({ path: href('orderHistory'), query: '', locale, currency })
        .catch(throwNetworkError)
        .then(({ data }) => data as HistoryData),
    [locale, currency],
  );
  const [remembered] = useState(() => (last?.key === key ? last.names : undefined));
  const names = useQuery(load, remembered);
  useEffect(() => {
    if (names.data && !names.busy) last = { key, names: names.data };
  }, [names.data, names.busy, key]);
  return names;
}
