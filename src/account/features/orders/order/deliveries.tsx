// Deliveries or messages of an order; a bundle's pieces are expanded one by one.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import fold from '#ui/styles/fold.module.css';
import type { Output } from '../../../../api.ts';
import { apiQuery } from '../../../api/queries.ts';
import { QueryState } from '../../../layout/client-area/client-area.tsx';
import { useNews } from '../../../live/use-live-updates.ts';
import css from '../../deliveries/deliveries.module.css';
import { PieceWorkView, type WorkPart } from '../../deliveries/piece-deliveries.tsx';
import type { Publication } from '../../deliveries/types.ts';
import type { OrderProps } from '../order-list.ts';
import { formatPieceTitle, orderNames } from '../order-names.ts';
import { PieceStateText } from './piece-state.tsx';

type Props = Omit<OrderProps, 'take'> & { readonly part: WorkPart };
type DeliverablePiece = Output<'GET /api/orders/order'>['pieces'][number];
const news = ['orders'] as const;

export function OrderWork({ order, names, part }: Props) {
  const { id } = order;
  const query = useQuery(apiQuery('GET /api/orders/order', { id }));
  useNews(news, () => void query.refetch());
  return (
    <div className={css.work}>
      <QueryState wide query={query} waiting={<Skeleton shape="lines" count={4} />}>
        {({ pieces }) =>
          pieces.length === 1 && pieces[0] ? (
            <PieceWorkView pieceId={pieces[0].id} part={part} publication={toPublication(pieces[0], order, names)} />
          ) : (
            <ol className={css.pieces}>
              {pieces.map((piece) => (
                <li key={piece.id}>
                  {piece.state === 'waiting' ? <Title piece={piece} names={names} /> : <Unfolded {...{ piece, order, names, part }} />}
                </li>
              ))}
            </ol>
          )
        }
      </QueryState>
    </div>
  );
}

function toPublication(piece: DeliverablePiece, order: Props['order'], names: Props['names']): Publication {
  const { brandName } = piece.brief ?? order.answers;
  return {
    delivers: names.services.find(({ serviceType }) => serviceType === piece.serviceType)?.delivers ?? 'article',
    platform: orderNames(piece, names).platform ?? orderNames(order, names).platform,
    layout: names.platforms.find(({ platform }) => platform === (piece.platform ?? order.platform))?.layout ?? 'text',
    brand: typeof brandName === 'string' ? brandName : undefined,
  };
}

type One = { readonly piece: DeliverablePiece } & Pick<Props, 'names'>;

/** Opened at once if the piece waits for the customer. */
function Unfolded({ piece, order, names, part }: One & Pick<Props, 'order' | 'part'>) {
  const isNext = part === 'messages' ? piece.waits : piece.state === 'delivered';
  const [wanted, setWanted] = useState(isNext);
  const [isOpenFirst] = useState(isNext);
  return (
    <details className={fold.fold} open={isOpenFirst || undefined} onToggle={({ currentTarget }) => currentTarget.open && setWanted(true)}>
      <summary>
        <Title piece={piece} names={names} />
      </summary>
      {wanted ? <PieceWorkView pieceId={piece.id} part={part} publication={toPublication(piece, order, names)} /> : null}
    </details>
  );
}

const Title = ({ piece, names }: One) => (
  <span>
    <b>{formatPieceTitle(piece, names)}</b>{' '}
    <small>
      <PieceStateText piece={piece} />
    </small>
  </span>
);
