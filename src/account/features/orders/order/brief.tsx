// The full brief of an order with the wording of its questions, and the state of each piece of a bundle.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showMoney } from '#lib/money/money.ts';
import { priceOfAddOns } from '#lib/money/price.ts';
import { formatNameWithQuantity } from '#modules/catalogue/add-ons/rules.ts';
import type { Offer } from '#modules/catalogue/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { usePage } from '#ui/page/context.ts';
import fold from '#ui/styles/fold.module.css';
import type { Output } from '../../../../api.ts';
import { apiQuery, archivedPricesQuery, joinQueries } from '../../../api/queries.ts';
import { QueryState } from '../../../layout/client-area/client-area.tsx';
import { useNews } from '../../../live/use-live-updates.ts';
import { BriefAnswers } from '../../brief/brief-answers.tsx';
import type { OrderProps } from '../order-list.ts';
import { formatPieceTitle } from '../order-names.ts';
import { ExpectedText } from './expected-date.tsx';
import css from './order.module.css';
import { PieceStateText } from './piece-state.tsx';
import { TeamActions } from './team-actions.tsx';

type Props = Omit<OrderProps, 'take'>;
const news = ['orders'] as const;
const briefActions = ['brief', 'correction'] as const;
type PieceOfOrder = Output<'GET /api/orders/order'>['pieces'][number];

export function WholeBrief({ order, names }: Props) {
  const { id, offerId, currency } = order;
  const details = useQuery(apiQuery('GET /api/orders/order', { id }));
  const prices = useQuery(archivedPricesQuery(currency));
  useNews(news, () => void details.refetch());
  return (
    <QueryState wide query={joinQueries(details, prices)} waiting={<Skeleton shape="lines" count={4} />}>
      {([{ answers, pieces, files, teamActions }, { offers }]) => (
        <div className={css.brief}>
          <TeamActions order={{ pieces, teamActions }} only={briefActions} />
          <BriefAnswers fields={findFields(offers, offerId)} answers={answers} files={files} />
          {order.addOns ? <AddOns order={order} addOns={order.addOns} /> : null}
          {pieces.length > 1 || pieces[0]?.share !== null ? (
            <Pieces {...{ order, pieces, names, offers, files }} reload={async () => void (await details.refetch())} />
          ) : null}
        </div>
      )}
    </QueryState>
  );
}

/** At the prices of the order. */
function AddOns({ order, addOns }: Pick<Props, 'order'> & { readonly addOns: NonNullable<Props['order']['addOns']> }) {
  const { t } = useLingui();
  const { locale } = usePage();
  return (
    <>
      <h2>{t`Add-ons`}</h2>
      <dl>
        {addOns.map((addOn) => (
          <div key={addOn.id}>
            <dt>{formatNameWithQuantity(addOn)}</dt>
            <dd>{showMoney({ amount: priceOfAddOns([addOn]), currency: order.currency }, locale)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const findFields = (offers: readonly Offer[], offerId: string) => offers.find(({ id }) => id === offerId)?.fields ?? [];

type PiecesProps = {
  readonly pieces: readonly PieceOfOrder[];
  readonly offers: readonly Offer[];
  readonly files: Output<'GET /api/orders/order'>['files'];
  readonly reload: () => Promise<void>;
} & Pick<Props, 'order' | 'names'>;

const Pieces = ({ order, pieces, names, offers, files, reload }: PiecesProps) => (
  <>
    <h2>
      <Trans>Pieces</Trans>
    </h2>
    <ul>
      {pieces.map((piece) => (
        <li key={piece.id}>
          <b>{formatPieceTitle(piece, names)}</b>
          <span>
            <PieceStateText piece={piece} />
            {piece.expectedBecause ? (
              <>
                {' · '}
                <ExpectedText
                  {...piece}
                  isPaid={piece.mayBeginAt !== null}
                  isRevision={piece.state === 'revisionAsked'}
                  asks={piece.waits}
                />
              </>
            ) : null}
          </span>
          {piece.brief ? (
            <details className={fold.fold}>
              <summary>
                <Trans>Brief</Trans>
              </summary>
              <BriefAnswers fields={findFields(offers, piece.offerId)} answers={piece.brief} files={files} />
            </details>
          ) : null}
          {isCancellable(order, piece) ? (
            <p>
              <CancelUnit order={order} piece={piece} reload={reload} />
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  </>
);

/** A unit of a paid order, before work on it begins. */
const isCancellable = ({ status }: OrderProps['order'], { share, state }: PieceOfOrder): boolean =>
  share !== null && (status === 2 || status === 3) && (state === 'waiting' || state === 'ready');

const CancelDialog = createLazyPart(() => import('../cancel-dialog.tsx').then(({ CancelDialog }) => CancelDialog));

function CancelUnit({ order, piece, reload }: Pick<PiecesProps, 'order' | 'reload'> & { readonly piece: PieceOfOrder }) {
  const { t } = useLingui();
  const [isAsked, ask] = useState(false);
  const close = () => ask(false);
  const done = () => reload().then(close);
  return (
    <>
      <Button text={t`Cancel ${piece.title}`} small onClick={() => ask(true)} />
      {isAsked ? <CancelDialog order={order} unit={piece} title={piece.title} onDone={done} onClose={close} /> : null}
    </>
  );
}
