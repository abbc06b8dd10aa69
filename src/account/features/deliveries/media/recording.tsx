// A delivered recording or film: played in parts by a link, and commented on at a time.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getApiBase } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import { formatTime, Player, PlayFrom, pausePlayer } from '#ui/display/player.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { apiQuery } from '../../../api/queries.ts';
import { isWritten, type Revision } from '../review/use-revision.ts';
import type { Delivery } from '../types.ts';
import { LoadFailed } from './load-failed.tsx';
import css from './media.module.css';
import { NoteCard } from './note-card.tsx';

type Props = {
  readonly file: Delivery['files'][number];
  readonly kind: 'video' | 'audio';
  readonly revision: Revision | undefined;
};

export function Recording({ file: { id, name }, kind, revision }: Props) {
  const { t } = useLingui();
  // Another link would begin the player anew.
  const link = useQuery({ ...apiQuery('GET /api/orders/file-link', { id }), staleTime: Number.POSITIVE_INFINITY });
  const [isBroken, setIsBroken] = useState(false);
  const [second, setSecond] = useState(0);
  const again = () => {
    setIsBroken(false);
    void link.refetch();
  };
  return (
    <figure className={css.figure}>
      <figcaption>
        <bdi>{name}</bdi>
      </figcaption>
      {link.error ? (
        <LoadFailed again={again} />
      ) : isBroken ? (
        <p>
          {t`This browser can’t show it. Download it instead.`} <Button text={t`Try again`} look="link" onClick={again} />
        </p>
      ) : link.data ? (
        <div className={css.beside}>
          <div className={css.player}>
            <Player
              {...{ fileId: id, name, kind, onSecond: setSecond }}
              address={`${getApiBase()}${link.data.address}`}
              onBroken={() => setIsBroken(true)}
            />
            {revision ? <CommentAt {...{ fileId: id, second, revision }} /> : null}
          </div>
          {revision ? <TimeCards {...{ fileId: id, name, revision }} /> : null}
        </div>
      ) : (
        <Skeleton shape="card" count={1} />
      )}
    </figure>
  );
}

const getCommentId = (fileId: string): string => `comment-${fileId}`;
const getTimeKey = (fileId: string, at: number): string => `${fileId} ${at}`;

type CommentProps = { readonly fileId: string; readonly second: number; readonly revision: Revision };

function CommentAt({ fileId, second, revision: { timeMarks, setTimeMarks, open } }: CommentProps) {
  const { t } = useLingui();
  const time = formatTime(second);
  const add = () => {
    pausePlayer(fileId);
    const isThere = timeMarks.some((each) => each.fileId === fileId && each.at === second);
    const mark = { fileId, at: second, note: '' };
    if (!isThere) setTimeMarks([...timeMarks.filter(isWritten), mark].toSorted((a, b) => a.at - b.at));
    open(getTimeKey(fileId, second));
  };
  return <Button id={getCommentId(fileId)} text={t`Comment at ${time}`} small onClick={add} />;
}

type CardsProps = { readonly fileId: string; readonly name: string; readonly revision: Revision };

function TimeCards({ fileId, name, revision }: CardsProps) {
  const { t } = useLingui();
  const { timeMarks, setTimeMarks } = revision;
  return (
    <ol className={css.notes}>
      {timeMarks.map((mark) => {
        const time = formatTime(mark.at);
        return mark.fileId === fileId ? (
          <li key={mark.at}>
            <NoteCard
              id={getTimeKey(fileId, mark.at)}
              head={<PlayFrom fileId={fileId} at={mark.at} label={t`Play “${name}” from ${time}`} />}
              note={mark.note}
              label={t`Comment at ${time}`}
              removeLabel={t`Remove the comment at ${time}`}
              revision={revision}
              write={(note) => setTimeMarks(timeMarks.map((each) => (each === mark ? { ...mark, note } : each)))}
              remove={() => setTimeMarks(timeMarks.filter((each) => each !== mark))}
              leave={() => document.getElementById(getCommentId(fileId))?.focus()}
            />
          </li>
        ) : null;
      })}
    </ol>
  );
}
