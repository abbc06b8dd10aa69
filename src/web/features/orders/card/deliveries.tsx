// Deliveries and messages of an order; a bundle's pieces are expanded one by one.
import { Trans } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import type { Output } from '../../../../api.ts';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { call } from '../../../api/client.ts';
import { useQuery } from '../../../api/use-query.ts';
import type { TextFiles } from '../../../i18n/catalogs.ts';
import { QueryState } from '../../../layout/client-area/client-area.tsx';
import { useNews } from '../../../live/use-live-updates.ts';
import { withCatalog } from '../../../shared/with-catalog.tsx';
import css from '../../deliveries/deliveries.module.css';
import { PieceWorkView } from '../../deliveries/piece-deliveries.tsx';
import { type OrderProps, orderNames } from '../order-list.ts';

type Props = Omit<OrderProps, 'take'>;
type DeliverablePiece = Output<'GET /api/orders/order'>['pieces'][number];
const news = ['orders'] as const;
const workTexts: TextFiles = {
  en: () => import('virtual:messages/work/en'),
  es: () => import('virtual:messages/work/es'),
  jp: () => import('virtual:messages/work/jp'),
};

export const WorkOf = withCatalog(({ order: { id }, names }: Props) => {
  const load = useCallback((signal: AbortSignal) => call('GET /api/orders/order', { id }, { signal }), [id]);
  const query = useQuery(load);
  useNews(news, query.again);
  return (
    <div className={css.work}>
      <QueryState wide of={query} waiting={<Skeleton shape="lines" count={4} />}>
        {({ pieces }) =>
          pieces.length === 1 && pieces[0] ? <PieceWorkView pieceId={pieces[0].id} /> : <Pieces pieces={pieces} names={names} />
        }
      </QueryState>
    </div>
  );
}, workTexts);

const Pieces = ({ pieces, names }: { readonly pieces: readonly DeliverablePiece[] } & Pick<Props, 'names'>) => (
  <ol className={css.pieces}>
    {pieces.map((piece) => (
      <li key={piece.id}>{piece.state === 'waiting' ? <Title piece={piece} names={names} /> : <Unfolded piece={piece} names={names} />}</li>
    ))}
  </ol>
);

type One = { readonly piece: DeliverablePiece } & Pick<Props, 'names'>;

function Unfolded({ piece, names }: One) {
  const [wanted, setWanted] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && setWanted(true)}>
      <summary>
        <Title piece={piece} names={names} />
      </summary>
      {wanted ? <PieceWorkView pieceId={piece.id} /> : null}
    </details>
  );
}

const Title = ({ piece, names }: One) => (
  <>
    <b>{orderNames(piece, names).title}</b>{' '}
    <small>
      {piece.waits ? (
        <Trans>waits for your answer</Trans>
      ) : piece.state === 'waiting' ? (
        <Trans>waits for your brief</Trans>
      ) : piece.state === 'delivered' ? (
        <Trans>delivered: please look at it</Trans>
      ) : piece.state === 'accepted' ? (
        <Trans>accepted</Trans>
      ) : piece.state === 'revisionAsked' ? (
        <Trans>is being revised</Trans>
      ) : piece.state === 'cancelled' ? (
        <Trans>cancelled</Trans>
      ) : (
        <Trans>in work</Trans>
      )}
    </small>
  </>
);
