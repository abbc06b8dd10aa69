// What subscriptions bring, how many leave, and what plans are still owed. Hidden in a shop without any.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { showMoney } from '#lib/money/money.ts';
import type { ShopReport } from '#modules/reports/shapes.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { type Tile, Tiles } from '../../shared/layout/tiles.tsx';

const HUNDRED = 100;

export function SubscriptionTiles({ report: { from, to, currency } }: { readonly report: Pick<ShopReport, 'from' | 'to' | 'currency'> }) {
  const { data } = useQuery(deskQuery('GET /api/reports/subscriptions', { from, to, currency }));
  const { data: owed } = useQuery({ ...deskQuery('GET /api/plans/owed'), enabled: useMay('money.see') });
  if (!data || data.active + data.running + data.started === 0) return null;
  const { active, mrr, running, started, ended, lost } = data;
  const formatAmount = (amount: number) => showMoney({ amount, currency }, 'en');
  const value = owed?.totals.find((each) => each.currency === currency)?.value ?? 0;
  const tiles: Tile[] = [
    {
      name: 'Monthly revenue',
      value: <Link to="/subscriptions">{formatAmount(mrr)}</Link>,
      note: `now, from ${active.toLocaleString('en')} that run; ${started.toLocaleString('en')} began`,
    },
    {
      name: 'Churn',
      value: (
        <Link to="/subscriptions" search={{ state: 'ended' }}>
          {running === 0 ? '—' : `${((ended / running) * HUNDRED).toFixed(1)}%`}
        </Link>
      ),
      note: `${ended.toLocaleString('en')} ended, of ${running.toLocaleString('en')} at the beginning; ${formatAmount(lost)} a month`,
    },
    ...(value === 0
      ? []
      : [
          {
            name: 'Paid, not delivered',
            value: (
              <Link to="/subscriptions" hash="owed">
                {formatAmount(value)}
              </Link>
            ),
            note: 'of plans, now',
          },
        ]),
  ];
  return <Tiles tiles={tiles} />;
}
