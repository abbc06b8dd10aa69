// Briefs of a bundle's pieces after payment. One piece is open at a time, prefilled from the order;
// what is typed is stored as a draft of that piece.

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import type { Prices } from '#modules/catalogue/shapes.ts';
import type { WholeOrder } from '#modules/orders/pieces/shapes.ts';
import type { OrderView } from '#modules/orders/shapes.ts';
import { call } from '#ui/api/client.ts';
import { Meter } from '#ui/feedback/meter.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { useFocusAfter } from '#ui/hooks/use-focus.ts';
import type { HistoryData } from '#ui/page/data.ts';
import { href } from '../../../../pages.ts';
import { apiQuery, archivedPricesQuery, joinQueries, queryClient } from '../../../api/queries.ts';
import { QueryState, TITLE_ID } from '../../../layout/client-area/client-area.tsx';
import { getHeadId } from '../../brief/piece-brief.ts';
import css from './piece-list.module.css';
import { PieceStep } from './piece-step.tsx';

type Props = {
  readonly orderId: string;
  readonly names: HistoryData;
  /** The order card shows the same afterwards. */
  readonly take: (fresh: readonly OrderView[]) => void;
};

export function BriefPieces({ orderId, names, take }: Props) {
  const { t } = useLingui();
  const query = apiQuery('GET /api/orders/order', { id: orderId });
  const order = useQuery(query);
  const currency = order.data?.currency;
  const prices = useQuery(archivedPricesQuery(currency));
  const showSent = async (fresh: WholeOrder) => {
    queryClient.setQueryData(query.queryKey, fresh);
    take(await call('GET /api/orders', { purchase: fresh.purchaseId }).catch(() => []));
  };
  const loaded = joinQueries(order, prices);
  return (
    <div className={css.pieces}>
      <p>
        <a href={href('orderHistory')}>{t`← Order history`}</a>
      </p>
      <QueryState wide query={loaded} waiting={<Skeleton shape="card" count={5} />}>
        {([known, priced]) => <Steps order={known} prices={priced} orderId={orderId} names={names} onSent={showSent} />}
      </QueryState>
    </div>
  );
}

type StepsProps = {
  readonly order: WholeOrder;
  readonly prices: Prices;
  readonly orderId: string;
  readonly names: HistoryData;
  readonly onSent: (order: WholeOrder) => Promise<void>;
};

function Steps({ order, prices, orderId, names, onSent }: StepsProps) {
  const { t } = useLingui();
  const { pieces, number, status } = order;
  const waiting = pieces.filter(({ state }) => state === 'waiting');
  const [open, setOpen] = useState(() => waiting[0]?.id);
  const [, copied] = useReducer((turns: number) => turns + 1, 0);
  const focusAfter = useFocusAfter();
  const [done, all] = [pieces.length - waiting.length, pieces.length];
  async function openNext(fresh: WholeOrder): Promise<void> {
    const next = fresh.pieces.find(({ state }) => state === 'waiting')?.id;
    setOpen(next);
    // The form that had the focus is gone: the next piece, or the message that all are done.
    focusAfter(() => document.getElementById(next === undefined ? TITLE_ID : getHeadId(next)), 'start');
    await onSent(fresh);
  }
  return (
    <>
      <p className={css.number}>{number}</p>
      {status === 2 || status === 3 ? (
        <p className={css.lead}>
          {waiting.some(({ expectedBecause }) => expectedBecause === 'mayBeginLater') ? (
            <Trans>We’ve filled in your brand details; change them as you like. Work starts when your 14-day withdrawal period ends.</Trans>
          ) : waiting.length > 0 && pieces[0]?.share !== null ? (
            t`The clock of each piece starts when you send its brief.`
          ) : waiting.length > 0 ? (
            t`We’ve filled in your brand details; change them as you like. The clock of each piece starts when you send its brief.`
          ) : (
            t`Thank you. Every piece has its brief, so you’re all set.`
          )}
        </p>
      ) : (
        <p className={css.lead}>{t`You can write briefs once the order is paid and while it’s open.`}</p>
      )}
      <div className={css.done}>
        <Meter label={t`Briefs sent`} done={done / all} />
        <p role="status">
          <Trans>
            {done} of <Plural value={all} one="# brief" other="# briefs" /> sent
          </Trans>
        </p>
      </div>
      <ol className={css.steps}>
        {pieces.map((piece, index) => (
          <PieceStep
            key={piece.id}
            {...{ piece, order, prices, orderId, names, onTaken: openNext, copied }}
            place={index + 1}
            isOpen={piece.id === open}
            toggle={() => setOpen(piece.id === open ? undefined : piece.id)}
          />
        ))}
      </ol>
    </>
  );
}
