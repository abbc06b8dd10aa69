// One piece of a bundle: collapsed, its brief form, or its submitted brief.
import { useLingui } from '@lingui/react/macro';
import type { OrderPiece } from '#modules/orders/pieces/shapes.ts';
import { getItem, getSessionStore } from '#ui/browser/storage.ts';
import badge from '#ui/styles/badge.module.css';
import { BriefAnswers } from '../../brief/brief-answers.tsx';
import { getHeadId, getPieceDraftKey } from '../../brief/piece-brief.ts';
import { ExpectedText } from '../order/expected-date.tsx';
import { formatPieceTitle, orderNames } from '../order-names.ts';
import { PieceForm, type PieceFormProps } from './piece-form.tsx';
import css from './piece-list.module.css';

type Props = PieceFormProps & { readonly place: number; readonly isOpen: boolean; readonly toggle: () => void };

export function PieceStep({ place, isOpen, toggle, ...formProps }: Props) {
  const { t } = useLingui();
  const { piece, order, prices, names } = formProps;
  const { platform } = orderNames(piece, names);
  const head = getHeadId(piece.id);
  const body = `${head}-body`;
  const isOver = order.status !== 2 && order.status !== 3;
  return (
    <li className={css.step} data-open={isOpen ? '' : undefined}>
      <h2>
        <button type="button" id={head} aria-expanded={isOpen} aria-controls={body} onClick={toggle}>
          <span className={css.place}>{place}</span>
          <span className={css.title}>{formatPieceTitle(piece, names)}</span>
          <PieceState piece={piece} isOpen={isOpen} />
        </button>
      </h2>
      <div id={body} hidden={!isOpen} className={css.body}>
        {!isOpen ? null : piece.brief ? (
          <>
            <p>
              <ExpectedText {...piece} isPaid isRevision={piece.state === 'revisionAsked'} asks={piece.waits} />
              {platform ? ` ${platform}` : null}
            </p>
            <BriefAnswers fields={prices.offers.find(({ id }) => id === piece.offerId)?.fields ?? []} answers={piece.brief} />
          </>
        ) : piece.state === 'waiting' && !isOver ? (
          <PieceForm {...formProps} />
        ) : (
          <p>{t`This piece needs no brief right now.`}</p>
        )}
      </div>
    </li>
  );
}

function PieceState({ piece: { id, state }, isOpen }: { piece: OrderPiece; isOpen: boolean }) {
  const { t } = useLingui();
  if (state === 'cancelled') return <span className={badge.off}>{t({ message: 'Cancelled', context: 'one piece' })}</span>;
  if (state !== 'waiting') return <span className={badge.done}>{t`Brief sent`}</span>;
  const isBegun = !isOpen && getItem(getPieceDraftKey(id), getSessionStore) !== undefined;
  return <span className={badge.wait}>{isBegun ? t`Draft, not sent` : t`Needs a brief`}</span>;
}
