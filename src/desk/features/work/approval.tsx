// A delivery that waits for approval: what goes to the customer, and the decision of a second person.
import { useNavigate } from '@tanstack/react-router';
import { Button } from '#ui/display/button.tsx';
import { LinkedAddresses } from '#ui/display/linked-addresses.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay, useMe } from '../../shared/api/me.ts';
import { AreaField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import styles from '../../shared/layout/two-columns.module.css';
import type { WorkPieceProps } from '../../shared/props.ts';
import { Moment } from '../../shared/values/moment.tsx';

const madeWords = { person: 'By people', assisted: 'By people, with', generated: 'By programs or AI:' } as const;

export function Approval({ piece, onAgain }: WorkPieceProps) {
  const may = useMay('queue.approve');
  const me = useMe();
  const { submission } = piece;
  if (!submission || piece.stop) return null;
  const isMine = submission.by.id === me.id;
  const { by, at, howMade, why, links } = submission;
  return (
    <section className={styles.review} aria-labelledby="approval">
      <h2 id="approval">Waits for approval</h2>
      <p>
        {isMine ? 'You' : by.name} submitted it <Moment at={at} />.{' '}
        {[madeWords[howMade.kind], howMade.tools.join(', ')].filter(Boolean).join(' ')}.
      </p>
      {why ? <p>Reason: {why}</p> : null}
      {links.map((link) => (
        <p key={link}>
          <LinkedAddresses text={link} />
        </p>
      ))}
      {isMine ? (
        <TakeBack piece={piece} onAgain={onAgain} />
      ) : may ? (
        <Decision piece={piece} onAgain={onAgain} />
      ) : (
        <p className="soft">A colleague who may approve decides.</p>
      )}
    </section>
  );
}

function TakeBack({ piece, onAgain }: WorkPieceProps) {
  const sending = useMutation(DeskApiError);
  const takeBack = async () => {
    await sending.run(() => callDesk('POST /api/piece/take-back', { pieceId: piece.id }));
    await onAgain();
  };
  return (
    <p className={styles.mine}>
      A colleague approves it. <Button text="Take back to change it" busy={sending.busy} onClick={() => void takeBack()} />
      {sending.failure ? <strong role="alert">{sending.failure.message}</strong> : null}
    </p>
  );
}

function Decision({ piece, onAgain }: WorkPieceProps) {
  const navigate = useNavigate();
  const pieceId = piece.id;
  const toQueue = () => navigate({ to: '/queue' });
  const approving = useDeskForm({
    values: { why: '' },
    send: ({ why }) => callDesk('POST /api/piece/approve', { pieceId, version: piece.draft?.version ?? 0, ...(why.trim() ? { why } : {}) }),
    onDone: toQueue,
  });
  const returning = useDeskForm({
    draft: `piece.return.${pieceId}`,
    values: { note: '' },
    send: ({ note }) => callDesk('POST /api/piece/return', { pieceId, note }),
    onDone: onAgain,
  });
  return (
    <>
      <Form form={approving} submit="Approve and deliver">
        <p className="soft">{piece.customer ?? 'The customer'} receives it by email right away. You are shown as its reviewer.</p>
        {approving.watch('why') !== '' || approving.formState.errors.why ? <AreaField label="Reason" name="why" /> : null}
      </Form>
      <Form form={returning} submit="Return to maker" isQuiet>
        <AreaField label="What to change" name="note" rows={3} hint="A note to the maker. The customer doesn’t see it." />
      </Form>
    </>
  );
}
