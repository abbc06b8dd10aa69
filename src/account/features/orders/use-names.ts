// Names of services, offers and platforms in the page's language, which the orders API does not return.
import { useQuery } from '@tanstack/react-query';
import { throwNetworkError } from '#ui/api/client.ts';
import { usePage } from '#ui/page/context.ts';
import type { HistoryData } from '#ui/page/data.ts';
import { href } from '../../../pages.ts';
import { type ApiQueryResult, loadedQuery } from '../../api/queries.ts';
import { loadPage } from '../../app/data-cache.ts';

export function useNames(): ApiQueryResult<HistoryData> {
  const { locale, currency } = usePage();
  return useQuery(
    loadedQuery(['names', locale, currency], () =>
      loadPage({ path: href('orderHistory'), query: '', locale, currency }).then(({ data }) => data as HistoryData, throwNetworkError),
    ),
  );
}
