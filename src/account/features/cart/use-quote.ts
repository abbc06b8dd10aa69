// Server quote of a cart, requested shortly after the last change. The browser's own total is shown
// immediately; the quote confirms it or says why not.
import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Quote } from '#modules/orders/shapes.ts';
import type { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import type { Sent } from '../../../api.ts';

const DEBOUNCE_MS = 400;

export type SentQuote = Sent<'POST /api/orders/quote'>;

/** All absent: not requested, or not answered yet. */
export type Quoted = { readonly quote?: Quote; readonly refused?: ApiError };

export function useQuote(request: SentQuote | undefined): Quoted & { readonly again: () => void } {
  const sent = useSettled(request === undefined ? '' : JSON.stringify(request));
  const { data, error, refetch } = useQuery<Quote, ApiError>({
    queryKey: ['POST /api/orders/quote', sent],
    queryFn: sent === '' ? skipToken : ({ signal }) => call('POST /api/orders/quote', JSON.parse(sent) as SentQuote, { signal }),
  });
  const again = useCallback(() => void refetch(), [refetch]);
  // The quote of another request is ignored.
  const isCurrent = request !== undefined && sent === JSON.stringify(request);
  return { ...(isCurrent && data && !error ? { quote: data } : {}), ...(isCurrent && error ? { refused: error } : {}), again };
}

/** The value that has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const rest = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(rest);
  }, [value]);
  return settled;
}
