// A piece in work: who is on it, which step it is in, and what comes next.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { MomentText } from '../../shared/date-time.tsx';
import css from './progress.module.css';
import type { PieceView } from './types.ts';

type Props = { readonly piece: PieceView };

export function PieceProgress({ piece }: Props) {
  const { t } = useLingui();
  const { progress } = piece;
  const maker = progress?.maker;
  return (
    <section className={css.progress} aria-labelledby={`progress-${piece.pieceId}`}>
      <div className={css.now}>
        <div className={css.who}>
          {maker ? (
            <span className={css.mark} aria-hidden="true">
              {[...maker].slice(0, 2).join('')}
            </span>
          ) : null}
          <h2 id={`progress-${piece.pieceId}`}>
            <Now piece={piece} />
          </h2>
        </div>
        <Steps piece={piece} />
      </div>
      <div className={css.next}>
        <h3>{t`What comes next`}</h3>
        <ol>
          <ComingUp piece={piece} />
        </ol>
      </div>
    </section>
  );
}

function Now({ piece: { progress, waits } }: Props): ReactNode {
  if (waits) return progress?.maker ? <Trans>{progress.maker} has a question for you</Trans> : <Trans>We have a question for you</Trans>;
  if (!progress) return <Trans>It’s up next</Trans>;
  return progress.maker ? <Trans>{progress.maker} is working on it</Trans> : <Trans>We’re working on it</Trans>;
}

/** `isThere`: done or being done. */
type Step = { readonly title: string; readonly isThere: boolean; readonly at?: string | null | undefined };

function Steps({ piece: { progress, deliveries } }: Props) {
  const { t } = useLingui();
  const isRevision = deliveries.length > 0;
  const steps: readonly Step[] = [
    { title: isRevision ? t`Changes requested` : t`Brief received`, isThere: true },
    { title: t`Work begun`, isThere: progress !== null, at: progress?.takenAt },
    { title: isRevision ? t`New version begun` : t`Draft begun`, isThere: progress?.isDrafted === true },
    { title: t({ message: 'Delivered', context: 'one piece' }), isThere: false },
  ];
  const current = steps.findLastIndex(({ isThere }) => isThere);
  return (
    <ol className={css.steps}>
      {steps.map(({ title, at }, index) => (
        <li key={title} data-there={index <= current ? '' : undefined} aria-current={index === current ? 'step' : undefined}>
          <b>{title}</b>
          {at ? (
            <small>
              <MomentText iso={at} />
            </small>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

function ComingUp({ piece: { progress, waits, revisions } }: Props) {
  const { t } = useLingui();
  return (
    <>
      {waits ? <li>{t`You answer under “Messages”, and the clock runs again.`}</li> : null}
      {progress ? null : <li>{t`Someone takes it on and reads your brief.`}</li>}
      <li>{t`We finish it and check it against your brief.`}</li>
      <li>
        <Trans>We email you, and you read it here.</Trans>
        {revisions.left > 0 ? (
          <>
            {' '}
            <Plural
              value={revisions.left}
              one="Mark what should change: # revision is left."
              other="Mark what should change: # revisions are left."
            />
          </>
        ) : null}
      </li>
    </>
  );
}
