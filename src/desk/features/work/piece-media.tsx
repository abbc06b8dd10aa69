// Pictures of a delivery with the customer's pins, its videos and its recordings. In a chunk of its own: most
// deliveries are texts.

import { useCallback, useEffect, useRef, useState } from 'react';
import { findMedia } from '#lib/file-media.ts';
import type { DeskPiece } from '#modules/fulfilment/desk/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { PinnedPicture } from '#ui/display/pinned-picture.tsx';
import { useBlobAddress } from '#ui/hooks/use-blob-address.ts';
import { getAddress } from '../../shared/api/client.ts';
import styles from './piece-media.module.css';

type Delivery = DeskPiece['deliveries'][number];
type PieceFile = Delivery['files'][number];
type Props = { readonly pieceId: string; readonly delivery: Pick<Delivery, 'files' | 'revision'> };

export function PieceMedia({ pieceId, delivery: { files, revision } }: Props) {
  return (
    <div className={styles.media}>
      {files.map((file) => {
        const kind = findMedia(file.name)?.kind;
        if (file.entries) return <ArchiveList key={file.id} name={file.name} entries={file.entries} />;
        return kind ? <MediaFile key={file.id} {...{ pieceId, file, kind }} pins={revision?.pins ?? []} /> : null;
      })}
    </div>
  );
}

type ArchiveProps = { readonly name: string; readonly entries: NonNullable<PieceFile['entries']> };

const ArchiveList = ({ name, entries }: ArchiveProps) => (
  <details>
    <summary>
      In {name} ({entries.length})
    </summary>
    <ul className={styles.entries}>
      {entries.map((entry) => (
        <li key={entry.name}>{entry.name}</li>
      ))}
    </ul>
  </details>
);

type MediaProps = {
  readonly pieceId: string;
  readonly file: PieceFile;
  readonly kind: 'picture' | 'video' | 'audio';
  readonly pins: NonNullable<Delivery['revision']>['pins'];
};

/** A picture is loaded when it is scrolled to, a video or a recording when it is wanted. */
function MediaFile({ kind, ...props }: MediaProps) {
  const [isWanted, setIsWanted] = useState(false);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (kind !== 'picture' || !place.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsWanted(true));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [kind]);
  return (
    <figure ref={place} className={styles.figure}>
      <figcaption className="soft">{props.file.name}</figcaption>
      {isWanted ? (
        <LoadedMedia kind={kind} {...props} />
      ) : kind !== 'picture' ? (
        <Button text={`Load ${kind}`} small onClick={() => setIsWanted(true)} />
      ) : null}
    </figure>
  );
}

function LoadedMedia({ pieceId, file: { id, name }, kind, pins }: MediaProps) {
  const load = useCallback(() => fetchFile(getAddress('GET /api/piece/file', { pieceId, fileId: id })), [pieceId, id]);
  const { address, failed, again } = useBlobAddress(load, findMedia(name)?.type ?? '');
  const [isBroken, setIsBroken] = useState(false);
  if (failed)
    return (
      <p role="alert">
        This file couldn’t be loaded. <Button text="Try again" look="link" onClick={again} />
      </p>
    );
  if (isBroken) return <p>This browser can’t show it. Download it instead.</p>;
  if (!address) return <p role="status">Loading …</p>;
  const broken = () => setIsBroken(true);
  // biome-ignore lint/a11y/useMediaCaption: the operator hears what was made.
  if (kind === 'audio') return <audio className={styles.audio} src={address} aria-label={name} controls onError={broken} />;
  // biome-ignore lint/a11y/useMediaCaption: the operator watches what was made.
  if (kind === 'video') return <video className={styles.video} src={address} aria-label={name} controls playsInline onError={broken} />;
  const shown = pins.flatMap(({ fileId, x, y, note }, index) =>
    fileId === id ? [{ number: index + 1, x, y, label: `Pin ${index + 1} of ${pins.length}: ${note}` }] : [],
  );
  return <PinnedPicture address={address} alt={name} pins={shown} onBroken={broken} />;
}

async function fetchFile(address: string): Promise<Blob> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The desk answered ${answer.status}`);
  return answer.blob();
}
