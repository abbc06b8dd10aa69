// A delivery that waits for the customer: the text to comment on, and the decision, which stays in sight.
import { Plural, Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../../ui/api-error.ts';
import { FailureText } from '../../../../ui/forms/failure-text.tsx';
import { useMutation } from '../../../../ui/hooks/use-mutation.ts';
import button from '../../../../ui/styles/button.module.css';
import { call } from '../../../api/client.ts';
import { SentenceDay } from '../../../shared/date-time.tsx';
import { Published, useBlocks } from '../published/published.tsx';
import type { Delivery, PieceDeliveryProps, Publication } from '../types.ts';
import { AnnotatedText } from './annotated-text.tsx';
import { Comments } from './comments.tsx';
import { RequestDialog } from './request-dialog.tsx';
import css from './review.module.css';
import { type Revision, useRevision } from './use-revision.ts';

type Props = PieceDeliveryProps & {
  readonly delivery: Delivery;
  readonly publication: Publication;
  /** Shown in place of the text, if the customer compares versions. */
  readonly difference: ReactNode;
  /** Between the text and the decision. */
  readonly children: ReactNode;
};

export function RevisionReview({ delivery, piece, take, publication, difference, children }: Props) {
  const { id, text } = delivery;
  const revision = useRevision(id, text);
  const blocks = useBlocks(text);
  const published = <Published blocks={blocks} publication={publication} />;
  return (
    <>
      {difference ??
        (piece.revisions.left === 0 ? (
          <div className={css.paper}>{published}</div>
        ) : (
          <div className={css.desk}>
            <div className={css.paper}>
              <AnnotatedText text={text} blocks={blocks} revision={revision} comment={revision.add}>
                {published}
              </AnnotatedText>
            </div>
            <Comments text={text} revision={revision} />
          </div>
        ))}
      {children}
      <DecideBar {...{ delivery, piece, take, revision }} />
    </>
  );
}

type DecideProps = PieceDeliveryProps & { readonly delivery: Delivery; readonly revision: Revision };

function DecideBar({ delivery, piece, take, revision }: DecideProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { busy, failure, run } = useMutation(ApiError);
  const { left } = piece.revisions;
  const accept = () => void run(async () => take(await call('POST /api/orders/accept', { deliveryId: delivery.id })));
  return (
    <div className={css.decide}>
      <p>
        {piece.acceptAt ? (
          <Trans>
            Accepted automatically on <SentenceDay iso={piece.acceptAt} />.
          </Trans>
        ) : null}{' '}
        <Plural value={left} _0="No revisions left." one="# revision left." other="# revisions left." />
      </p>
      {left > 0 ? (
        <button type="button" className={button.quiet} onClick={() => setIsAsking(true)}>
          <Trans>Request changes</Trans>
        </button>
      ) : null}
      <button type="button" className={button.main} aria-disabled={busy || undefined} onClick={accept}>
        <Trans context="a delivery">Accept</Trans>
      </button>
      <p role="alert" className={css.wrong}>
        <FailureText of={failure} />
      </p>
      {isAsking ? (
        <RequestDialog deliveryId={delivery.id} revision={revision} left={left} sent={take} closed={() => setIsAsking(false)} />
      ) : null}
    </div>
  );
}
