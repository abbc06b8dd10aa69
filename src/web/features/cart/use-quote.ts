// What the server would take for a cart, asked a moment after the cart has come to rest. What is reckoned in the browser is shown at once; this confirms
// it, or says why not.
import { useCallback, useEffect, useState } from 'react';
import type { Sent } from '../../../api.ts';
import type { Quote } from '../../../modules/orders/shapes.ts';
import { ApiError } from '../../../ui/api-error.ts';
import { call } from '../../api/client.ts';

const RESTS_MS = 400;

export type QuoteAsk = Sent<'POST /api/orders/quote'>;

/** All absent: nothing is asked, or it is not answered yet. */
export type Quoted = { readonly quote?: Quote; readonly refused?: ApiError };

export function useQuote(ask: QuoteAsk | undefined): Quoted & { readonly again: () => void } {
  const [known, setKnown] = useState<Quoted & { readonly of: string }>({ of: '' });
  const [turn, setTurn] = useState(0);
  const of = ask ? JSON.stringify(ask) : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks anew.
  useEffect(() => {
    if (of === '') return undefined;
    const gone = new AbortController();
    const rest = setTimeout(() => {
      call('POST /api/orders/quote', JSON.parse(of) as QuoteAsk, { signal: gone.signal }).then(
        (quote) => setKnown({ of, quote }),
        (cause: unknown) => {
          if (gone.signal.aborted) return;
          setKnown(() => {
            // A bug of ours belongs to the page's own notice of faults.
            if (!(cause instanceof ApiError)) throw cause;
            return { of, refused: cause };
          });
        },
      );
    }, RESTS_MS);
    return () => {
      clearTimeout(rest);
      gone.abort();
    };
  }, [of, turn]);
  const again = useCallback(() => setTurn((count) => count + 1), []);
  // An answer to another question is none.
  const { quote, refused } = known.of === of ? known : {};
  return { ...(quote ? { quote } : {}), ...(refused ? { refused } : {}), again };
}
