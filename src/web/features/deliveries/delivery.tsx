// One delivery: its content, the diff with another version, its files and its actions.
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { href } from '../../../pages.ts';
import { ApiError } from '../../../ui/api-error.ts';
import { LazyPart } from '../../../ui/display/lazy.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { FailureText } from '../../../ui/forms/failure-text.tsx';
import { useMutation } from '../../../ui/hooks/use-mutation.ts';
import button from '../../../ui/styles/button.module.css';
import { call } from '../../api/client.ts';
import { useQuery } from '../../api/use-query.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import { MomentOf } from '../../shared/date-time.tsx';
import { CheckedTextView } from './checked-text.tsx';
import css from './deliveries.module.css';
import { TakeAway } from './downloads.tsx';
import { MarkdownText } from './markdown.tsx';
import { PassportOf, ReportOf } from './passport.tsx';
import type { Delivery, PieceDeliveryProps } from './types.ts';

const loadDifference = () => import('./version-diff.tsx').then(({ VersionDiff }) => VersionDiff);
const loadRevise = () => import('./revision-form.tsx').then(({ RevisionForm }) => RevisionForm);

type Props = PieceDeliveryProps & { readonly id: string; readonly isNewest: boolean };

export function DeliveryOf({ id, ...props }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the delivery also shows the state of the piece.
  const load = useCallback((signal: AbortSignal) => call('GET /api/orders/delivery', { id }, { signal }), [id, props.piece.state]);
  const delivery = useQuery(load);
  return (
    <QueryState wide of={delivery} waiting={<Skeleton shape="lines" count={6} />}>
      {(found) => <DeliveredText delivery={found} {...props} />}
    </QueryState>
  );
}

type DeliveredTextProps = Omit<Props, 'id'> & { readonly delivery: Delivery };

function DeliveredText({ delivery, piece, take, isNewest }: DeliveredTextProps) {
  const [differs, setDiffers] = useState(false);
  const before = piece.deliveries.filter(({ version }) => version < delivery.version).at(-1);
  return (
    <section className={css.delivery}>
      <p className={css.soft}>
        <Trans context="a delivered piece">
          Delivered on <MomentOf iso={delivery.deliveredAt} />.
        </Trans>
      </p>
      {before ? (
        <p>
          <button type="button" className={`${button.quiet} ${button.small}`} aria-pressed={differs} onClick={() => setDiffers(!differs)}>
            <Trans>Show what is different from version {before.version}</Trans>
          </button>
        </p>
      ) : null}
      {differs && before ? (
        <LazyPart load={loadDifference} props={{ before: before.id, text: delivery.text }} failed={() => setDiffers(false)} />
      ) : (
        <TextOf delivery={delivery} />
      )}
      <RevisionRequested revision={delivery.revision} />
      <TakeAway delivery={delivery} />
      {isNewest ? <Decide delivery={delivery} piece={piece} take={take} /> : null}
      {delivery.passport.madeBy.kind === 'person' ? <ReportOf report={delivery.report} text={delivery.text} /> : null}
      <PassportOf passport={delivery.passport} />
    </section>
  );
}

/** A report on the customer's text shows that text; other deliveries show what was delivered. */
const TextOf = ({ delivery: { checked, text } }: Pick<DeliveredTextProps, 'delivery'>) =>
  checked ? (
    <CheckedTextView checked={checked} />
  ) : (
    <div className={css.text}>
      <MarkdownText text={text} />
    </div>
  );

function RevisionRequested({ revision }: Pick<Delivery, 'revision'>) {
  if (!revision) return null;
  return (
    <div className={css.asked}>
      <h2>
        <Trans>What you wanted otherwise</Trans>
      </h2>
      {revision.note ? <p className={css.typed}>{revision.note}</p> : null}
      <ul>
        {revision.marks.map(({ from, to, quote, note }) => (
          <li key={`${from} ${to}`}>
            <mark>{quote}</mark> {note}
          </li>
        ))}
      </ul>
    </div>
  );
}

type DecideProps = PieceDeliveryProps & { readonly delivery: Delivery };

/** As long as it is neither accepted nor sent back for revision. */
function Decide({ delivery, piece, take }: DecideProps) {
  const { t } = useLingui();
  const [revises, setRevises] = useState(false);
  const { busy, failure, run } = useMutation(ApiError);
  const { left, included } = piece.revisions;
  if (piece.state === 'accepted') return <Accepted delivery={delivery} />;
  if (piece.state !== 'delivered') return null;
  if (included === 0)
    return (
      <p className={css.soft}>
        <Trans>
          A program made this report, so it includes no revisions and you need not accept it. If something is wrong,{' '}
          <a href={href('contact')}>write to us</a>.
        </Trans>
      </p>
    );
  const accept = () => void run(async () => take(await call('POST /api/orders/accept', { deliveryId: delivery.id })));
  return (
    <div className={css.decide}>
      {piece.acceptAt ? (
        <p>
          <Trans>
            It is accepted by itself on <MomentOf iso={piece.acceptAt} />.
          </Trans>{' '}
          <Trans>Revisions left until then: {left}.</Trans>
        </p>
      ) : null}
      <div className={css.row}>
        <button type="button" className={`${button.main} ${button.small}`} aria-disabled={busy || undefined} onClick={accept}>
          <Trans>Accept it</Trans>
        </button>
        {left > 0 ? (
          <button type="button" className={`${button.quiet} ${button.small}`} aria-expanded={revises} onClick={() => setRevises(!revises)}>
            <Trans>Ask for a revision</Trans>
          </button>
        ) : null}
      </div>
      <p role="alert" className={css.wrong}>
        <FailureText of={failure} />
      </p>
      {revises ? (
        <LazyPart load={loadRevise} props={{ delivery, take, label: t`The text as it was written` }} failed={() => setRevises(false)} />
      ) : null}
    </div>
  );
}

const Accepted = ({ delivery: { acceptedAt, acceptedBy } }: Pick<DecideProps, 'delivery'>) => (
  <p className={css.soft}>
    {acceptedAt === null ? (
      <Trans>You have accepted it.</Trans>
    ) : acceptedBy === 'time' ? (
      <Trans>
        It was accepted by itself on <MomentOf iso={acceptedAt} />.
      </Trans>
    ) : (
      <Trans>
        You accepted it on <MomentOf iso={acceptedAt} />.
      </Trans>
    )}
  </p>
);
