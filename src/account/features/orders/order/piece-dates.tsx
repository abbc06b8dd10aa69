// When each piece of a bundle is expected, if the dates differ.

import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Output } from '../../../../api.ts';
import { apiQuery } from '../../../api/queries.ts';
import { useNews } from '../../../live/use-live-updates.ts';
import { MomentText } from '../../../shared/date-time.tsx';
import type { OrderProps } from '../order-list.ts';
import { orderNames } from '../order-names.ts';
import css from './order.module.css';
import { PieceStateText } from './piece-state.tsx';

const news = ['orders'] as const;
type Piece = Output<'GET /api/orders/order'>['pieces'][number];

export function PieceDates({ order: { id }, names }: Pick<OrderProps, 'order' | 'names'>) {
  const { data, refetch } = useQuery(apiQuery('GET /api/orders/order', { id }));
  useNews(news, () => void refetch());
  const pieces = data?.pieces ?? [];
  const dates = new Set(pieces.map(({ expectedAt, expectedBecause }) => `${expectedAt} ${expectedBecause}`));
  if (dates.size < 2) return null;
  return (
    <dl className={css.pieceDates}>
      {pieces.map((piece) => (
        <div key={piece.id}>
          <dt>{orderNames(piece, names).title}</dt>
          <dd>
            <PieceDate piece={piece} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A piece that waits for a brief or an answer has no date yet, unless work may begin on a later day only. */
function PieceDate({ piece }: { readonly piece: Piece }) {
  const { expectedAt, expectedBecause, dueAt, state } = piece;
  if (expectedBecause === 'instant') return <Trans>within a minute</Trans>;
  if (expectedAt === null || (expectedBecause === 'paused' && dueAt === null)) return <PieceStateText piece={piece} />;
  return (
    <>
      <MomentText iso={expectedAt} />
      {state === 'waiting' ? (
        <>
          {' · '}
          <PieceStateText piece={piece} />
        </>
      ) : null}
    </>
  );
}
