// One piece: brief, editor, messages and deliveries. Shows which other operators have it open; a conflicting
// save is refused.

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { formatNameWithQuantity } from '#modules/catalogue/add-ons/rules.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay, useMe } from '../../shared/api/me.ts';
import { deskQuery, refetchCall } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { PageHead } from '../../shared/layout/page-head.tsx';
import styles from '../../shared/layout/two-columns.module.css';
import type { WorkPieceProps } from '../../shared/props.ts';
import { Due } from '../../shared/values/due.tsx';
import { AwayBadge, StageSelect, useMayMove, WorkBadge } from '../../shared/values/stage.tsx';
import { PieceStateBadge } from '../../shared/values/status.tsx';
import { formatCustomerLanguage, useDeskLabels } from '../../shared/values/words.ts';
import { Approval } from './approval.tsx';
import { PieceBriefPanel } from './brief.tsx';
import { BriefReview } from './brief-review.tsx';
import { PieceDeliveries } from './deliveries.tsx';
import { PieceEditor } from './editor.tsx';
import { PieceMessagePanel, PieceNotes } from './messages.tsx';

const HEARTBEAT_MS = 15_000;

export function PiecePage(): ReactNode {
  const { id } = useParams({ from: '/queue/$id' });
  const query = useQuery(deskQuery('GET /api/piece', { pieceId: id }));
  useEffect(() => {
    const say = (pieceId: string | null) => void callDesk('POST /api/here', { pieceId }).catch(() => undefined);
    say(id);
    const timer = setInterval(() => say(id), HEARTBEAT_MS);
    return () => {
      clearInterval(timer);
      say(null);
    };
  }, [id]);
  const mentions = useQuery(deskQuery('GET /api/mentions'));
  const isMentioned = mentions.data?.some(({ pieceId }) => pieceId === id) ?? false;
  useEffect(() => {
    if (isMentioned) void callDesk('POST /api/mentions/seen', { pieceId: id }).then(() => refetchCall('GET /api/mentions'));
  }, [id, isMentioned]);
  return (
    <DeskQueryState query={query} title="Piece">
      {(piece) => <Work key={piece.id} piece={piece} onAgain={query.refetch} />}
    </DeskQueryState>
  );
}

function Work({ piece, onAgain }: WorkPieceProps) {
  const now = useNow();
  const words = useDeskLabels();
  const me = useMe();
  const maySeeOrder = useMay('orders.see');
  const others = piece.here.filter(({ id }) => id !== me.id).map(({ name }) => name);
  return (
    <>
      <PageHead title={`${piece.number}${piece.pieces > 1 ? ` · ${piece.piece} of ${piece.pieces}` : ''}`}>
        <PieceStateBadge state={piece.submission ? 'inReview' : piece.state} />
        <PieceStage piece={piece} onAgain={onAgain} />
        <Due piece={piece} now={now} />
        <AwayBadge piece={piece} />
      </PageHead>
      <p>
        {words.offer(piece)}
        {piece.addOns.map((addOn) => (
          <b key={addOn.id}> + {formatNameWithQuantity(addOn)}</b>
        ))}
        {piece.platform === null ? '' : ` · ${words.platform(piece.platform)}`}
        {piece.customer === null ? '' : ` · for ${piece.customer}`} · reads {formatCustomerLanguage(piece.locale)}
        {maySeeOrder ? (
          <>
            {' '}
            ·{' '}
            <Link to="/orders/$id" params={{ id: piece.orderId }}>
              Open order
            </Link>
          </>
        ) : null}
      </p>
      {others.length > 0 ? (
        <p className={styles.others} role="status">
          {others.join(', ')} {others.length === 1 ? 'has' : 'have'} this open too.
        </p>
      ) : null}
      {piece.stop ? <p className={piece.clock === 'done' ? styles.done : styles.stop}>{piece.stop}</p> : null}
      {piece.makerError ? <p className={styles.others}>Automatic production failed: {piece.makerError}</p> : null}
      <BriefReview piece={piece} onAgain={onAgain} />
      <Approval piece={piece} onAgain={onAgain} />
      <Taking piece={piece} onAgain={onAgain} />
      <div className={styles.desk}>
        <div className={styles.side}>
          <PieceBriefPanel piece={piece} words={words} />
          <PieceMessagePanel piece={piece} onAgain={onAgain} />
          <PieceNotes piece={piece} onAgain={onAgain} />
        </div>
        <div className={styles.main}>
          <PieceEditor piece={piece} onAgain={onAgain} />
          <PieceDeliveries piece={piece} />
        </div>
      </div>
    </>
  );
}

function PieceStage({ piece, onAgain }: WorkPieceProps) {
  const sending = useMutation(DeskApiError);
  const mayMove = useMayMove();
  if (piece.stage === null || piece.clock === 'done') return null;
  const move = async (to: string) => {
    await sending.run(() => callDesk('POST /api/queue/move', { pieceId: piece.id, from: piece.stage ?? '', to }));
    await onAgain();
  };
  return (
    <>
      {mayMove(piece) ? <StageSelect piece={piece} onMove={(to) => void move(to)} /> : <WorkBadge piece={piece} />}
      {sending.failure ? <strong role="alert">{sending.failure.message}</strong> : null}
    </>
  );
}

/** The assignee, and the form to change it. */
function Taking({ piece, onAgain }: WorkPieceProps) {
  const me = useMe();
  const mayWork = useMay('queue.work');
  const navigate = useNavigate();
  const sending = useMutation(DeskApiError);
  const isMine = piece.maker?.id === me.id;
  const form = useDeskForm({ values: {}, send: () => callDesk('POST /api/queue/take', { pieceId: piece.id }), onDone: onAgain });
  if (piece.clock === 'done')
    return piece.maker && piece.state === 'delivered' ? <p className="soft">A revision would go to {piece.maker.name}.</p> : null;
  if (!mayWork || piece.stop) return piece.maker ? <p className="soft">Assigned to {piece.maker.name}.</p> : null;
  const release = async () => {
    await callDesk('POST /api/queue/release', { pieceId: piece.id });
    await onAgain();
    await navigate({ to: '/queue' });
  };
  if (isMine && !piece.submission)
    return (
      <p className={styles.mine}>
        Assigned to you. <Button text="Return to queue" look="link" onClick={() => void sending.run(release)} />
        {sending.failure ? <strong role="alert">{sending.failure.message}</strong> : null}
      </p>
    );
  return piece.maker ? (
    <p>Assigned to {piece.maker.name}.</p>
  ) : (
    <Form form={form} submit="Take this piece">
      {null}
    </Form>
  );
}
