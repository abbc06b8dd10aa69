// The review of a brief: the gate's findings, and two decisions, each with a reason: release, or end the
// order with a refund.
import { useNavigate } from '@tanstack/react-router';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { AreaField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
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
  const pieceId = piece.id;
  const releasing = useDeskForm({
    draft: `piece.review.${pieceId}`,
    values: { why: '' },
    send: ({ why }) => callDesk('POST /api/piece/release-brief', { pieceId, why }),
    onDone: onAgain,
  });
  const refusing = useDeskForm({
    values: {},
    send: () => callDesk('POST /api/piece/refuse-brief', { pieceId, why: releasing.getValues('why') }),
    async onDone() {
      releasing.discard();
      await navigate({ to: '/queue' });
    },
  });
  return (
    <>
      <Form form={releasing} submit="Release brief">
        <AreaField label="Reason" name="why" hint="Kept in the audit log." />
      </Form>
      <Form form={refusing} submit="Refuse and refund" danger>
        <p className="soft">Cancels the order, refunds what hasn’t been delivered, and emails the customer.</p>
      </Form>
    </>
  );
}
