// Deliveries of one piece by version, newest first, or its messages.

import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Tabs } from '#ui/display/tabs.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { apiQuery, queryClient } from '../../api/queries.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import { useNews } from '../../live/use-live-updates.ts';
import css from './deliveries.module.css';
import { DeliveryPart } from './delivery.tsx';
import { PieceMessages } from './messages.tsx';
import { PieceProgress } from './progress.tsx';
import type { PieceDeliveryProps, PieceView, Publication } from './types.ts';

const news = ['orders'] as const;
export type WorkPart = 'delivery' | 'messages';

type Props = { readonly pieceId: string; readonly part: WorkPart; readonly publication: Publication };

export function PieceWorkView({ pieceId, part, publication }: Props) {
  const { t } = useLingui();
  const query = apiQuery('GET /api/orders/piece', { pieceId });
  const piece = useQuery(query);
  useNews(news, () => void piece.refetch());
  const take = (fresh: PieceView) => void queryClient.setQueryData(query.queryKey, fresh);
  return (
    <QueryState wide query={piece} waiting={<Skeleton shape="lines" count={4} />}>
      {(found) =>
        part === 'messages' ? (
          <PieceMessages piece={found} take={take} />
        ) : found.deliveries.length > 0 ? (
          <>
            {found.state === 'revisionAsked' ? <PieceProgress piece={found} /> : null}
            <Deliveries piece={found} take={take} publication={publication} />
          </>
        ) : isInProgress(found) ? (
          <PieceProgress piece={found} />
        ) : (
          <p>{t`Nothing delivered yet. We’ll email you when it’s ready.`}</p>
        )
      }
    </QueryState>
  );
}

const isInProgress = ({ state }: PieceView): boolean => state === 'ready' || state === 'inWork';

function Deliveries({ piece, take, publication }: PieceDeliveryProps & Pick<Props, 'publication'>) {
  const { t } = useLingui();
  const newest = piece.deliveries.at(-1)?.id ?? '';
  const [picked, setPicked] = useState<string>();
  const chosen = piece.deliveries.some(({ id }) => id === picked) && picked ? picked : newest;
  const shown = <DeliveryPart key={chosen} id={chosen} {...{ piece, take, publication }} isNewest={chosen === newest} />;
  if (piece.deliveries.length === 1) return shown;
  return (
    <Tabs
      label={t`Versions`}
      tabs={piece.deliveries.map(({ id, version }) => ({ id, label: <span className={css.version}>{t`Version ${version}`}</span> }))}
      chosen={chosen}
      choose={setPicked}
      isInteractive
    >
      {shown}
    </Tabs>
  );
}
