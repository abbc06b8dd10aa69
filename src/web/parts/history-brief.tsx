// The whole brief of an order, in the words in which it was asked for, and the pieces of a bundle with how each stands.
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import type { Output } from '../../api.ts';
import type { Field } from '../../rooms/catalogue/shapes.ts';
import type { Answers } from '../../rooms/orders/shapes.ts';
import { shownAnswers } from '../brief-answers.ts';
import { call } from '../client.ts';
import { namesOf, type OrderProps } from '../order-list.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { useNews } from '../use-news.ts';
import { useVisit } from '../visit.ts';
import { Arrival } from './cabinet.tsx';
import { MomentOf } from './moment.tsx';

type Props = Omit<OrderProps, 'take'>;
const news = ['orders'] as const;
type Piece = Output<'GET /api/orders/order'>['pieces'][number];

export function WholeBrief({ order, names }: Props) {
  const { locale } = useVisit();
  const { id, offerId, currency } = order;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the questions come in the language of the page.
  const load = useCallback(
    async (signal: AbortSignal) => {
      const [whole, { offers }] = await Promise.all([
        call('GET /api/orders/order', { id }, { signal }),
        call('POST /api/prices', { currency }, { signal }),
      ]);
      return { ...whole, fields: offers.find((offer) => offer.id === offerId)?.fields ?? [] };
    },
    [id, offerId, currency, locale],
  );
  const whole = useLoaded(load);
  useNews(news, whole.again);
  return (
    <Arrival wide of={whole} waiting={<Skeleton shape="lines" count={4} />}>
      {({ answers, pieces, fields }) => (
        <>
          <Answered fields={fields} answers={answers} />
          {pieces.length > 1 ? <Pieces pieces={pieces} names={names} /> : null}
        </>
      )}
    </Arrival>
  );
}

function Answered({ fields, answers }: { fields: readonly Field[]; answers: Answers }) {
  const { t } = useLingui();
  return (
    <dl>
      {shownAnswers(fields, answers, { yes: t`Yes`, no: t`No` }).map(({ name, label, text }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Pieces = ({ pieces, names }: { pieces: readonly Piece[] } & Pick<Props, 'names'>) => (
  <>
    <h3>
      <Trans>Its pieces</Trans>
    </h3>
    <ul>
      {pieces.map((piece) => (
        <li key={piece.id}>
          <b>{namesOf(piece, names).title}</b>
          <span>
            <StateOf state={piece.state} />
            {piece.dueAt ? (
              <>
                {' · '}
                <Trans>
                  estimated for <MomentOf iso={piece.dueAt} />
                </Trans>
              </>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  </>
);

function StateOf({ state }: Pick<Piece, 'state'>) {
  const { t } = useLingui();
  const words: Readonly<Record<Piece['state'], string>> = {
    waiting: t`waits for your brief: we will ask you`,
    ready: t`can begin`,
    inWork: t`in work`,
    inReview: t`is being looked over`,
    revisionAsked: t`is being revised`,
    delivered: t`delivered`,
    accepted: t`accepted`,
    cancelled: t`cancelled`,
  };
  return words[state];
}
