// What our team did for the customer, and why.
import { useLingui } from '@lingui/react/macro';
import type { WholeOrder } from '#modules/orders/pieces/shapes.ts';
import { MomentText } from '../../../shared/date-time.tsx';
import css from './order.module.css';

type Action = NonNullable<WholeOrder['teamActions']>[number];
type Props = { readonly order: Pick<WholeOrder, 'pieces' | 'teamActions'>; readonly only?: readonly Action['action'][] };

export function TeamActions({ order: { pieces, teamActions = [] }, only }: Props) {
  const { t } = useLingui();
  const shown = only ? teamActions.filter(({ action }) => only.includes(action)) : teamActions;
  if (shown.length === 0) return null;
  const describe = ({ action, reason }: Action): string =>
    ({
      brief: t`Brief submitted by our team: ${reason}`,
      correction: t`Brief corrected by our team: ${reason}`,
      revision: t`Changes requested by our team: ${reason}`,
      acceptance: t`Accepted by our team: ${reason}`,
    })[action];
  return (
    <div className={css.team}>
      {shown.map((each) => (
        <p key={each.id}>
          {pieces.length > 1 ? `${pieces.find(({ id }) => id === each.pieceId)?.title ?? ''} · ` : null}
          {describe(each)}{' '}
          <small>
            <MomentText iso={each.at} />
          </small>
        </p>
      ))}
    </div>
  );
}
