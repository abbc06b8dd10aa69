// Updates the balances while the page is open and announces which one changed. Shows the statements of
// currencies that the shop no longer sells.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { showMoney } from '#lib/money/money.ts';
import type { Funds } from '#modules/wallet/shapes.ts';
import { call } from '#ui/api/client.ts';
import { usePage } from '#ui/page/context.ts';
import { useNews } from '../../live/use-live-updates.ts';
import { FormerStatement } from './statement/statement.tsx';

type Props = {
  readonly funds: Funds;
  readonly take: (funds: Funds) => void;
  /** Another component announces this change. */
  readonly isSaid: boolean;
};

const news = ['balance'] as const;

export function FundsLive({ funds, take, isSaid }: Props) {
  const { t } = useLingui();
  const { locale, shell } = usePage();
  const former = funds.currencies.filter(({ currency }) => !shell.currencies.some(([each]) => each === currency));
  const known = useRef(funds);
  useEffect(() => {
    known.current = funds;
  }, [funds]);
  const [changed, setChanged] = useState<Funds['currencies']>([]);
  useNews(news, async (signal) => {
    const fresh = await call('GET /api/balance/funds', undefined, { signal });
    const before = new Map(known.current.currencies.map(({ currency, balance }) => [currency, balance]));
    const moved = fresh.currencies.filter(({ currency, balance }) => before.get(currency) !== balance);
    if (moved.length > 0 && !isSaid) setChanged(moved);
    take(fresh);
  });
  return (
    <>
      {former.map(({ currency, balance }) => (
        <FormerStatement key={`${currency} ${balance}`} currency={currency} />
      ))}
      <div role="status" className="unseen">
        {changed.map(({ currency, balance }) => {
          const shown = showMoney({ amount: balance, currency }, locale);
          return <p key={`${currency} ${balance}`}>{t`Your balance is now ${shown}.`}</p>;
        })}
      </div>
    </>
  );
}
