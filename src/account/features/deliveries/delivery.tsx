// One delivery: its text as it will be published, the difference from another version, its files and the
// decision of the customer.

import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#ui/display/button.tsx';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { formatTime, PlayFrom } from '#ui/display/player.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { useFocusAfter } from '#ui/hooks/use-focus.ts';
import { href } from '../../../pages.ts';
import { apiQuery } from '../../api/queries.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import { MomentText } from '../../shared/date-time.tsx';
import { CheckedTextView } from './checked-text.tsx';
import css from './deliveries.module.css';
import { TakeAway } from './downloads.tsx';
import { DeliveredLinks } from './links.tsx';
import { DeliveredMedia, isOnlyFiles } from './media/media-of.tsx';
import { DeliveryPassport, DeliveryReport } from './passport.tsx';
import { Paper, RevisionReview } from './review/revision-review.tsx';
import { toPlainQuote } from './review/source-positions.ts';
import type { Delivery, PieceDeliveryProps, Publication } from './types.ts';

const VersionDiff = createLazyPart(() => import('./version-diff.tsx').then(({ VersionDiff }) => VersionDiff));

type Props = PieceDeliveryProps & { readonly id: string; readonly isNewest: boolean; readonly publication: Publication };

export function DeliveryPart({ id, ...props }: Props) {
  const query = apiQuery('GET /api/orders/delivery', { id });
  // The delivery also shows the state of the piece.
  const delivery = useQuery({ ...query, queryKey: [...query.queryKey, props.piece.state], placeholderData: keepPreviousData });
  return (
    <QueryState wide query={delivery} waiting={<Skeleton shape="lines" count={6} />}>
      {(found) => <DeliveredText delivery={found} {...props} />}
    </QueryState>
  );
}

type DeliveredTextProps = Omit<Props, 'id'> & { readonly delivery: Delivery };

function DeliveredText({ delivery, piece, take, isNewest, publication }: DeliveredTextProps) {
  const [differs, setDiffers] = useState(false);
  const place = useRef<HTMLElement>(null);
  const focusAfter = useFocusAfter();
  const decide: typeof take = (fresh) => {
    // The buttons of the decision are gone.
    focusAfter(() => place.current);
    take(fresh);
  };
  const before = piece.deliveries.filter(({ version }) => version < delivery.version).at(-1);
  const isOpen = isNewest && piece.state === 'delivered' && piece.revisions.included > 0;
  const details = (
    <>
      <RevisionRequested revision={delivery.revision} />
      <DeliveredLinks links={delivery.links} />
      <TakeAway delivery={delivery} />
      {isNewest ? <Closed delivery={delivery} piece={piece} /> : null}
      {delivery.passport.madeBy.kind === 'person' ? <DeliveryReport report={delivery.report} text={delivery.text} /> : null}
      <DeliveryPassport {...delivery} />
    </>
  );
  const difference =
    differs && before ? <VersionDiff before={before.id} text={delivery.text} onMissing={() => setDiffers(false)} /> : undefined;
  return (
    <section ref={place} tabIndex={-1} className={css.delivery}>
      {isNewest && !before ? null : (
        <div className={css.row}>
          {isNewest ? null : (
            <p className={css.soft}>
              <Trans context="a delivered piece">
                Delivered on <MomentText iso={delivery.deliveredAt} />.
              </Trans>
            </p>
          )}
          {before ? (
            <Button
              text={<Trans>Compare with version {before.version}</Trans>}
              small
              aria-pressed={differs}
              onClick={() => setDiffers(!differs)}
            />
          ) : null}
        </div>
      )}
      {isOpen ? (
        <RevisionReview {...{ delivery, piece, publication, difference }} take={decide}>
          {details}
        </RevisionReview>
      ) : (
        <>
          {difference ?? (isOnlyFiles(delivery) ? null : <ReportOrText delivery={delivery} publication={publication} />)}
          <DeliveredMedia delivery={delivery} />
          {details}
        </>
      )}
    </section>
  );
}

/** A report on the customer's text shows that text; other deliveries show what was delivered. */
function ReportOrText({ delivery, publication }: Pick<DeliveredTextProps, 'delivery' | 'publication'>): ReactNode {
  const { checked, text } = delivery;
  return checked ? <CheckedTextView delivery={delivery} checked={checked} /> : <Paper text={text} publication={publication} />;
}

function RevisionRequested({ revision }: Pick<Delivery, 'revision'>) {
  const { t } = useLingui();
  if (!revision) return null;
  return (
    <div className={css.asked}>
      <h2>{t`Changes you requested`}</h2>
      {revision.note ? <p className={css.typed}>{revision.note}</p> : null}
      <ul>
        {revision.marks.map(({ from, to, quote, note }) => (
          <li key={`${from} ${to}`}>
            <mark>{toPlainQuote(quote)}</mark> {note}
          </li>
        ))}
        {revision.pins.map(({ fileId, x, y, name, note }, index) => (
          <li key={`${fileId} ${x} ${y}`}>
            <PinNumber number={index + 1} /> <bdi>{name}</bdi>: {note}
          </li>
        ))}
        {revision.timeMarks.map(({ fileId, at, name, note }) => (
          <li key={`${fileId} ${at} ${note}`}>
            <PlayFrom fileId={fileId} at={at} label={t`Play “${name}” from ${formatTime(at)}`} /> <bdi>{name}</bdi>: {note}
          </li>
        ))}
      </ul>
    </div>
  );
}

const PinNumber = ({ number }: { readonly number: number }) => (
  <mark>
    <Trans>Pin {number}</Trans>
  </mark>
);

/** A delivery that waits for nothing any more, or never did. */
function Closed({ delivery, piece }: Pick<DeliveredTextProps, 'delivery' | 'piece'>) {
  if (piece.state === 'accepted') return <Accepted delivery={delivery} />;
  if (piece.state !== 'delivered' || piece.revisions.included > 0) return null;
  return (
    <p className={css.soft}>
      <Trans>
        This report is automatic and includes no revisions. Something wrong? <a href={href('contact')}>Write to us</a>.
      </Trans>
    </p>
  );
}

const Accepted = ({ delivery: { acceptedAt, acceptedBy } }: Pick<DeliveredTextProps, 'delivery'>) => (
  <p className={css.soft}>
    {acceptedAt === null ? (
      <Trans>You accepted it.</Trans>
    ) : acceptedBy === 'time' ? (
      <Trans context="in the past">
        Accepted automatically on <MomentText iso={acceptedAt} />.
      </Trans>
    ) : acceptedBy === 'link' ? (
      <Trans>
        Accepted by your shared link on <MomentText iso={acceptedAt} />.
      </Trans>
    ) : acceptedBy === 'team' ? (
      <Trans>
        Accepted by our team on <MomentText iso={acceptedAt} />.
      </Trans>
    ) : (
      <Trans>
        You accepted it on <MomentText iso={acceptedAt} />.
      </Trans>
    )}
  </p>
);
