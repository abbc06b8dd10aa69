// The deliveries of a piece by version, with the revision requests.
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { findMedia } from '#lib/file-media.ts';
import type { DeskPiece } from '#modules/fulfilment/desk/shapes.ts';
import { LinkedAddresses } from '#ui/display/linked-addresses.tsx';
import { formatTime, PlayFrom } from '#ui/display/player.tsx';
import card from '#ui/styles/card.module.css';
import { getAddress } from '../../shared/api/client.ts';
import styles from '../../shared/layout/conversation.module.css';
import { Markdown } from '../../shared/values/markdown.tsx';
import { Moment } from '../../shared/values/moment.tsx';

const PieceMedia = lazy(() => import('./piece-media.tsx').then((part) => ({ default: part.PieceMedia })));

export function PieceDeliveries({ piece }: { readonly piece: DeskPiece }) {
  const { delivery: requestedId = null } = useSearch({ from: '/queue/$id' });
  if (piece.deliveries.length === 0) return null;
  const { included, left } = piece.revisions;
  return (
    <section className={`${card.card} ${styles.card}`}>
      <h2>Deliveries</h2>
      <p className="soft">
        {left} of {included} revisions left.
      </p>
      {[...piece.deliveries].reverse().map((each, index) => (
        <details
          key={each.id}
          open={requestedId === null ? index === 0 && (each.revision !== null || piece.stop !== null) : each.id === requestedId}
        >
          <summary>
            Version {each.version} · <Moment at={each.deliveredAt} /> · {each.by.name}
            {each.acceptedAt ? ` · accepted by ${each.acceptedBy}` : ''}
            {each.revision ? ' · revision requested' : ''}
          </summary>
          {each.revision ? (
            <div className={styles.conflict}>
              {each.revision.note ? <p>{each.revision.note}</p> : null}
              <ul className={styles.findings}>
                {each.revision.marks.map(({ from, quote, note }) => (
                  <li key={`${from} ${quote}`}>
                    <q>{quote}</q>
                    {note ? ` — ${note}` : ''}
                  </li>
                ))}
                {each.revision.pins.map(({ fileId, x, y, name, note }, index) => (
                  <li key={`${fileId} ${x} ${y}`}>
                    Pin {index + 1} on <q>{name}</q> — {note}
                  </li>
                ))}
                {each.revision.timeMarks.map(({ fileId, at, name, note }) => (
                  <li key={`${fileId} ${at} ${note}`}>
                    <PlayFrom fileId={fileId} at={at} label={`Play ${name} from ${formatTime(at)}`} /> in <q>{name}</q> — {note}
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
          <Markdown text={each.text} />
          {each.files.some(({ name, entries }) => entries || findMedia(name)) ? (
            <Suspense>
              <PieceMedia pieceId={piece.id} delivery={each} />
            </Suspense>
          ) : null}
          <ul className={styles.files}>
            {each.links.map(({ url }) => (
              <li key={url}>
                <LinkedAddresses text={url} />
              </li>
            ))}
            {each.files.map(({ id, name }) => (
              <li key={id}>
                <a href={getAddress('GET /api/piece/file', { pieceId: piece.id, fileId: id })} download>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
