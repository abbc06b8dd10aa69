// Loads what the search goes through when it opens: two public pages' data, and the customer's latest orders.
import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { call, throwNetworkError } from '#ui/api/client.ts';
import { href, type PageName } from '../../../pages.ts';
import { orderItems, questionItems, type SearchItem, type SearchItems, serviceItems } from '../../../site/enhance/search-items.ts';
import { useQuery } from '../../api/use-query.ts';
import { usePage } from '../../router/page/context.ts';
import type { ScreenData } from '../../router/page/data.ts';
import { loadPage } from '../../router/page/data-cache.ts';
import { statusWords } from '../orders/order-list.ts';

/** The latest ones; the order history searches the older ones too. */
const ORDERS = 100;
const none: readonly SearchItem[] = [];

type Public = Pick<SearchItems, 'services' | 'questions'>;
export type SearchLoading = {
  /** Absent until the public ones are loaded. */
  readonly items: SearchItems | undefined;
  readonly failed: boolean;
  readonly ordersFailed: boolean;
  readonly again: () => void;
};

export function useSearchItems(): SearchLoading {
  const { locale, currency } = usePage();
  const { i18n } = useLingui();
  const load = useCallback(
    async <Name extends PageName>(name: Name) =>
      (await loadPage({ path: href(name), query: '', locale, currency }).catch(throwNetworkError)).data as ScreenData[Name],
    [locale, currency],
  );
  const [pages, setPages] = useState<Public | 'failed'>();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn loads again.
  useEffect(() => {
    let isLatest = true;
    Promise.all([load('services'), load('faq')]).then(
      ([services, faq]) => isLatest && setPages({ services: serviceItems(services), questions: questionItems(faq) }),
      () => isLatest && setPages('failed'),
    );
    return () => {
      isLatest = false;
    };
  }, [load, turn]);
  const loadOrders = useCallback(
    async (signal: AbortSignal) => {
      const [orders, names] = await Promise.all([call('GET /api/orders', { limit: ORDERS }, { signal }), load('orderHistory')]);
      return { orders, names };
    },
    [load],
  );
  const { data, failure } = useQuery(loadOrders);
  const items = useMemo(
    () =>
      typeof pages === 'object'
        ? { ...pages, orders: data ? orderItems(data.orders, data.names, ({ status }) => i18n._(statusWords[status])) : none }
        : undefined,
    [pages, data, i18n],
  );
  const again = () => {
    setPages(undefined);
    setTurn((count) => count + 1);
  };
  return { items, failed: pages === 'failed', ordersFailed: failure !== undefined, again };
}
