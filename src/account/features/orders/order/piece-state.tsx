// The state of one piece of an order in a few words.
import { useLingui } from '@lingui/react/macro';
import type { OrderPiece } from '#modules/orders/pieces/shapes.ts';

type Props = { readonly piece: Pick<OrderPiece, 'state' | 'waits'> & Partial<Pick<OrderPiece, 'stage'>> };

export function PieceStateText({ piece: { state, stage, waits } }: Props) {
  const { t } = useLingui();
  const words: Readonly<Record<OrderPiece['state'], string>> = {
    waiting: t`Needs a brief`,
    ready: t`Up next`,
    inWork: t({ message: 'In progress', context: 'one piece' }),
    inReview: t`In review`,
    revisionAsked: t`In revision`,
    delivered: t({ message: 'Delivered', context: 'one piece' }),
    accepted: t({ message: 'Accepted', context: 'one piece' }),
    cancelled: t({ message: 'Cancelled', context: 'one piece' }),
  };
  if (waits) return t`Question for you`;
  return stage ? `${words[state]} · ${stage}` : words[state];
}
