// Server quote of a cart, requested shortly after the last change. The browser's own total is shown
// immediately; the quote confirms it or says why not.
import { useCallback, useEffect, useState } from 'react';
import type { Quote } from '#modules/orders/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import type { Sent } from '../../../api.ts';

const RESTS_MS = 400;

export type SentQuote = Sent<'POST /api/orders/quote'>;

/** All absent: not requested, or not answered yet. */
export type Quoted = { readonly quote?: Quote; readonly refused?: ApiError };

export function useQuote(request: SentQuote | undefined): Quoted & { readonly again: () => void } {
  const [known, setKnown] = useState<Quoted & { readonly of: string }>({ of: '' });
  const [turn, setTurn] = useState(0);
  const of = request ? JSON.stringify(request) : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn requests again.
  useEffect(() => {
    if (of === '') return undefined;
    const controller = new AbortController();
    const rest = setTimeout(() => {
      call('POST /api/orders/quote', JSON.parse(of) as SentQuote, { signal: controller.signal }).then(
        (quote) => setKnown({ of, quote }),
        (cause: unknown) => {
          if (controller.signal.aborted) return;
          setKnown(() => {
            // Programming errors belong to the error boundary.
            if (!(cause instanceof ApiError)) throw cause;
            return { of, refused: cause };
          });
        },
      );
    }, RESTS_MS);
    return () => {
      clearTimeout(rest);
      controller.abort();
    };
  }, [of, turn]);
  const again = useCallback(() => setTurn((count) => count + 1), []);
  // The quote of another request is ignored.
  const { quote, refused } = known.of === of ? known : {};
  return { ...(quote ? { quote } : {}), ...(refused ? { refused } : {}), again };
}
