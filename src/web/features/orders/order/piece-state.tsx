// The state of one piece of an order in a few words.
import { useLingui } from '@lingui/react/macro';
import type { OrderPiece } from '../../../../modules/orders/pieces/shapes.ts';

export function PieceStateText({ piece: { state, waits } }: { readonly piece: Pick<OrderPiece, 'state' | 'waits'> }) {
  const { t } = useLingui();
  const words: Readonly<Record<OrderPiece['state'], string>> = {
    waiting: t`needs a brief`,
    ready: t`up next`,
    inWork: t({ message: 'in progress', context: 'one piece' }),
    inReview: t`in review`,
    revisionAsked: t`in revision`,
    delivered: t({ message: 'delivered', context: 'one piece' }),
    accepted: t({ message: 'accepted', context: 'one piece' }),
    cancelled: t({ message: 'cancelled', context: 'one piece' }),
  };
  return waits ? t`question for you` : words[state];
}
