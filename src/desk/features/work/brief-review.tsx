// The review of a brief: the gate's findings, and two decisions, each with a reason: release, or end the
// order with a refund.
import { useNavigate } from '@tanstack/react-router';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { useFormDraft } from '../../shared/forms/stateful-draft.ts';
import { AreaField, Form } from '../../shared/forms/stateful-form.tsx';
import styles from '../../shared/layout/two-columns.module.css';
import type { WorkPieceProps } from '../../shared/props.ts';

const kindWords: Readonly<Record<string, string>> = {
  bought: 'bought likes, followers or views',
  invented: 'made-up reviews or voices',
  appearance: 'the appearance of popularity',
  automation: 'automated following, liking or messaging',
  accounts: 'accounts that are not the customer’s',
  exchange: 'likes or reviews in exchange for something',
  harm: 'harm to someone else’s page',
  votes: 'fake votes',
};

export function BriefReview({ piece, onAgain }: WorkPieceProps) {
  const may = useMay('briefs.review');
  const { held } = piece;
  if (!held) return null;
  return (
    <section className={styles.others} aria-labelledby="brief-review">
      <h2 id="brief-review">Brief to review</h2>
      <p>
        {held.by
          ? `${held.by.label}: ${held.by.says.replace(/\.$/, '')}${held.words ? ` (“${held.words}”)` : ''}.`
          : `“${held.words}” may ask for ${kindWords[held.kind] ?? 'something we don’t sell'}.`}{' '}
        Work starts once the brief is released.
      </p>
      {may ? <Decision piece={piece} onAgain={onAgain} /> : <p className="soft">An owner or a manager decides.</p>}
    </section>
  );
}

function Decision({ piece, onAgain }: WorkPieceProps) {
  const navigate = useNavigate();
  const draft = useFormDraft(`piece.review.${piece.id}`, { why: '' });
  const { why } = draft.values;
  const releasing = useMutation(DeskApiError);
  const refusing = useMutation(DeskApiError);
  const pieceId = piece.id;
  const release = async () => {
    await callDesk('POST /api/piece/release-brief', { pieceId, why });
    await onAgain();
  };
  const refuse = async () => {
    await callDesk('POST /api/piece/refuse-brief', { pieceId, why });
    await navigate({ to: '/queue' });
  };
  return (
    <>
      <Form draft={draft} sending={releasing} onSend={release} submit="Release brief">
        <AreaField
          label="Reason"
          name="why"
          value={why}
          onValue={(why) => draft.change({ why })}
          sending={releasing}
          hint="Kept in the audit log."
        />
      </Form>
      <Form draft={draft} sending={refusing} onSend={refuse} submit="Refuse and refund" danger>
        <p className="soft">Cancels the order, refunds what hasn’t been delivered, and emails the customer.</p>
      </Form>
    </>
  );
}
