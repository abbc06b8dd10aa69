// Statement in a currency that the shop no longer sells, below that of the chosen one.
import { Trans } from '@lingui/react/macro';
import { useCallback } from 'react';
import { type CurrencyNumber, currencyCode } from '#lib/money/money.ts';
import { call } from '#ui/api/client.ts';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { useQuery } from '../../../api/use-query.ts';
import { QueryState } from '../../../layout/client-area/client-area.tsx';
import type { FilteredStatement, statementParts } from './statement.tsx';

const PAGE_LINES = 25;

type Props = { readonly currency: CurrencyNumber; readonly parts: typeof statementParts };

export function FormerStatement({ currency, parts: { StatementLines, css } }: Props) {
  const load = useCallback(
    async (signal: AbortSignal): Promise<FilteredStatement> => ({
      ...(await call('GET /api/balance/statement', { currency, limit: PAGE_LINES }, { signal })),
      kind: undefined,
    }),
    [currency],
  );
  const loaded = useQuery(load);
  const title = `statement-${currency}`;
  return (
    <section className={css.statement} aria-labelledby={title}>
      <div className={css.head}>
        <h2 id={title}>
          <Trans>Statement in {currencyCode(currency)}</Trans>
        </h2>
      </div>
      <QueryState wide of={loaded} waiting={<Skeleton shape="lines" count={5} />}>
        {(known) => <StatementLines of={known} change={loaded.change} />}
      </QueryState>
    </section>
  );
}
