// The report of the checks on the saved draft.

import { useState } from 'react';
import type { DeskPiece } from '#modules/fulfilment/desk/shapes.ts';
import type { CheckedDraft } from '#modules/fulfilment/shapes-report.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import badge from '#ui/styles/badge.module.css';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import styles from '../../shared/layout/conversation.module.css';
import type { PieceDraft } from './use-piece-draft.ts';

type Props = { readonly piece: DeskPiece; readonly draft: PieceDraft };

export function CheckReportPanel({ piece, draft }: Props) {
  const sending = useMutation(DeskApiError);
  const [found, setFound] = useState<{ readonly version: number; readonly words: CheckedDraft }>();
  const look = () =>
    sending.run(async () => {
      const version = await draft.save();
      setFound({ version, words: await callDesk('POST /api/piece/check', { pieceId: piece.id }) });
    });
  const isOld = found !== undefined && (found.version !== draft.version || draft.state !== 'saved');
  return (
    <div className={styles.report}>
      <div className={styles.row}>
        <Button text="Check text" busy={sending.busy} onClick={() => void look()} />
        {sending.busy ? <span role="status">Checking …</span> : null}
        {isOld ? <span className="soft">The text has changed since this check.</span> : null}
      </div>
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      {found ? <CheckFindings words={found.words} /> : null}
    </div>
  );
}

const badges = { fine: badge.done, look: badge.wait, wrong: badge.wrong, skipped: badge.off } as const;

const CheckFindings = ({ words: { checks, notes } }: { readonly words: CheckedDraft }) => (
  <>
    {checks.map(({ name, state, title, stateText, sentence, findings, more }) => (
      <details key={name} open={state === 'wrong'}>
        <summary>
          <span className={badges[state]}>{stateText}</span> {title}
        </summary>
        <p>{sentence}</p>
        <ul className={styles.findings}>
          {findings.map(({ quoted, what, suggestions }) => (
            <li key={`${quoted} ${what}`}>
              {quoted} — {what}
              {suggestions ? ` (${suggestions})` : ''}
            </li>
          ))}
        </ul>
        {more ? <p>{more}</p> : null}
      </details>
    ))}
    {notes.map((note) => (
      <p key={note} className="soft">
        {note}
      </p>
    ))}
  </>
);
