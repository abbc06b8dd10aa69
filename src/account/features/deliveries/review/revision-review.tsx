// A delivery that waits for the customer: the text to comment on, and the decision, which stays in sight.

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import sheet from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMediaQuery } from '#ui/hooks/use-media-query.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { Space } from '#ui/i18n/space.tsx';
import { DayText } from '../../../shared/date-time.tsx';
import { takeAwayId } from '../downloads.tsx';
import { DeliveredMedia, isOnlyFiles } from '../media/media-of.tsx';
import { Published, useBlocks } from '../published/published.tsx';
import type { Delivery, PieceDeliveryProps, Publication } from '../types.ts';
import { AnnotatedText } from './annotated-text.tsx';
import { Comments, CommentsBelow } from './comments.tsx';
import { RequestDialog } from './request-dialog.tsx';
import css from './review.module.css';
import { countWritten, type Revision, useRevision } from './use-revision.ts';

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
  const isLast = piece.revisions.left === 0;
  return (
    <>
      {difference ??
        (isOnlyFiles(delivery) ? null : isLast ? (
          <Paper text={text} publication={publication} />
        ) : (
          <CommentedPaper text={text} publication={publication} revision={revision} />
        ))}
      <DeliveredMedia delivery={delivery} revision={isLast ? undefined : revision} />
      {children}
      <DecideBar {...{ delivery, piece, take, revision }} />
    </>
  );
}

type PaperProps = { readonly text: string; readonly publication: Publication };

export const Paper = ({ text, publication }: PaperProps) => (
  <div className={css.paper}>
    <Published blocks={useBlocks(text)} publication={publication} />
  </div>
);

function CommentedPaper({ text, publication, revision }: PaperProps & { readonly revision: Revision }) {
  const { t } = useLingui();
  const blocks = useBlocks(text);
  const place = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 56rem)');
  return (
    <div className={css.desk}>
      {isNarrow ? <p className={css.hint}>{t`Tap a paragraph or select some words to comment.`}</p> : null}
      <div className={css.paper}>
        <AnnotatedText
          {...{ text, blocks, revision, place }}
          below={(marks) => (isNarrow ? <CommentsBelow {...{ marks, text, revision }} /> : null)}
        >
          <Published blocks={blocks} publication={publication} />
        </AnnotatedText>
      </div>
      {isNarrow ? null : <Comments {...{ text, revision, place }} />}
    </div>
  );
}

type DecideProps = PieceDeliveryProps & { readonly delivery: Delivery; readonly revision: Revision };

function DecideBar({ delivery, piece, take, revision }: DecideProps) {
  const { t } = useLingui();
  const [dialog, setDialog] = useState<'accept' | 'request'>();
  const close = () => setDialog(undefined);
  const { busy, failure, run } = useMutation(ApiError);
  const { left } = piece.revisions;
  const written = countWritten(revision);
  const accept = () => {
    close();
    void run(async () => {
      const fresh = await call('POST /api/orders/accept', { deliveryId: delivery.id });
      revision.drop();
      showToast({ text: t`Accepted. Thank you!` });
      take(fresh);
    });
  };
  return (
    <div className={css.decide}>
      <p>
        {piece.acceptAt ? (
          <Trans>
            Accepted automatically on <DayText iso={piece.acceptAt} />.
          </Trans>
        ) : null}
        <Space />
        <Plural value={left} _0="No revisions left." one="# revision left." other="# revisions left." />
      </p>
      <ButtonLink text={t`Download`} href={`#${takeAwayId(delivery.id)}`} />
      {left > 0 ? (
        <Button
          text={
            <>
              <Trans>Request changes</Trans>
              {written > 0 ? ` (${written})` : null}
            </>
          }
          onClick={() => setDialog('request')}
        />
      ) : null}
      <Button
        text={t({ message: 'Accept', context: 'a delivery' })}
        look="main"
        busy={busy}
        onClick={written > 0 ? () => setDialog('accept') : accept}
      />
      <FieldErrorText error={failure} />
      {dialog === 'request' ? <RequestDialog deliveryId={delivery.id} {...{ revision, left, onClose: close }} onSent={take} /> : null}
      {dialog === 'accept' ? <AcceptDialog count={written} {...{ accept, onClose: close }} /> : null}
    </div>
  );
}

type AcceptProps = { readonly count: number; readonly accept: () => void; readonly onClose: () => void };

const AcceptDialog = ({ count, accept, onClose }: AcceptProps) => (
  <Dialog title={<Trans>Accept it as it is?</Trans>} onClose={(value) => (value === 'accept' ? accept() : onClose())} harmless>
    <p>
      <Plural
        value={count}
        one="Your comment hasn’t been sent and will be deleted."
        other="Your # comments haven’t been sent and will be deleted."
      />
    </p>
    <form method="dialog" className={sheet.acts}>
      <Button text={<Trans>Accept without changes</Trans>} look="main" type="submit" value="accept" />
      <Button text={<Trans>Keep reading</Trans>} type="submit" value="" />
    </form>
  </Dialog>
);
