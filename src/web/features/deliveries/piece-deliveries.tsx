// Deliveries of one piece by version, newest first, and its messages.
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { Tabs } from '../../../ui/display/tabs.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { call } from '../../api/client.ts';
import { useQuery } from '../../api/use-query.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import { useNews } from '../../live/use-live-updates.ts';
import css from './deliveries.module.css';
import { DeliveryOf } from './delivery.tsx';
import { PieceMessages } from './messages.tsx';
import type { PieceDeliveryProps, PieceView } from './types.ts';

const news = ['orders'] as const;

export function PieceWorkView({ pieceId }: { readonly pieceId: string }) {
  const load = useCallback((signal: AbortSignal) => call('GET /api/orders/piece', { pieceId }, { signal }), [pieceId]);
  const piece = useQuery(load);
  useNews(news, piece.again);
  const take = (fresh: PieceView) => piece.change(() => fresh);
  return (
    <QueryState wide of={piece} waiting={<Skeleton shape="lines" count={4} />}>
      {(found) => (
        <>
          {found.deliveries.length > 0 ? (
            <Deliveries piece={found} take={take} />
          ) : (
            <p>
              <Trans>Nothing is delivered yet. What is comes here, and you are told by e-mail.</Trans>
            </p>
          )}
          <PieceMessages piece={found} take={take} />
        </>
      )}
    </QueryState>
  );
}

function Deliveries({ piece, take }: PieceDeliveryProps) {
  const { t } = useLingui();
  const newest = piece.deliveries.at(-1)?.id ?? '';
  const [picked, setPicked] = useState<string>();
  const chosen = piece.deliveries.some(({ id }) => id === picked) && picked ? picked : newest;
  const shown = <DeliveryOf key={chosen} id={chosen} piece={piece} take={take} isNewest={chosen === newest} />;
  if (piece.deliveries.length === 1) return shown;
  return (
    <Tabs
      label={t`Versions`}
      tabs={piece.deliveries.map(({ id, version }) => ({ id, label: <span className={css.version}>{t`Version ${version}`}</span> }))}
      chosen={chosen}
      choose={setPicked}
    >
      {shown}
    </Tabs>
  );
}
